import { addMonths } from '#kit/br/date.ts';
import { date } from '#kit/fields/date.ts';
import { optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { defineDashboard, defineIndicator } from '#kit/indicator/indicator.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';
import { faltasDoPeriodo } from '../periodo.ts';

const SOLICITACOES = { list: 'captacao/solicitacoes-pessoal', of: ['solicitação', 'solicitações'] } as const;
const CANDIDATURAS = { list: 'captacao/candidaturas', of: ['candidatura', 'candidaturas'] } as const;
const noPeriodo = { from: 'dataInicio', until: 'dataFim' } as const;
const jaPassado = { ...noPeriodo, past: true } as const;

export const daSelecao = {
  filter: {
    dataInicio: date('Período de'),
    dataFim: date('Período até'),
    ...areasDoFiltro('areasIds'),
    estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
    cargosIds: optional(refIds('Cargos', 'cargo-salario/cargos', 0)),
  },
  ownOnly: ['areasIds', 'soAreas', 'estabelecimentosIds', 'cargosIds'],
  rules: faltasDoPeriodo,
} as const;

export const painelVagas = defineDashboard({
  ...daSelecao,
  id: 'vagas',
  title: 'Painel de Vagas',
  description: 'O funil das seleções, de onde vêm os candidatos, onde se espera, e quando as vagas devem fechar.',
  authority: 'ROLE_ANALYTICS_VAGAS',
  method: 'GET',
  // A year, and the months in which what is open should close.
  start: (today) => ({ dataInicio: `${addMonths(today, -12).slice(0, 7)}-01`, dataFim: addMonths(today, 3) }),
  indicators: [
    defineIndicator({
      id: 'funil',
      title: 'Funil das seleções',
      hint: 'Candidaturas feitas no período, pela etapa mais adiante a que chegaram: quem foi contratado passou por todas.',
      kind: 'funnel',
      category: 'Etapa',
      opens: CANDIDATURAS,
      period: jaPassado,
    }),
    defineIndicator({
      id: 'fontes',
      title: 'De onde vêm os candidatos',
      hint: 'Quem se candidatou no período, pelo que disse de como ficou sabendo da vaga.',
      kind: 'doughnut',
      category: 'Como ficou sabendo',
      opens: { list: 'captacao/candidatos', of: ['candidato', 'candidatos'] },
      period: jaPassado,
    }),
    defineIndicator({
      id: 'situacoes',
      title: 'Solicitações por situação',
      hint: 'Solicitações feitas no período.',
      kind: 'doughnut',
      category: 'Situação',
      opens: SOLICITACOES,
      period: jaPassado,
    }),
    defineIndicator({
      id: 'tempoPorEtapa',
      title: 'Tempo em cada etapa',
      hint: 'Média de dias entre a chegada à etapa, no período, e a seguinte, o fim da candidatura ou hoje.',
      kind: 'bar',
      category: 'Etapa',
      opens: 'Uma média de dias não tem lista: cada candidatura está na seleção da sua vaga.',
      period: jaPassado,
    }),
    defineIndicator({
      id: 'quemDemora',
      title: 'Quem está esperando há mais de 7 dias',
      hint: 'Candidaturas em andamento de vagas abertas, paradas na mesma etapa há mais de 7 dias, por recrutador responsável.',
      kind: 'bar',
      category: 'Recrutador',
      opens: CANDIDATURAS,
      period: { on: 'dataFim', of: 'até', past: true },
    }),
    defineIndicator({
      id: 'duracao',
      title: 'Dias para preencher',
      hint: 'Média de dias do pedido ao encerramento, pelo mês do encerramento.',
      kind: 'line',
      category: 'Mês',
      opens: { ...SOLICITACOES, counts: 1 },
      period: jaPassado,
    }),
    defineIndicator({
      id: 'coorte',
      title: 'Preenchidas em 30, 60 e 90 dias',
      hint: 'Das solicitações aprovadas de cada mês, sem as canceladas, quantas por cento se encerraram em até tantos dias. Sem número: ainda não passaram esses dias.',
      kind: 'line',
      category: 'Mês do pedido',
      opens: { ...SOLICITACOES, counts: 3 },
      period: jaPassado,
    }),
    defineIndicator({
      id: 'previsao',
      title: 'Quando as vagas abertas devem fechar',
      hint: 'Solicitações abertas pela previsão de encerramento e pelo ritmo: a mediana de dias das encerradas nos últimos doze meses, da data do pedido, ou hoje se já passou.',
      kind: 'bar',
      category: 'Mês',
      opens: { ...SOLICITACOES, columns: ['Pela previsão', 'Pelo ritmo'] },
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'contratados',
      title: 'Quem veio por uma vaga: admissões e desligamentos',
      hint: 'Talentos que se candidataram antes, pelo mês em que entraram e em que saíram.',
      kind: 'line',
      category: 'Mês',
      opens: { list: 'gestao-talentos/talentos', of: ['talento', 'talentos'], columns: ['Admissões', 'Desligamentos'] },
      period: noPeriodo,
    }),
  ],
});
