import { expect, it } from 'vitest';
import { budgetLines } from './budget.mjs';

it('shares the clock of a step among its files, and lets each group grow with what it goes over', () => {
  const lines = budgetLines(
    [
      {
        seconds: 60,
        files: [
          { file: 'src/app/registries.contract.test.ts', seconds: 90 },
          { file: 'src/kit/db/migrate.contract.test.ts', seconds: 30 },
        ],
      },
      { seconds: 100, files: [{ file: 'e2e/screens-1.test.ts', seconds: 200 }] },
      { seconds: 30, files: [] },
    ],
    { screens: 100, registries: 50 },
  ).map((line) => line.replaceAll(/ +/g, ' ').trim());
  expect(lines).toContain('laços sobre os cadastros 0.8 min → 3.0 min 0.90 s por cadastro');
  expect(lines).toContain('contrato do núcleo 0.3 min → 0.3 min');
  expect(lines).toContain('telas inspecionadas 1.7 min → 6.7 min 1.00 s por tela');
  expect(lines.at(-1)).toBe('ao todo 3.2 min → 10.4 min com 400 telas e 200 cadastros (limite 35)');
});

it('counts as growing what goes over every registry, and not what kills or locks the program', () => {
  const growth = (file: string) =>
    budgetLines([{ seconds: 60, files: [{ file, seconds: 60 }] }], { screens: 400, registries: 100 }).at(-1) ?? '';
  for (const name of ['rights', 'access', 'exibir-salario', 'sight'])
    expect(growth(`src/app/${name}.contract.test.ts`)).toContain('2.0 min com');
  for (const name of ['crash', 'doors', 'readings'])
    expect(growth(`src/app/${name}.contract.test.ts`)).toContain('  1.0 min com');
});

it('lets journeys of the modules and reports grow with the screens, and those of the kit with nothing', () => {
  const growth = (file: string) =>
    budgetLines([{ seconds: 60, files: [{ file, seconds: 60 }] }], { screens: 200, registries: 200 }).at(-1) ?? '';
  for (const file of ['e2e/dismissal.test.ts', 'e2e/screens-2.test.ts', 'e2e/opened.test.ts', 'src/app/reports.contract.test.ts'])
    expect(growth(file), file).toContain('2.0 min com');
  for (const name of ['session', 'registry', 'import', 'views', 'screens'])
    expect(growth(`e2e/${name}.test.ts`), name).toMatch(/→ +1\.0 min com/);
});
