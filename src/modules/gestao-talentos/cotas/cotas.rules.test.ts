import { describe, expect, it } from 'vitest';
import { aplicaHipotese, cotaAprendizes, cotaPcd, SEM_HIPOTESE } from './cotas.rules.ts';

describe('people with a disability (Lei 8.213, art. 93)', () => {
  it.each([
    [0, 0, 0],
    [99, 0, 0],
    [100, 2, 2],
    [101, 2, 3],
    [200, 2, 4],
    [201, 3, 7],
    [500, 3, 15],
    [501, 4, 21],
    [1_000, 4, 40],
    [1_001, 5, 51],
    [100_000, 5, 5_000],
  ])('%i employees ask %i %%: %i people', (base, percentual, exigidos) => {
    expect(cotaPcd(base, 0)).toEqual({ base, percentual, exigidos, presentes: 0, faltam: exigidos, excedem: 0 });
  });

  it('a quota that is exceeded misses nobody', () => {
    expect(cotaPcd(100, 2).faltam).toBe(0);
    expect(cotaPcd(100, 9).faltam).toBe(0);
    expect(cotaPcd(101, 2).faltam).toBe(1);
  });
});

describe('apprentices (CLT, art. 429)', () => {
  it.each([
    // employees of other functions alone: nothing is asked
    [0, 0, 0],
    // fewer than seven: free
    [6, 0, 0],
    [7, 1, 1],
    [20, 1, 3],
    [21, 2, 3],
    [100, 5, 15],
    [101, 6, 15],
  ])('a base of %i asks %i and allows %i', (base, exigidos, maximo) => {
    expect(cotaAprendizes(base, 0)).toMatchObject({ exigidos, maximo, faltam: exigidos });
  });

  it('more than 15 % are too many, where the law asks for any', () => {
    expect(cotaAprendizes(20, 3)).toMatchObject({ faltam: 0, excedem: 0 });
    expect(cotaAprendizes(20, 6)).toMatchObject({ maximo: 3, faltam: 0, excedem: 3 });
    expect(cotaAprendizes(6, 2).excedem).toBe(0);
  });
});

describe('what if', () => {
  it('hires change the base, and those of the disability quota are employees too', () => {
    const hoje = { base: 99, presentes: 1 };
    expect(aplicaHipotese(hoje, SEM_HIPOTESE, 'pcd')).toEqual(hoje);
    expect(aplicaHipotese(hoje, { ...SEM_HIPOTESE, admissoes: 1 }, 'pcd')).toEqual({ base: 100, presentes: 1 });
    expect(aplicaHipotese(hoje, { ...SEM_HIPOTESE, admissoesDaCota: 1 }, 'pcd')).toEqual({ base: 100, presentes: 2 });
    expect(aplicaHipotese(hoje, { ...SEM_HIPOTESE, desligamentosDaCota: 5 }, 'pcd')).toEqual({ base: 94, presentes: 0 });
  });

  it('an apprentice leaves the base as it is', () => {
    expect(aplicaHipotese({ base: 40, presentes: 1 }, { ...SEM_HIPOTESE, admissoesDaCota: 1 }, 'aprendiz')).toEqual({
      base: 40,
      presentes: 2,
    });
  });
});
