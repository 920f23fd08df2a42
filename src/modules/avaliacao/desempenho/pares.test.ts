import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('ADR 69: who evaluates whom is read through `paresContaveis` or `PARES`, so that no query forgets to choose', () => {
  const named = globSync('src/modules/**/*.server.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('participantes_avaliacao_desempenho'),
  );
  expect(named).toEqual(['src/modules/avaliacao/desempenho/pares.server.ts']);
});
