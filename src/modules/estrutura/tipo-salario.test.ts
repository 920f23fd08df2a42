import { expect, it } from 'vitest';
import { compare, mul } from '#kit/br/decimal.ts';
import { MAIOR_INDICE, MAIOR_QUANTIDADE, quantidadeDoIndice, valorDeIndice } from './tipo-salario.ts';

const faults = (field: ReturnType<typeof quantidadeDoIndice> | ReturnType<typeof valorDeIndice>, value: number) =>
  field.schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

it('a quantity of an index makes no amount that a table could not hold, and says on its field how much it may be', () => {
  expect(compare(mul(String(MAIOR_QUANTIDADE), String(MAIOR_INDICE)), '999999999999.99')).toBeLessThan(0);
  expect(faults(quantidadeDoIndice(), MAIOR_QUANTIDADE)).toEqual([]);
  expect(faults(quantidadeDoIndice(), MAIOR_QUANTIDADE + 0.5)).toEqual(['Quantidade do índice deve ser no máximo 99.999']);
  expect(faults(valorDeIndice('Valor'), MAIOR_INDICE)).toEqual([]);
  expect(faults(valorDeIndice('Valor'), 1e11)).toEqual(['Valor deve ser no máximo 9.999.999,99']);
});
