import { describe, expect, it } from 'vitest';
import { CAIXAS, caixaDe, desenho, dizNiveis, LIMITES, naDica, niveisDa, nivelDe, nota, PADRAO } from './ninebox.rules.ts';

describe('where a result stands', () => {
  it('a limit belongs to what is below it: 33 is low, above 33 up to 66 the middle, above 66 high', () => {
    expect([0, 32.9, 33, 33.1, 50, 66, 66.1, 100].map((percentual) => nivelDe(percentual, 33, 66))).toEqual([
      0, 0, 0, 1, 1, 1, 2, 2,
    ]);
  });

  it('what is shown decides: 33,049 is shown as 33,0 and is low, 33,05 as 33,1 and is in the middle', () => {
    expect([33.049, 33.05].map(nota)).toEqual([33, 33.1]);
    expect([33.049, 33.05].map((percentual) => nivelDe(percentual, 33, 66))).toEqual([0, 1]);
    expect([66.049, 66.05].map((percentual) => nivelDe(percentual, 33, 66))).toEqual([1, 2]);
  });

  it('matrix README 43: boxes are numbered row by row from high potential to low, performance rising to the right', () => {
    const niveis = [20, 50, 80];
    const caixas = niveis
      .toReversed()
      .map((potencial) => niveis.map((desempenho) => caixaDe({ potencial, desempenho }, LIMITES)));
    expect(caixas).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    expect(dizNiveis(1)).toBe('Alto potencial, baixo desempenho');
    for (const caixa of CAIXAS) {
      const { potencial, desempenho } = niveisDa(caixa);
      expect(caixaDe({ potencial: 20 + 30 * potencial, desempenho: 20 + 30 * desempenho }, LIMITES)).toBe(caixa);
    }
  });

  it('each axis has its own limits', () => {
    const limites = { ...LIMITES, percentualBaixoPotencial: 10, percentualAltoPotencial: 20 };
    expect(caixaDe({ potencial: 25, desempenho: 25 }, limites)).toBe(1);
  });
});

describe('the drawing', () => {
  it('RUL-378: the parameter puts the performance on the vertical axis, and boxes keep their meaning', () => {
    expect(desenho(false)).toMatchObject({ vertical: 'potencial', horizontal: 'desempenho' });
    const { linhas, vertical } = desenho(true);
    expect(vertical).toBe('desempenho');
    expect(linhas).toEqual([
      [9, 6, 3],
      [8, 5, 2],
      [7, 4, 1],
    ]);
    expect(linhas.map((linha) => linha.map((caixa) => niveisDa(caixa).potencial))).toEqual([
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  it('RUL-315, CON-130: a tooltip shows at most 200 characters', () => {
    expect(naDica('curta')).toBe('curta');
    const dica = naDica('á'.repeat(300));
    expect([...dica]).toHaveLength(200);
    expect(dica.endsWith('…')).toBe(true);
  });

  it('RUL-241: the limits begin at 33 and 66', () => {
    expect(LIMITES).toEqual({
      percentualBaixoPotencial: 33,
      percentualAltoPotencial: 66,
      percentualBaixoDesempenho: 33,
      percentualAltoDesempenho: 66,
    });
  });

  it('RUL-242, ENU-055: nine titles, each with a description', () => {
    expect(CAIXAS.map((caixa) => PADRAO[caixa].nomeclatura)).toEqual([
      'ENIGMA',
      'FORTE POTENCIAL',
      'ALTA CAPACIDADE',
      'QUESTIONÁVEL',
      'MANTENEDOR',
      'FORTE DESEMPENHO',
      'INSUFICIENTE',
      'EFICAZ',
      'COMPROMETIDO',
    ]);
    for (const { descricao } of Object.values(PADRAO)) expect(descricao.length).toBeGreaterThan(60);
  });
});
