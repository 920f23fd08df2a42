import { describe, expect, it } from 'vitest';
import { type Area, faltasDaArea, faltasNaArvore, podeEditarMae, type Vizinhanca } from './areas-organizacionais.rules.ts';

const calma: Vizinhanca = {
  integrada: false,
  emHistorico: false,
  temFilhasAtivas: false,
  maeEhDescendente: false,
  niveis: 1,
};
const fields = (area: Area, ao: Partial<Vizinhanca>, antes?: Area) =>
  [...faltasNaArvore(area, { ...calma, ...ao }, antes)].map(({ field }) => field);

describe('the tree of areas', () => {
  const ativa: Area = { ativo: true, areaMae: null };
  const inativa: Area = { ativo: false, areaMae: null };
  const filha: Area = { ativo: true, areaMae: 7 };

  it.each([
    ['RUL-243', 'refuses to deactivate over active children', inativa, { temFilhasAtivas: true }, ativa, ['ativo']],
    ['RUL-243', 'deactivates when no child is active', inativa, {}, ativa, []],
    [
      'RUL-244',
      'refuses to deactivate under an inactive parent',
      { ativo: false, areaMae: 7 },
      { maeAtiva: false },
      filha,
      ['ativo'],
    ],
    [
      'RUL-245',
      'refuses to activate under an inactive parent',
      filha,
      { maeAtiva: false },
      { ativo: false, areaMae: 7 },
      ['ativo'],
    ],
    ['-', 'refuses a new area below the last level', filha, { niveis: 31 }, undefined, ['areaMae']],
    ['-', 'takes a new area at the last level', filha, { niveis: 30 }, undefined, []],
    ['-', 'refuses a move that would grow more levels', filha, { niveis: 31 }, { ativo: true, areaMae: 8 }, ['areaMae']],
    ['-', 'leaves an area alone that stands deeper already', filha, { niveis: 31 }, filha, []],
    ['RUL-245', 'refuses a new active area under an inactive parent', filha, { maeAtiva: false }, undefined, ['ativo']],
    [
      'RUL-245',
      'takes a new inactive area under an inactive parent',
      { ativo: false, areaMae: 7 },
      { maeAtiva: false },
      undefined,
      [],
    ],
    ['RUL-245', 'activates under an active parent', filha, { maeAtiva: true }, { ativo: false, areaMae: 7 }, []],
    ['RUL-246', 'keeps the parent of an integrated company', filha, { integrada: true, maeAtiva: true }, ativa, ['areaMae']],
    ['RUL-246', 'keeps the parent of an area in a history', filha, { emHistorico: true, maeAtiva: true }, ativa, ['areaMae']],
    ['RUL-246', 'saves the rest of an area in a history', filha, { emHistorico: true, maeAtiva: true }, filha, []],
    ['RUL-246', 'lets a new area of an integrated company choose', filha, { integrada: true, maeAtiva: true }, undefined, []],
    ['cycle', 'refuses a parent from below', filha, { maeEhDescendente: true, maeAtiva: true }, ativa, ['areaMae']],
  ] as const)('%s %s', (_id, _sentence, area, ao, antes, expected) => {
    expect(fields(area, ao, antes)).toEqual(expected);
  });

  it('says when the parent may be edited', () => {
    expect(podeEditarMae({ integrada: false, emHistorico: false })).toBe(true);
    expect(podeEditarMae({ integrada: true, emHistorico: false })).toBe(false);
  });
});

it('refuses the same person twice for one company', () => {
  const twice = [
    { empresa: 1, colaboradorDTO: 5 },
    { empresa: 2, colaboradorDTO: 5 },
    { empresa: 1, colaboradorDTO: 5 },
  ];
  expect([...faltasDaArea({ empresaEResponsaveis: twice, empresaECoresponsaveis: [] })].map(({ field }) => field)).toEqual([
    'empresaEResponsaveis.2.colaboradorDTO',
  ]);
});
