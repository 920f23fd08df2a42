import { addMonths } from '#kit/br/date.ts';
import { date } from '#kit/fields/date.ts';
import { optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { defineDashboard, defineIndicator } from '#kit/indicator/indicator.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';
import { faltasDoPeriodo } from '../periodo.ts';

/** Results follow from averages of two filters, and who has answered from two counts: they are told to whoever may read them anyway. */
export const RESULTADOS = 'ROLE_CAD_AVALIACAO_DESEMPENHO';
/** Whoever opens the list of a slice learns somebody's result. */
const TALENTOS = {
  list: 'gestao-talentos/talentos',
  of: ['talento', 'talentos'],
  knownFrom: { title: 'Avaliações de Desempenho', authority: RESULTADOS },
} as const;
const NO_QUADRO = {
  ...TALENTOS,
  knownFrom: { title: 'Nine Box', authority: 'ROLE_CAD_NINEBOX' },
} as const;
const PROPRIO = 'O seu resultado só conta se a avaliação o mostra a você.';
const noPeriodo = { from: 'dataInicio', until: 'dataFim' } as const;

export const painelDesempenho = defineDashboard({
  id: 'desempenho',
  title: 'Painel de Desempenho',
  description: 'Participação, resultados por área e por cargo, distâncias das competências, Nine Box e evolução.',
  authority: 'ROLE_ANALYTICS_DESEMPENHO',
  method: 'GET',
  filter: {
    dataInicio: date('Avaliações de'),
    dataFim: date('Avaliações até'),
    ...areasDoFiltro('areasIds'),
    estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
  },
  start: (today) => ({ dataInicio: addMonths(today, -24), dataFim: addMonths(today, 3) }),
  ownOnly: ['areasIds', 'soAreas', 'estabelecimentosIds'],
  rules: faltasDoPeriodo,
  indicators: [
    defineIndicator({
      id: 'participacao',
      title: 'Participação',
      hint: 'Respondidas ÷ pedidas × 100, de cada avaliação que termina no período, aos avaliadores que se veem.',
      kind: 'bar',
      category: 'Avaliação',
      opens: 'Uma avaliação pedida não é uma pessoa: quem ainda não respondeu está na página da avaliação.',
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'resultadoPorArea',
      title: 'Performance por área',
      hint: `Média da performance na última avaliação concluída de cada talento no período, pela área que ele tinha. ${PROPRIO}`,
      kind: 'bar',
      needs: RESULTADOS,
      category: 'Área Organizacional',
      drill: {
        to: 'children',
        path: 'resultado-areas-filhas',
        param: 'areaId',
        down: 'Áreas filhas',
        up: 'Área mãe',
        none: 'Área Organizacional não possui área filha.',
      },
      opens: { ...TALENTOS, counts: 1 },
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'resultadoPorCargo',
      title: 'Performance por cargo',
      hint: `Média da performance nos dez cargos com mais avaliados. ${PROPRIO}`,
      kind: 'bar',
      needs: RESULTADOS,
      category: 'Cargo',
      opens: { ...TALENTOS, counts: 1 },
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'distancias',
      title: 'Competências mais distantes do exigido',
      hint: `Média do nível exigido menos o alcançado, nas dez competências em que mais falta; ao lado, quantos ficam abaixo. ${PROPRIO}`,
      kind: 'bar',
      needs: RESULTADOS,
      category: 'Competência',
      opens: { ...TALENTOS, counts: 1 },
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'nineBox',
      title: 'Distribuição do Nine Box',
      hint: 'A última avaliação concluída de cada talento, pelos limites usuais (33% e 66%), antes da calibragem.',
      kind: 'bar',
      needs: 'ROLE_CAD_NINEBOX',
      category: 'Quadrante',
      opens: NO_QUADRO,
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'evolucao',
      title: 'Evolução dos resultados',
      hint: `Médias das avaliações concluídas, pelo mês em que terminam. ${PROPRIO}`,
      kind: 'line',
      needs: RESULTADOS,
      category: 'Mês',
      opens: 'Uma média de várias avaliações não tem lista: cada uma abre-se em Performance por área.',
      period: noPeriodo,
    }),
  ],
});
