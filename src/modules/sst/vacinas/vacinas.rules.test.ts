import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { vacinas } from './vacinas.registry.ts';

const dose = (numeroDose: number, diasProximaDose = 30) => ({ numeroDose, diasProximaDose });
const fields = (input: object) => {
  const checked = check(
    vacinas,
    { nome: 'Hepatite B', quantidadeDoses: 1, doses: [dose(1)], ...input },
    { today: '2026-11-20', settings: {}, can: program },
  );
  return checked.ok ? [] : checked.issues.map(({ field }) => field);
};

it.each([
  ['RUL-490 limits the name', { nome: 'x'.repeat(81) }, ['nome']],
  ['RUL-491 asks a dose', { doses: [] }, ['doses']],
  ['RUL-492 asks days to the next dose', { doses: [dose(1, 0)] }, ['doses.0.diasProximaDose']],
  ['keeps quantity and doses together', { quantidadeDoses: 2 }, ['quantidadeDoses']],
  ['numbers the doses in order', { quantidadeDoses: 2, doses: [dose(1), dose(3)] }, ['doses.1.numeroDose']],
  ['takes a vaccine of two doses', { quantidadeDoses: 2, doses: [dose(1), dose(2)] }, []],
])('%s', (_sentence, input, expected) => {
  expect(fields(input)).toEqual(expected);
});
