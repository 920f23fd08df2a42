import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import type { AnyForm } from '#kit/form/form.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { dissidioDeColaboradores, dissidioDeFaixas, dissidioDeIndices } from './dissidio.ts';
import { reajustesColaboradores, reajustesFaixasSalariais, reajustesIndices } from './linhas.registry.ts';
import { tabelasReajustes } from './tabelas.registry.ts';

const faults = (form: AnyForm, input: unknown, settings = {}) => {
  const checked = check(form, input, { today: '2026-11-20', settings, can: program });
  return checked.ok ? [] : checked.issues.map(({ field, message }) => `${field}: ${message}`);
};

const tabela = { nome: 'Realinhamento 2027', data: '2027-01-01', tipoReajuste: 'P' };
const linha = {
  tabelaReajuste: { id: 1 },
  colaborador: { id: 2 },
  areaOrganizacionalProposta: { id: 3 },
  faixaSalarialProposta: { id: 4 },
  tipoSalarioProposto: '3',
  salarioProposto: 3_000,
};
const dissidio = { tabelaReajuste: { id: 1 }, estabelecimentosIds: [1], areasIds: [1], reajustePor: '1', valorDissidio: 4.5 };

describe('tables', () => {
  it('take a plain promotion', () => expect(faults(tabelasReajustes, tabela)).toEqual([]));
  it('RUL-281: a dissídio asks its start date and its percentage', () => {
    expect(faults(tabelasReajustes, { ...tabela, tipoReajuste: 'D' })).toEqual([
      'dataDissidio: Data de início do dissídio é obrigatória',
      'percentualDissidio: Percentual do dissídio é obrigatório',
    ]);
    expect(
      faults(tabelasReajustes, { ...tabela, tipoReajuste: 'D', dataDissidio: '2027-01-01', percentualDissidio: 4.77 }),
    ).toEqual([]);
    expect(
      faults(tabelasReajustes, { ...tabela, tipoReajuste: 'D', dataDissidio: '2099-01-01', percentualDissidio: 4.77 }),
    ).toEqual(['dataDissidio: Data de início do dissídio não pode ser posterior à data de aplicação']);
  });
});

describe('collective forms', () => {
  it.each([
    ['employee', dissidioDeColaboradores],
    ['band', dissidioDeFaixas],
    ['index', dissidioDeIndices],
  ] as const)('RUL-285: by %s, ask table, establishments, areas and "Reajuste Por"', (_kind, form) => {
    const told = faults(form, { estabelecimentosIds: [], areasIds: [], valorDissidio: 1 });
    expect(told).toContain('estabelecimentosIds: Estabelecimentos são obrigatórios');
    expect(told).toContain('areasIds: Áreas Organizacionais são obrigatórias');
    expect(told).toContain('reajustePor: Reajuste Por é obrigatório');
    expect(told.filter((one) => one.startsWith('tabelaReajuste: '))).toHaveLength(1);
    expect(faults(form, dissidio)).toEqual([]);
    expect(faults(form, { ...dissidio, reajustePor: 2 })).toEqual([]);
    expect(faults(form, { ...dissidio, reajustePor: { id: 2 } })).toEqual([]);
  });

  it.each([
    ['RUL-282', 'asks the amount', { valorDissidio: null }, ['valorDissidio: Valor é obrigatório']],
    ['RUL-282', 'takes the greatest amount', { reajustePor: '2', valorDissidio: 999_999.99 }, []],
    [
      'RUL-282',
      'refuses more',
      { reajustePor: '2', valorDissidio: 1_000_000 },
      ['valorDissidio: O valor deve ser no máximo 999.999,99'],
    ],
    [
      'RUL-283',
      'refuses an amount of 0',
      { reajustePor: '2', valorDissidio: 0 },
      ['valorDissidio: O valor não pode ser 0 (zero)'],
    ],
    [
      'RUL-284',
      'refuses a percentage of 0',
      { valorDissidio: 0 },
      ['valorDissidio: O percentual não pode ser 0 (zero) ou maior que 999,999%'],
    ],
    ['RUL-284', 'takes 999.999', { valorDissidio: 999.999 }, []],
    [
      'RUL-284',
      'refuses more than 999.999',
      { valorDissidio: 1_000 },
      ['valorDissidio: O percentual não pode ser 0 (zero) ou maior que 999,999%'],
    ],
    [
      'dissídio',
      'lowers no salary',
      { valorDissidio: -1 },
      ['valorDissidio: O percentual não pode ser negativo: salário não se reduz por dissídio'],
    ],
    [
      'dissídio',
      'refuses fractions of a cent',
      { reajustePor: '2', valorDissidio: 1.005 },
      ['valorDissidio: O valor deve ter no máximo 2 casas decimais'],
    ],
  ])('%s: %s', (_rule, _sentence, more, expected) => {
    expect(faults(dissidioDeColaboradores, { ...dissidio, ...more })).toEqual(expected);
  });
});

describe('proposed lines', () => {
  it.each([
    ['line', 'takes a whole one', {}, []],
    [
      'RUL-286',
      'asks the proposed area',
      { areaOrganizacionalProposta: null },
      ['areaOrganizacionalProposta: Área proposta é obrigatória'],
    ],
    [
      'RUL-287',
      'asks the proposed position and band',
      { faixaSalarialProposta: null },
      ['faixaSalarialProposta: Faixa proposta é obrigatória'],
    ],
    [
      'RUL-288',
      'asks the index of type 2',
      { tipoSalarioProposto: 2, quantidadeIndiceProposto: 2 },
      ['indiceProposto: Índice é requerido'],
    ],
    [
      'index',
      'asks how many times',
      { tipoSalarioProposto: '2', indiceProposto: { id: 5 } },
      ['quantidadeIndiceProposto: Quantidade não pode ser 0 (zero) ou menor'],
    ],
    ['RUL-289', 'asks the value of type 3', { salarioProposto: null }, ['salarioProposto: Valor é obrigatório']],
    ['type 1', 'asks nothing beyond the band', { tipoSalarioProposto: '1', salarioProposto: null }, []],
    ['RUL-290', 'takes 255 characters', { observacao: 'x'.repeat(255) }, []],
    ['RUL-290', 'takes no more', { observacao: 'x'.repeat(256) }, ['observacao: Observação deve ter no máximo 255 caracteres']],
  ])('%s: %s', (_rule, _sentence, more, expected) => {
    expect(faults(reajustesColaboradores, { ...linha, ...more })).toEqual(expected);
  });

  it('RUL-291: asks environment and function when the company does', () => {
    expect(faults(reajustesColaboradores, linha, { obrigarAmbienteFuncao: true })).toEqual([
      'ambienteProposto: Ambiente proposto é obrigatório',
      'funcaoProposta: Função proposta é obrigatória',
    ]);
    expect(
      faults(
        reajustesColaboradores,
        { ...linha, ambienteProposto: 1, funcaoProposta: { id: 2 } },
        { obrigarAmbienteFuncao: true },
      ),
    ).toEqual([]);
  });

  it.each([
    [reajustesFaixasSalariais, { tabelaReajuste: 1, faixaSalarial: 1 }],
    [reajustesIndices, { tabelaReajuste: 1, indice: 1 }],
  ] as [AnyRegistry, object][])('of $title are worth at least 1', (registry, input) => {
    expect(faults(registry, { ...input, valorProposto: 0.5 })).toEqual(['valorProposto: Valor não pode ser 0 (zero) ou menor']);
    expect(faults(registry, { ...input, valorProposto: 1 })).toEqual([]);
  });
});
