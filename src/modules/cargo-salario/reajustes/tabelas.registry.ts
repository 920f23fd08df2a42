import { boolean, choice, choices } from '#kit/fields/choice.ts';
import { date, instant } from '#kit/fields/date.ts';
import { computed, having, optional, readOnly } from '#kit/fields/field.ts';
import { integer, money, number } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { situacoesDeTabela, vidaDoPlanejamento } from './tabelas.lifecycle.ts';

export const tiposDeTabela = { P: 'Promoção', D: 'Dissídio' } as const;

/** The states of the list, which divide applied plans by whether a kind of line still waits. */
export const andamentos = { P: 'Em planejamento', E: 'Aplicada em parte', A: 'Aplicada', C: 'Cancelada' } as const;

/** Which kinds of line of a plan are done and which wait: each is applied by itself. */
const partes = {
  IA: 'Índices aplicados',
  IP: 'Índices a aplicar',
  FA: 'Faixas aplicadas',
  FP: 'Faixas a aplicar',
  CA: 'Colaboradores aplicados',
  CP: 'Colaboradores a aplicar',
} as const;
export const parteDoPlanejamento = having(choice('Parte', partes), {
  tones: { IA: 'good', FA: 'good', CA: 'good', IP: 'waiting', FP: 'waiting', CP: 'waiting' },
});

/** Fields that no longer change once a plan is applied, even in part, or cancelled. */
const FIXOS_DEPOIS_DE_APLICAR = ['data', 'tipoReajuste', 'dataDissidio', 'percentualDissidio'] as const;

const daEmpresa = ['ROLE_VER_SALARIO', 'ROLE_VER_TODAS_AREAS'] as const;

/** A planned realignment: lines by employee, by band and by index, applied together or one kind after the other. */
export const tabelasReajustes = defineRegistry({
  id: 'tabelas-reajustes-colaboradores',
  title: 'Planejamentos de Realinhamento',
  singular: 'Planejamento de Realinhamento',
  authority: 'ROLE_CAD_TABELA_REAJUSTE',
  scope: 'empresa',
  most: 20_000,
  fields: {
    nome: text('Título', 100),
    data: having(date('Data de aplicação'), { hint: 'Dia a partir do qual os valores propostos passam a valer.' }),
    tipoReajuste: having(choice('Tipo', tiposDeTabela), { initial: 'P' }),
    dataDissidio: having(optional(date('Data de início do dissídio')), {
      hint: 'Data-base do acordo. Antes da data de aplicação, a conferência mostra quanto é devido dos meses entre as duas.',
    }),
    percentualDissidio: optional(number('Percentual do dissídio', 3, { min: 0.001, max: 999.999 })),
    teto: having(optional(money('Teto do aumento mensal')), {
      hint: 'Quanto a folha do mês pode crescer com este planejamento. Vazio: sem teto.',
      sensitive: 'ROLE_VER_SALARIO',
    }),
    observacao: optional(longText('Observação', 255)),
    situacao: readOnly(choice('Situação', situacoesDeTabela)),
    // Applying a plan approves it: there is no other approval.
    aprovada: readOnly(boolean('Aprovada')),
    colaboradoresAplicadosEm: instant('Colaboradores aplicados em'),
    faixasAplicadasEm: instant('Faixas aplicadas em'),
    indicesAplicadosEm: instant('Índices aplicados em'),
    canceladaEm: instant('Cancelada em'),
    // The payroll before and after, stored when the plan is applied, because later histories change the result of the same query.
    // For the whole company: a user who sees some areas only gets theirs from `total-folha`.
    quantidadeAplicada: having(readOnly(integer('Talentos alcançados na aplicação')), { sensitive: daEmpresa }),
    // While it is planned, those who have a line.
    alcancados: having(computed(integer('Talentos alcançados')), { sensitive: daEmpresa }),
    totalAtual: having(readOnly(money('Folha antes')), { sensitive: daEmpresa }),
    totalProposto: having(readOnly(money('Folha depois')), { sensitive: daEmpresa }),
    andamento: having(computed(choice('Andamento', andamentos)), {
      tones: { P: 'waiting', E: 'waiting', A: 'good', C: 'quiet' },
    }),
    partes: computed(choices('Partes', partes)),
    dissidio: computed(boolean('Dissídio')),
    ehUltimo: computed(boolean('É a última aplicada')),
    existeHistoricoConfirmado: computed(boolean('Existe histórico confirmado')),
    // For an integrated company: the personnel system has not confirmed the applied plan.
    aguardaPessoal: computed(boolean('Aguarda o sistema de pessoal')),
  },
  sample: () => ({ tipoReajuste: 'P' }),
  columns: ['nome', 'data', 'tipoReajuste', 'situacao', 'alcancados'],
  findable: { detail: ['tipoReajuste', 'data', 'situacao'] },
  filters: ['nome', 'data', 'tipoReajuste', 'andamento'],
  sort: { field: 'data', order: 'desc' },
  unique: [['nome']],
  lifecycle: vidaDoPlanejamento,
  // Planned salaries are not for everybody: whoever writes lines, or reads histories and reports of plans, may choose among the
  // plans too.
  privateNames: [
    'ROLE_CAD_REAJUSTE_COLABORADOR',
    'ROLE_CAD_REAJUSTE_FAIXA_SALARIAL',
    'ROLE_CAD_REAJUSTE_INDICE',
    'ROLE_CAD_HISTORICO_COLABORADOR',
    'ROLE_REL_PLANEJAMENTOS_REALINHAMENTOS',
    'ROLE_REL_CARTAS_REAJUSTE',
    'ROLE_REL_PROJECOES_SALARIAIS_TALENTOS',
  ],
  visibleWhen: {
    dataDissidio: ({ tipoReajuste }) => tipoReajuste === 'D',
    percentualDissidio: ({ tipoReajuste }) => tipoReajuste === 'D',
    andamento: () => false,
    partes: () => false,
    dissidio: () => false,
    ehUltimo: () => false,
    existeHistoricoConfirmado: () => false,
    aguardaPessoal: () => false,
    aprovada: () => false,
    quantidadeAplicada: () => false,
    alcancados: () => false,
    totalAtual: () => false,
    totalProposto: () => false,
    colaboradoresAplicadosEm: () => false,
    faixasAplicadasEm: () => false,
    indicesAplicadosEm: () => false,
    canceladaEm: () => false,
  },
  // RUL-281: a dissídio requires its date and percentage.
  requiredWhen: {
    dataDissidio: ({ tipoReajuste }) => tipoReajuste === 'D',
    percentualDissidio: ({ tipoReajuste }) => tipoReajuste === 'D',
  },
  lockedWhen: {
    edit: ({ situacao }) =>
      (situacao === 'A' || situacao === 'C') && {
        fields: FIXOS_DEPOIS_DE_APLICAR,
        why: `Este planejamento ${situacao === 'A' ? 'já foi aplicado' : 'foi cancelado'}: a data, o tipo e o dissídio não mudam mais. O título, a observação e o teto ainda podem ser alterados.`,
      },
    remove: ({ aprovada }) => aprovada === true && 'Este planejamento está aplicado. Cancele o reajuste antes de excluí-lo.',
  },
  *rules({ tipoReajuste, data, dataDissidio }, { before }) {
    const mudou = before === undefined || before.data !== data || before.dataDissidio !== dataDissidio;
    if (tipoReajuste === 'D' && mudou && dataDissidio !== null && dataDissidio > data)
      yield { field: 'dataDissidio', message: 'Data de início do dissídio não pode ser posterior à data de aplicação' };
  },
});
