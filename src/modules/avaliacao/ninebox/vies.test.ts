import { describe, expect, it } from 'vitest';
import { type Somas, sinalDe } from './vies.ts';

const somas = (notas: readonly number[]): Somas => ({
  pessoas: notas.length,
  soma: notas.reduce((a, b) => a + b, 0),
  quadrados: notas.reduce((a, b) => a + b * b, 0),
});
const com = (a: Somas, b: Somas): Somas => ({
  pessoas: a.pessoas + b.pessoas,
  soma: a.soma + b.soma,
  quadrados: a.quadrados + b.quadrados,
});
/** Mean 60, standard deviation 20. */
const outros = somas([...Array<number>(10).fill(40), ...Array<number>(10).fill(80)]);
const sinal = (equipe: Somas) => sinalDe('Desempenho', equipe, com(equipe, outros));

describe('hints of bias', () => {
  it('a manager whose notes lie far above says so, with the arithmetic', () => {
    // Mean 90 of 4 × 4 = 16 people: 20 ÷ √16 = 5, and 30 is 6 times that.
    const dito = sinal(somas(Array.from({ length: 16 }, (_, n) => 80 + 20 * (n % 2))));
    expect(dito).toEqual({
      tipo: 'acima',
      frase:
        'Desempenho: a média de 16 pessoas é 90,0, e a das outras 20 é 60,0: 30,0 pontos acima. As notas dos outros variam 20,0 (desvio padrão); a média de um grupo desse tamanho variaria 5,0 por acaso (20,0 ÷ √16), e a diferença é 6,0 vezes isso.',
    });
    expect(sinal(somas([10, 20, 30, 40, 10, 20]))?.tipo).toBe('abaixo');
  });

  it('what chance explains is not told, nor a small difference, however sure', () => {
    expect(sinal(somas([90, 40, 90, 60, 70]))).toBeUndefined();
    expect(sinal(somas(Array.from({ length: 400 }, (_, n) => 66 + (n % 2 ? 15 : -15))))).toBeUndefined();
  });

  it('notes that hardly differ are told', () => {
    expect(sinal(somas([60, 61, 60, 62, 61, 60]))).toMatchObject({ tipo: 'concentrada' });
  });

  it('nothing is said about fewer than five people, nor against fewer than five', () => {
    expect(sinal(somas([100, 100, 100, 100]))).toBeUndefined();
    const equipe = somas([100, 100, 100, 100, 100]);
    expect(sinalDe('Desempenho', equipe, com(equipe, somas([0, 10, 5, 0])))).toBeUndefined();
    expect(sinalDe('Desempenho', equipe, equipe)).toBeUndefined();
  });

  it('equal notes of everybody tell nothing, and nothing is divided by zero', () => {
    const iguais = somas(Array<number>(10).fill(50));
    expect(sinalDe('Potencial', somas(Array<number>(5).fill(50)), iguais)).toBeUndefined();
  });
});
