import { describe, expect, it } from 'vitest';
import { counterOf, moveBox, type Organizacao, sideOf, stepBox, toggleBox } from './caixas.ts';

const all: Organizacao = { caixasEsquerda: ['a', 'b', 'c'], caixasDireita: ['d'], caixasMinimizadas: ['b'] };

describe('a message box', () => {
  it('moves to another side, before a box of it or to its end', () => {
    expect(moveBox(all, 'a', 'caixasDireita')).toMatchObject({ caixasEsquerda: ['b', 'c'], caixasDireita: ['d', 'a'] });
    expect(moveBox(all, 'c', 'caixasDireita', 'd')).toMatchObject({ caixasEsquerda: ['a', 'b'], caixasDireita: ['c', 'd'] });
    expect(moveBox(all, 'c', 'caixasEsquerda', 'a').caixasEsquerda).toEqual(['c', 'a', 'b']);
    expect(moveBox(all, 'a', 'caixasEsquerda', 'a')).toBe(all);
  });

  it('goes one place up or down among those that are shown, and stays at the ends', () => {
    const shown = ['a', 'c', 'd'];
    expect(stepBox(all, 'c', -1, shown).caixasEsquerda).toEqual(['c', 'a', 'b']);
    expect(stepBox(all, 'a', 1, shown).caixasEsquerda).toEqual(['b', 'c', 'a']);
    for (const [box, step] of [
      ['a', -1],
      ['c', 1],
      ['d', 1],
    ] as const)
      expect(stepBox(all, box, step, shown)).toBe(all);
  });

  it('is collapsed and opened again, and stands on one side', () => {
    expect(toggleBox(all, 'b').caixasMinimizadas).toEqual([]);
    expect(toggleBox(all, 'a').caixasMinimizadas).toEqual(['b', 'a']);
    expect([sideOf(all, 'a'), sideOf(all, 'd')]).toEqual(['caixasEsquerda', 'caixasDireita']);
  });

  it('RUL-226: says how many it shows, and of more than that only that they are many', () => {
    expect([counterOf(30, 31), counterOf(30, 30), counterOf(2, 2), counterOf(0, 0)]).toEqual([
      '1-30 de muitas',
      '1-30 de 30',
      '1-2 de 2',
      '',
    ]);
  });
});
