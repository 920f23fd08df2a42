import { expect, it } from 'vitest';
import { naUnidade, progressoDe, progressoDoResultado } from './progresso.ts';

it('a key result goes from its beginning to its target, up or down, and never beyond', () => {
  expect(progressoDoResultado({ inicio: 0, alvo: 200, atual: 50 })).toBe(25);
  expect(progressoDoResultado({ inicio: 12, alvo: 4, atual: 6 })).toBe(75);
  expect(progressoDoResultado({ inicio: 0, alvo: 10, atual: 25 })).toBe(100);
  expect(progressoDoResultado({ inicio: 5, alvo: 10, atual: 1 })).toBe(0);
  expect(progressoDoResultado({ inicio: 5, alvo: 10, atual: null })).toBe(0);
});

it('a goal is the weighted mean of its key results', () => {
  const de = (atual: number, peso: number) => ({ inicio: 0, alvo: 100, atual, peso });
  expect(progressoDe([de(100, 1), de(0, 2)])).toBe(33.33);
  expect(progressoDe([de(50, 3), de(100, 1)])).toBe(62.5);
  expect(progressoDe([])).toBe(0);
});

it('a number is written with its unit as everywhere else', () => {
  expect([naUnidade(12, '%'), naUnidade(1500, 'R$'), naUnidade(3, 'dias'), naUnidade(2.5, null)]).toEqual([
    '12%',
    'R$ 1.500',
    '3 dias',
    '2,5',
  ]);
});
