import { expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { faixasSalariais } from './faixas-salariais.registry.ts';

const linha = { data: '2026-01-01', tipo: '3', valor: 2_000 };
const faixa = (historicos: unknown, more: object = {}) => ({ cargo: 1, nome: 'I', codigoCBO: 5, historicos, ...more });
const faults = (input: unknown, settings = {}) => {
  const checked = check(faixasSalariais, input, { today: '2026-11-20', settings, can: program });
  return checked.ok ? [] : checked.issues.map(({ field, message }) => `${field}: ${message}`);
};

it.each([
  ['RUL-264', 'asks the name', faixa([linha], { nome: ' ' }), ['nome: Nome é obrigatório']],
  ['RUL-264', 'limits the name', faixa([linha], { nome: 'x'.repeat(31) }), ['nome: Nome deve ter no máximo 30 caracteres']],
  ['RUL-266', 'asks the CBO when not integrated', faixa([linha], { codigoCBO: null }), ['codigoCBO: Código CBO é obrigatório']],
  ['RUL-267', 'asks a history', faixa([]), ['historicos: Histórico é obrigatório']],
  [
    'RUL-268',
    'asks index and quantity',
    faixa([{ data: '2026-01-01', tipo: 2 }]),
    ['historicos.0.indiceId: Índice é obrigatório', 'historicos.0.quantidade: Quantidade é obrigatória'],
  ],
  [
    'RUL-269',
    'refuses a quantity below 1',
    faixa([{ data: '2026-01-01', tipo: '2', indiceId: 1, quantidade: 0 }]),
    ['historicos.0.quantidade: Quantidade não pode ser 0 (zero) ou menor'],
  ],
  ['RUL-270', 'asks the amount', faixa([{ data: '2026-01-01', tipo: { id: 3 } }]), ['historicos.0.valor: Valor é obrigatório']],
  [
    'RUL-270',
    'refuses an amount below 1',
    faixa([{ ...linha, valor: 0 }]),
    ['historicos.0.valor: Valor não pode ser 0 (zero) ou menor'],
  ],
  ['type 1', 'asks nothing of an entry by position', faixa([{ data: '2026-01-01', tipo: 1 }]), []],
  ['history', 'refuses two entries on one day', faixa([linha, linha]), ['historicos.1.data: Já existe um histórico nesta data']],
])('%s %s', (_id, _sentence, input, expected) => {
  expect(faults(input)).toEqual(expected);
});

it('RUL-265 asks the description of the personnel system, and no CBO, when integrated', () => {
  expect(faults(faixa([linha], { codigoCBO: null }), { acIntegra: true })).toEqual([
    expect.stringMatching(/^nomeACPessoal: .* é obrigatória$/),
  ]);
});
