import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { blocosDe, quantas } from './blocos.ts';

const notas = (...dadas: number[]) => Array.from({ length: 11 }, (_, nota) => dadas.filter((uma) => uma === nota).length);

describe('the groups of one period', () => {
  // 1 the company, 2 and 3 below it, 4 below 3.
  const ramos = [
    { id: 1, mae: null },
    { id: 2, mae: 1 },
    { id: 3, mae: 1 },
    { id: 4, mae: 3 },
  ];
  const seis = notas(9, 9, 9, 9, 9, 9);

  it('tell of an area alone when it is large enough', () => {
    const blocos = blocosDe(
      ramos,
      [2, 3].map((area) => ({ area, notas: seis })),
      5,
    );
    expect(blocos.map(({ area, juntas }) => [area, juntas])).toEqual([
      [2, 0],
      [3, 0],
    ]);
  });

  it('count an area of too few people with the one above it', () => {
    const blocos = blocosDe(
      ramos,
      [
        { area: 3, notas: seis },
        { area: 4, notas: notas(0) },
      ],
      5,
    );
    expect(blocos).toEqual([{ area: 3, notas: notas(0, 9, 9, 9, 9, 9, 9), juntas: 1 }]);
  });

  it('hide what is left at the top in the smallest group', () => {
    const blocos = blocosDe(
      ramos,
      [
        { area: 2, notas: seis },
        { area: 3, notas: [...seis].fill(3, 9, 10) },
        { area: 1, notas: notas(1) },
      ],
      2,
    );
    expect(blocos.map(({ notas: dadas }) => quantas(dadas)).toSorted((a, b) => a - b)).toEqual([4, 6]);
  });

  it('are none when all together are too few', () => expect(blocosDe(ramos, [{ area: 2, notas: notas(9, 9) }], 5)).toEqual([]));

  it('are never smaller than the minimum, and hold every answer once, however the areas stand', () => {
    const arvore = fc
      .array(fc.nat({ max: 30 }), { maxLength: 30 })
      .map((maes) => maes.map((mae, index) => ({ id: index + 1, mae: mae === 0 || mae > index ? null : mae })));
    const respostas = fc.array(fc.record({ area: fc.option(fc.integer({ min: 1, max: 35 })), nota: fc.nat({ max: 10 }) }), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(arvore, respostas, fc.integer({ min: 2, max: 8 }), (ramosDe, dadas, minimo) => {
        const blocos = blocosDe(
          ramosDe,
          dadas.map(({ area, nota }) => ({ area, notas: notas(nota) })),
          minimo,
        );
        for (const bloco of blocos) expect(quantas(bloco.notas)).toBeGreaterThanOrEqual(minimo);
        const contadas = blocos.reduce((total, bloco) => total + quantas(bloco.notas), 0);
        expect(contadas).toBe(dadas.length < minimo ? 0 : dadas.length);
        expect(new Set(blocos.map(({ area }) => area)).size).toBe(blocos.length);
      }),
    );
  });
});
