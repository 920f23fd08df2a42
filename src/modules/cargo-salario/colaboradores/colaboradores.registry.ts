import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { computed, having, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { guardadoDoTalento, quantidadeDoIndice, statusDoHistorico, tipoSalario } from '#modules/estrutura/public.ts';
import { motivos, situacoes, tonsDaSituacao } from '#modules/gestao-talentos/public.ts';

const AREA = 'cargo-salario/areas-organizacionais';
const CARGO = 'cargo-salario/cargos';
const FAIXA = 'cargo-salario/faixas-salariais';
const ESTABELECIMENTO = 'utilitario/estabelecimentos';
const segredo = { sensitive: 'ROLE_VER_SALARIO' } as const;

/** The talents as the module of positions and salaries shows them: the same people, over a view of their table. */
export const colaboradores = defineRegistry({
  id: 'colaboradores',
  search: ['nome', 'matricula'],
  title: 'Colaboradores',
  singular: 'Colaborador',
  authority: 'ROLE_CAD_COLABORADOR_CARGO',
  scope: 'empresa',
  readOnly: true,
  view: true,
  fields: {
    nome: text('Nome', 100),
    matricula: optional(text('Matrícula', 30)),
    areaAtual: optional(ref('Área Organizacional', AREA)),
    cargoAtual: optional(ref('Cargo', CARGO)),
    faixaAtual: optional(ref('Faixa Salarial', FAIXA)),
    estabelecimentoAtual: optional(ref('Estabelecimento', ESTABELECIMENTO)),
    dataAdmissao: date('Admissão'),
    dataDesligamento: optional(date('Data de desligamento')),
    salarioAtual: having(optional(money('Salário')), segredo),
    situacao: having(choice('Situação', situacoes), { tones: tonsDaSituacao }),
  },
  secondary: 'matricula',
  columns: ['nome', 'areaAtual', 'faixaAtual', 'estabelecimentoAtual', 'dataAdmissao', 'salarioAtual', 'situacao'],
  filters: ['nome', 'matricula', 'areaAtual', 'cargoAtual', 'faixaAtual', 'estabelecimentoAtual', 'dataAdmissao', 'situacao'],
});

/** The fields of an entry in the history of position and salary, wherever it is shown. */
const lancamento = {
  data: date('Início'),
  motivo: choice('Motivo', motivos),
  areaOrganizacional: ref('Área Organizacional', AREA),
  faixaSalarial: ref('Faixa Salarial', FAIXA),
  estabelecimento: optional(ref('Estabelecimento', ESTABELECIMENTO)),
  ambiente: optional(ref('Ambiente', 'sst/ambientes')),
  funcao: optional(ref('Função', 'sst/funcoes')),
  // Bands and indices are open to whoever maintains them, so that somebody is paid by one would reveal the salary.
  tipoSalario: having(tipoSalario('Tipo do salário'), { ...segredo, initial: '1' }),
  indice: having(optional(ref('Índice', 'cargo-salario/indices')), segredo),
  quantidadeIndice: having(optional(quantidadeDoIndice()), segredo),
  salario: having(optional(money('Salário')), segredo),
};

/** Every entry of every talent's history, over a view; each is written through its talent. */
export const historicosColaboradores = defineRegistry({
  id: 'colaboradores/historicos',
  table: 'historicos_colaboradores',
  title: 'Históricos do Colaborador',
  singular: 'Histórico do Colaborador',
  authority: 'ROLE_CAD_HISTORICO_COLABORADOR',
  scope: 'empresa',
  readOnly: true,
  ownWrites: true,
  view: true,
  lockedWhen: { edit: guardadoDoTalento, remove: guardadoDoTalento },
  fields: {
    nome: text('Colaborador', 100),
    colaborador: ref('Colaborador', 'gestao-talentos/talentos'),
    ...lancamento,
    ate: optional(date('Até')),
    // An entry by band or index holds no amount: this is its value on its last day, or today.
    salarioPago: having(computed(money('Salário pago')), segredo),
    cargo: optional(ref('Cargo', CARGO)),
    status: optional(choice('Status', statusDoHistorico)),
    tabelaReajuste: optional(ref('Realinhamento', 'cargo-salario/tabelas-reajustes-colaboradores')),
  },
  columns: ['nome', 'data', 'ate', 'motivo', 'areaOrganizacional', 'faixaSalarial', 'salarioPago', 'tabelaReajuste'],
  filters: [
    'nome',
    'colaborador',
    'data',
    'motivo',
    'areaOrganizacional',
    'cargo',
    'faixaSalarial',
    'estabelecimento',
    'tabelaReajuste',
  ],
  sort: { field: 'data', order: 'desc' },
});

/** The form of one entry: judged here for the screen, and by the talent's own rules at the save. */
export const historicoDeColaborador = defineRegistry({
  id: 'colaboradores/historicos',
  title: historicosColaboradores.title,
  singular: historicosColaboradores.singular,
  authority: historicosColaboradores.authority,
  scope: 'empresa',
  fields: { colaborador: ref('Colaborador', 'gestao-talentos/talentos'), ...lancamento },
  columns: [],
  requiredWhen: {
    // The same condition as on the talent's own form, for new entries.
    ambiente: (_linha, { settings, before }) => before === undefined && settings.obrigarAmbienteFuncao === true,
    funcao: (_linha, { settings, before }) => before === undefined && settings.obrigarAmbienteFuncao === true,
    // RUL-288, RUL-289: the sentences of a proposed line, repeated by the talent's own rules.
    indice: ({ tipoSalario: tipo }) => tipo === '2' && 'Índice é requerido',
    quantidadeIndice: ({ tipoSalario: tipo }) => tipo === '2' && 'Quantidade não pode ser 0 (zero) ou menor',
    salario: ({ tipoSalario: tipo }) => tipo === '3' && 'Valor é obrigatório',
  },
  visibleWhen: {
    indice: ({ tipoSalario: tipo }) => tipo === '2',
    quantidadeIndice: ({ tipoSalario: tipo }) => tipo === '2',
    salario: ({ tipoSalario: tipo }) => tipo === '3',
  },
});
