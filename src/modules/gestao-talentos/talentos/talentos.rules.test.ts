import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { type DatasDoTalento, faltasDoTalento, type HistoricoDeTalento } from './talentos.rules.ts';

const linha: HistoricoDeTalento = {
  data: '2020-01-10',
  motivo: 'P',
  tipoSalario: '1',
  indice: null,
  quantidadeIndice: null,
  salario: null,
};
const talento: DatasDoTalento = {
  cpf: '52998224725',
  dataNascimento: '1990-05-01',
  dataAdmissao: '2020-01-10',
  dataDesligamento: null,
  deficiencia: 'N',
  deficienciasMultiplas: [],
  historicos: [linha],
  experiencias: [],
  certificados: [],
  idiomas: [],
  dependentes: [],
  estabilidades: [],
};
const context = { today: '2026-11-20', settings: {}, can: program };
const faults = (more: Partial<DatasDoTalento>) =>
  [...faltasDoTalento({ ...talento, ...more }, context)].map(({ field, message }) => `${field}: ${message}`);

it.each([
  ['takes a plain record', {}, []],
  [
    'refuses a birth after admission',
    { dataNascimento: '2020-01-10' },
    ['dataNascimento: Data de nascimento deve ser anterior à data de admissão.'],
  ],
  [
    'refuses a dismissal before admission',
    { dataDesligamento: '2020-01-09' },
    ['dataDesligamento: Data de desligamento inferior à data de admissão.'],
  ],
  ['takes a dismissal on the day of admission', { dataDesligamento: '2020-01-10' }, []],
  [
    'refuses to hire a second time, in whatever order the entries stand',
    {
      historicos: [
        { ...linha, data: '2021-01-01', motivo: 'C' },
        { ...linha, motivo: 'C' },
      ],
    },
    ['historicos.0.motivo: Contratação é o motivo do primeiro histórico: escolha outro'],
  ],
  [
    'refuses an entry before admission',
    { historicos: [{ ...linha, data: '2020-01-09' }] },
    ['historicos.0.data: Data do histórico inferior à data de admissão.'],
  ],
  [
    'asks index and quantity of type 2',
    { historicos: [{ ...linha, tipoSalario: '2' as const }] },
    ['historicos.0.indice: Índice é requerido', 'historicos.0.quantidadeIndice: Quantidade não pode ser 0 (zero) ou menor'],
  ],
  [
    'asks the value of type 3',
    { historicos: [{ ...linha, tipoSalario: '3' as const }] },
    ['historicos.0.salario: Valor é obrigatório'],
  ],
  [
    'asks an entry that begins on the admission',
    {
      historicos: [
        { ...linha, data: '2021-01-01' },
        { ...linha, data: '2020-06-01' },
      ],
    },
    ['historicos.1.data: O primeiro histórico deve começar na data de admissão.'],
  ],
  ['takes entries in any order', { historicos: [{ ...linha, data: '2021-01-01' }, linha] }, []],
])('%s', (_sentence, more, expected) => {
  expect(faults(more)).toEqual(expected);
});

it('leaves a second hire alone that stands already', () => {
  const historicos = [
    { ...linha, motivo: 'C' },
    { ...linha, id: 7, data: '2021-01-01', motivo: 'C' },
  ];
  const before = { historicos: [{ id: 7, motivo: 'C' }] };
  expect([...faltasDoTalento({ ...talento, historicos }, { ...context, before })]).toEqual([]);
  expect([
    ...faltasDoTalento({ ...talento, historicos }, { ...context, before: { historicos: [{ id: 7, motivo: 'P' }] } }),
  ]).toHaveLength(1);
});

it('takes nothing new after the last day, and leaves alone what stands there', () => {
  const historicos = [linha, { ...linha, id: 8, data: '2025-07-01' }];
  const saved = { dataDesligamento: '2025-06-30', historicos: [{ id: 8, data: '2025-07-01' }] };
  const faultsOf = (more: Partial<DatasDoTalento>, before?: object) =>
    [...faltasDoTalento({ ...talento, ...more }, { ...context, ...(before ? { before: { ...before } } : {}) })].map(
      ({ field, message }) => `${field}: ${message}`,
    );
  const row = 'historicos.1.data: Data do histórico posterior à data de desligamento.';
  const day = 'dataDesligamento: Existe histórico de cargos e salários posterior à data de desligamento.';
  expect(faultsOf({ historicos, dataDesligamento: '2025-07-01' })).toEqual([]);
  expect(faultsOf({ historicos, dataDesligamento: '2025-06-30' })).toEqual([row]);
  expect(faultsOf({ historicos, dataDesligamento: '2025-06-30' }, saved)).toEqual([]);
  expect(faultsOf({ historicos, dataDesligamento: '2025-06-30' }, { ...saved, historicos: [] })).toEqual([row]);
  expect(
    faultsOf({ historicos, dataDesligamento: '2025-06-30' }, { ...saved, historicos: [{ id: 8, data: '2025-06-01' }] }),
  ).toEqual([row]);
  expect(faultsOf({ historicos, dataDesligamento: '2025-06-29' }, saved)).toEqual([day]);
  expect(faultsOf({ historicos, dataDesligamento: '2025-06-30' }, { ...saved, dataDesligamento: null })).toEqual([day]);
});
