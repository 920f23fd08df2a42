import type { z } from 'zod';
import { boolean } from '#kit/fields/choice.ts';
import { computed, type Field, having, optional, readOnly } from '#kit/fields/field.ts';
import { money, number } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { codigoDe, quantidadeDoIndice, tipoSalario, valorDeIndice } from '#modules/estrutura/public.ts';
import { faltasDaLinhaProposta, faltasDoValorProposto } from './linhas.rules.ts';

const TABELA = 'cargo-salario/tabelas-reajustes-colaboradores';
const AREA = 'cargo-salario/areas-organizacionais';
const FAIXA = 'cargo-salario/faixas-salariais';
const ESTABELECIMENTO = 'utilitario/estabelecimentos';
const AMBIENTE = 'sst/ambientes';
const FUNCAO = 'sst/funcoes';
const INDICE = 'cargo-salario/indices';

/** Conditions of the fields that a way of paying requires, each with its sentence. */
const pago = (tipo: string) => (sentenca: string) => (linha: { tipoSalarioProposto?: unknown }) =>
  codigoDe(linha.tipoSalarioProposto) === tipo && sentenca;
const porIndice = pago('2');
const porValor = pago('3');

const segredo = { sensitive: 'ROLE_VER_SALARIO' } as const;

/**
 * The values that a line replaces, as of its last computation: snapshots, because the lines of a whole company are written at
 * once.
 */
const substituido = <F extends Field<z.ZodType, 'ref'>>(campo: F) => ({ ...readOnly(campo), snapshot: true });

/** The amounts of every line; the server computes them and keeps them current until the table is applied. */
const valorDiferenca = readOnly(money('Diferença'));
const percentualDiferenca = readOnly(number('Diferença (%)', 3));
const diferencas = {
  valorDiferenca: having(valorDiferenca, segredo),
  percentualDiferenca: having(percentualDiferenca, segredo),
};

export const reajustesColaboradores = defineRegistry({
  id: 'reajustes-colaboradores',
  title: 'Realinhamentos por Colaborador',
  singular: 'Realinhamento por Colaborador',
  authority: 'ROLE_CAD_REAJUSTE_COLABORADOR',
  scope: 'empresa',
  fields: {
    tabelaReajuste: ref('Planejamento de Realinhamento', TABELA),
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    nome: readOnly(text('Talento', 100)),
    estabelecimentoAtual: substituido(ref('Estabelecimento atual', ESTABELECIMENTO)),
    estabelecimentoProposto: optional(ref('Estabelecimento proposto', ESTABELECIMENTO)),
    areaOrganizacionalAtual: substituido(ref('Área atual', AREA)),
    areaOrganizacionalProposta: ref('Área proposta', AREA),
    ambienteAtual: substituido(ref('Ambiente atual', AMBIENTE)),
    ambienteProposto: optional(ref('Ambiente proposto', AMBIENTE)),
    cargoAtual: substituido(ref('Cargo atual', 'cargo-salario/cargos')),
    cargoProposto: substituido(ref('Cargo proposto', 'cargo-salario/cargos')),
    faixaSalarialAtual: substituido(ref('Faixa atual', FAIXA)),
    faixaSalarialProposta: ref('Faixa proposta', FAIXA),
    funcaoAtual: substituido(ref('Função atual', FUNCAO)),
    funcaoProposta: optional(ref('Função proposta', FUNCAO)),
    // Bands and indices are open to whoever maintains them, so that somebody is to be paid by one would reveal the salary.
    // Whoever sees no salaries proposes the band's.
    tipoSalarioProposto: having(tipoSalario('Tipo do salário proposto'), { ...segredo, initial: '1' }),
    indiceProposto: having(optional(ref('Índice', INDICE)), segredo),
    quantidadeIndiceProposto: having(optional(quantidadeDoIndice()), segredo),
    salarioAtual: having(readOnly(money('Salário atual')), segredo),
    salarioProposto: having(optional(money('Salário proposto')), segredo),
    ...diferencas,
    compaRatioAtual: having(readOnly(number('Compa-ratio atual', 4)), segredo),
    compaRatioProposto: having(readOnly(number('Compa-ratio proposto', 4)), segredo),
    observacao: optional(longText('Observação', 255)),
    temDuplicidade: computed(boolean('Em duplicidade')),
    colaboradorDesligado: computed(boolean('Desligado')),
    // Applied with its plan, and annulled for this one person since.
    anulada: computed(boolean('Anulada')),
  },
  sample: () => ({ tipoSalarioProposto: '3', salarioProposto: 2_000 }),
  columns: [
    'nome',
    'tabelaReajuste',
    'areaOrganizacionalProposta',
    'faixaSalarialProposta',
    'salarioAtual',
    'salarioProposto',
    'percentualDiferenca',
  ],
  filters: ['tabelaReajuste', 'nome', 'areaOrganizacionalProposta', 'cargoProposto', 'estabelecimentoProposto'],
  label: 'nome',
  searchOf: 'colaborador',
  sections: [
    {
      title: 'Proposta',
      fields: [
        'tabelaReajuste',
        'colaborador',
        'estabelecimentoProposto',
        'areaOrganizacionalProposta',
        'ambienteProposto',
        'faixaSalarialProposta',
        'funcaoProposta',
        'tipoSalarioProposto',
        'indiceProposto',
        'quantidadeIndiceProposto',
        'salarioProposto',
        'observacao',
      ],
    },
    {
      title: 'Situação atual',
      fields: [
        'estabelecimentoAtual',
        'areaOrganizacionalAtual',
        'ambienteAtual',
        'faixaSalarialAtual',
        'funcaoAtual',
        'salarioAtual',
        'valorDiferenca',
        'percentualDiferenca',
        'compaRatioAtual',
        'compaRatioProposto',
        'temDuplicidade',
        'colaboradorDesligado',
        'anulada',
      ],
    },
  ],
  privateNames: true,
  visibleWhen: {
    nome: () => false,
    cargoAtual: () => false,
    cargoProposto: () => false,
    indiceProposto: ({ tipoSalarioProposto }) => codigoDe(tipoSalarioProposto) === '2',
    quantidadeIndiceProposto: ({ tipoSalarioProposto }) => codigoDe(tipoSalarioProposto) === '2',
    // Computed, not typed, for salaries by band or index; the list shows it.
    salarioProposto: ({ tipoSalarioProposto }) => codigoDe(tipoSalarioProposto) === '3',
  },
  // RUL-291: the company's configuration may require environment and function, for occupational safety.
  requiredWhen: {
    ambienteProposto: (_linha, { settings }) => settings.obrigarAmbienteFuncao === true,
    funcaoProposta: (_linha, { settings }) => settings.obrigarAmbienteFuncao === true,
    indiceProposto: porIndice('Índice é requerido'),
    quantidadeIndiceProposto: porIndice('Quantidade não pode ser 0 (zero) ou menor'),
    salarioProposto: porValor('Valor é obrigatório'),
  },
  rules: (linha) => faltasDaLinhaProposta(linha),
});

