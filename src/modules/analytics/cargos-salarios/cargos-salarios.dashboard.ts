import { addMonths } from '#kit/br/date.ts';
import { date } from '#kit/fields/date.ts';
import { optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { defineDashboard, defineIndicator } from '#kit/indicator/indicator.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';
import { faltasDoPeriodo } from '../periodo.ts';

const SALARIO = 'ROLE_VER_SALARIO';
const filhas = {
  to: 'children',
  down: 'Áreas filhas',
  up: 'Área mãe',
  none: 'Área Organizacional não possui área filha.',
} as const;
const TALENTOS = { list: 'gestao-talentos/talentos', of: ['talento', 'talentos'] } as const;
const naDataBase = { on: 'dataBase' } as const;
const noPeriodo = { from: 'dataInicio', until: 'dataFim' } as const;
const promovidos = { list: 'cargo-salario/colaboradores/historicos', of: ['promoção', 'promoções'] } as const;
const porArea = { kind: 'bar', category: 'Área Organizacional' } as const;

export const painelCargosSalarios = defineDashboard({
  id: 'cargos-salarios',
  title: 'Painel de Cargos e Salários',
  description: 'Folha e quadro por área e por grupo ocupacional, promoções e salários em relação às faixas.',
  authority: 'ROLE_ANALYTICS_CARGOS_SALARIOS',
  method: 'GET',
  filter: {
    dataBase: date('Data-base'),
    dataInicio: date('Movimentações de'),
    dataFim: date('Movimentações até'),
    ...areasDoFiltro('areasIds'),
    estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
  },
  start: (today) => ({ dataBase: today, dataInicio: addMonths(today, -12), dataFim: today }),
  ownOnly: ['areasIds', 'soAreas', 'estabelecimentosIds'],
  rules: faltasDoPeriodo,
  indicators: [
    defineIndicator({
      id: 'quadroPorArea',
      title: 'Talentos por área',
      hint: 'Talentos ativos na data-base.',
      ...porArea,
      drill: { ...filhas, path: 'quadro-areas-filhas', param: 'areaId' },
      opens: TALENTOS,
      period: naDataBase,
    }),
    defineIndicator({
      id: 'salariosPorArea',
      title: 'Folha de salários por área',
      hint: 'Soma do que recebem todos os vínculos na data-base, também estagiários e sócios.',
      needs: SALARIO,
      ...porArea,
      drill: { ...filhas, path: 'salarios-areas-filhas', param: 'areaId' },
      opens: { ...TALENTOS, counts: 1 },
      period: naDataBase,
    }),
    defineIndicator({
      id: 'folhaPorMes',
      title: 'Folha de salários mês a mês',
      hint: 'Salários no último dia de cada um dos doze meses até a data-base, ao lado do faturamento do mês.',
      kind: 'line',
      category: 'Mês',
      needs: SALARIO,
      wide: true,
      opens: { ...TALENTOS, counts: -1 },
      period: { on: 'dataBase', of: 'doze meses até' },
    }),
    defineIndicator({
      id: 'quadroPorGrupo',
      title: 'Talentos por grupo ocupacional',
      kind: 'doughnut',
      category: 'Grupo Ocupacional',
      opens: TALENTOS,
      period: naDataBase,
    }),
    defineIndicator({
      id: 'salarioMedioPorGrupo',
      title: 'Salário médio por grupo ocupacional',
      kind: 'bar',
      category: 'Grupo Ocupacional',
      needs: SALARIO,
      opens: { ...TALENTOS, counts: 2, first: 2 },
      period: naDataBase,
    }),
    defineIndicator({
      id: 'promocoesHorizontais',
      title: 'Promoções horizontais por área',
      hint: 'Históricos de motivo Promoção no período, no mesmo cargo.',
      ...porArea,
      drill: { ...filhas, path: 'promocoes-horizontal-areas-filhas', param: 'areaOrganizacionalId' },
      opens: promovidos,
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'promocoesVerticais',
      title: 'Promoções verticais por área',
      hint: 'Históricos de motivo Promoção no período, para outro cargo.',
      ...porArea,
      drill: { ...filhas, path: 'promocoes-vertical-areas-filhas', param: 'areaOrganizacionalId' },
      opens: promovidos,
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'salarioNaFaixa',
      title: 'Salário em relação à faixa',
      hint: 'Salário do talento ÷ valor da faixa salarial na data-base.',
      kind: 'bar',
      category: 'Posição',
      needs: SALARIO,
      opens: TALENTOS,
      period: naDataBase,
    }),
    defineIndicator({
      id: 'cargosMaisOcupados',
      title: 'Cargos com mais talentos',
      kind: 'bar',
      category: 'Cargo',
      opens: TALENTOS,
      period: naDataBase,
    }),
  ],
});
