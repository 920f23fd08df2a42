import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { temRadar } from '#modules/estrutura/public.ts';
import { faixasSalariais } from '../faixas-salariais/faixas-salariais.registry.ts';
import { configNiveisFaixas } from './config-niveis-faixas.registry.ts';
import { niveisCompetencia } from './niveis-competencia.registry.ts';
import { niveisCompetenciaHistorico } from './niveis-competencia-historico.registry.ts';

const faults = (registry: AnyRegistry, input: object) => {
  const checked = check(registry, input, { today: '2026-11-20', settings: {}, can: program });
  return checked.ok ? [] : checked.issues.map(({ field, message }) => `${field}: ${message}`);
};
const historico = (linhas: object[], more: object = {}) => ({ data: '2026-01-01', configHistoricosNiveis: linhas, ...more });
const config = (item: object) => ({ faixaSalarial: 1, data: '2026-01-01', configsNiveisCompetencias: [item] });
const faixa = (certificacoesIds: number[]) => ({
  cargo: 1,
  nome: 'I',
  codigoCBO: 5,
  historicos: [{ data: '2026-01-01', tipo: '3', valor: 2_000 }],
  certificacoesIds,
});
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const P = 'configHistoricosNiveis';
const I = 'configsNiveisCompetencias';

it.each<[rule: string, says: string, registry: AnyRegistry, input: object, expected: string[]]>([
  ['RUL-274', 'asks the description', niveisCompetencia, { descricao: ' ' }, ['descricao: Descrição é obrigatória']],
  [
    'RUL-274',
    'limits the description',
    niveisCompetencia,
    { descricao: 'x'.repeat(61) },
    ['descricao: Descrição deve ter no máximo 60 caracteres'],
  ],
  ['RUL-274', 'takes 60 characters', niveisCompetencia, { descricao: 'x'.repeat(60) }, []],
  [
    'RUL-275',
    'asks the weight',
    niveisCompetenciaHistorico,
    historico([{ nivelCompetencia: 1 }]),
    [`${P}.0.ordem: Peso é obrigatório`],
  ],
  [
    'RUL-231',
    'refuses six digits',
    niveisCompetenciaHistorico,
    historico([{ nivelCompetencia: 1, ordem: 100_000 }]),
    [`${P}.0.ordem: Peso deve ser no máximo 99.999`],
  ],
  ['RUL-231', 'takes five digits', niveisCompetenciaHistorico, historico([{ nivelCompetencia: 1, ordem: 99_999 }]), []],
  [
    'RUL-231',
    'refuses a weight below zero',
    niveisCompetenciaHistorico,
    historico([{ nivelCompetencia: 1, ordem: -1 }]),
    [`${P}.0.ordem: Peso deve ser no mínimo 0`],
  ],
  [
    'RUL-276',
    'asks the percentage when it is considered',
    niveisCompetenciaHistorico,
    historico([{ nivelCompetencia: 1, ordem: 1 }], { considerarPercentualMinimo: true }),
    [`${P}.0.percentual: Percentual Mínimo (%) é obrigatório`],
  ],
  ['RUL-276', 'asks none otherwise', niveisCompetenciaHistorico, historico([{ nivelCompetencia: 1, ordem: 1 }]), []],
  [
    'RUL-232',
    'refuses more than 100',
    niveisCompetenciaHistorico,
    historico([{ nivelCompetencia: 1, ordem: 1, percentual: 100.01 }], { considerarPercentualMinimo: true }),
    [`${P}.0.percentual: Percentual Mínimo (%) deve ser no máximo 100`],
  ],
  [
    'RUL-232',
    'refuses three decimals',
    niveisCompetenciaHistorico,
    historico([{ nivelCompetencia: 1, ordem: 1, percentual: 1.234 }], { considerarPercentualMinimo: true }),
    [`${P}.0.percentual: Percentual Mínimo (%) deve ter no máximo 2 casas decimais`],
  ],
  [
    'levels',
    'stand once, and so do weights',
    niveisCompetenciaHistorico,
    historico([
      { nivelCompetencia: 1, ordem: 1 },
      { nivelCompetencia: 1, ordem: 1 },
    ]),
    [`${P}.1.nivelCompetencia: Este nível já foi informado`, `${P}.1.ordem: Já existe um nível com este peso`],
  ],
  [
    'RUL-277',
    'asks weight and level of a competency',
    configNiveisFaixas,
    config({ competencia: 1, competenciaPeso: null }),
    [`${I}.0.competenciaPeso: Peso é obrigatório`, `${I}.0.nivelCompetenciaId: Nível é obrigatório`],
  ],
  [
    'RUL-277',
    'refuses a weight below 1',
    configNiveisFaixas,
    config({ competencia: 1, competenciaPeso: -3, nivelCompetenciaId: 1 }),
    [`${I}.0.competenciaPeso: Peso deve ser no mínimo 1`],
  ],
  ['CON-140', 'takes 15 certifications', faixasSalariais, faixa(ids(15)), []],
  [
    'CON-140',
    'refuses 16 certifications',
    faixasSalariais,
    faixa(ids(16)),
    ['certificacoesIds: São permitidas no máximo 15 certificações'],
  ],
])('%s %s', (_rule, _says, registry, input, expected) => {
  expect(faults(registry, input)).toEqual(expected);
});

it('RUL-229: the radar is hidden when any series is empty', () => {
  const serie = { labels: ['Excel'], competenciasColaborador: [1], competenciasFaixaSalarial: [2], ordemMaxima: 3 };
  expect(temRadar(serie)).toBe(true);
  expect(temRadar({ ...serie, competenciasColaborador: [] })).toBe(false);
  expect(temRadar({ ...serie, competenciasFaixaSalarial: [] })).toBe(false);
});