/** The proposed value of a band or an index. */
const valor = {
  valorAtual: readOnly(money('Valor atual')),
  valorProposto: money('Valor proposto'),
  valorDiferenca,
  percentualDiferenca,
};
const linhaDeValor = {
  scope: 'empresa',
  columns: ['nome', 'tabelaReajuste', 'valorAtual', 'valorProposto', 'valorDiferenca', 'percentualDiferenca'],
  filters: ['tabelaReajuste', 'nome'],
  label: 'nome',
  privateNames: true,
  visibleWhen: { nome: () => false },
  rules: faltasDoValorProposto,
} as const;

export const reajustesFaixasSalariais = defineRegistry({
  ...linhaDeValor,
  id: 'reajustes-faixas-salariais',
  title: 'Realinhamentos por Faixa Salarial',
  singular: 'Realinhamento por Faixa Salarial',
  authority: 'ROLE_CAD_REAJUSTE_FAIXA_SALARIAL',
  fields: {
    tabelaReajuste: ref('Planejamento de Realinhamento', TABELA),
    faixaSalarial: ref('Faixa Salarial', FAIXA),
    nome: readOnly(text('Faixa Salarial', 140)),
    ...valor,
  },
  unique: [['tabelaReajuste', 'faixaSalarial']],
});

export const reajustesIndices = defineRegistry({
  ...linhaDeValor,
  id: 'reajustes-indices',
  title: 'Realinhamentos por Índice',
  singular: 'Realinhamento por Índice',
  authority: 'ROLE_CAD_REAJUSTE_INDICE',
  fields: {
    tabelaReajuste: ref('Planejamento de Realinhamento', TABELA),
    indice: ref('Índice', INDICE),
    nome: readOnly(text('Índice', 40)),
    ...valor,
    valorProposto: valorDeIndice('Valor proposto'),
  },
  unique: [['tabelaReajuste', 'indice']],
});
