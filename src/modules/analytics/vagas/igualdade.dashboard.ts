import { addMonths } from '#kit/br/date.ts';
import { defineDashboard, defineIndicator, FEWEST } from '#kit/indicator/indicator.ts';
import { VER_DEFICIENCIA, VER_RACA } from '#modules/gestao-talentos/public.ts';
import { daSelecao } from './vagas.dashboard.ts';

const noPeriodo = { from: 'dataInicio', until: 'dataFim' } as const;
const PARTES = 'Uma parte de um grupo não tem lista: aqui ninguém se procura por sexo, raça ou deficiência.';
const POUCOS = `Etapas em que um grupo tem menos de ${FEWEST} pessoas não mostram números.`;

/** Who applies and how far each group comes; never a list of people, and nothing of groups of a few. */
export const painelIgualdade = defineDashboard({
  ...daSelecao,
  id: 'igualdade',
  title: 'Igualdade nas Seleções',
  description:
    'Quem se candidata e até onde cada grupo chega, as listas finais e as vagas da cota; sem números de grupos pequenos.',
  authority: 'ROLE_ANALYTICS_IGUALDADE',
  method: 'GET',
  start: (today) => ({ dataInicio: `${addMonths(today, -12).slice(0, 7)}-01`, dataFim: today }),
  indicators: [
    defineIndicator({
      id: 'sexo',
      title: 'Mulheres e homens em cada etapa',
      hint: `Das candidaturas feitas no período que chegaram à etapa. ${POUCOS}`,
      kind: 'bar',
      category: 'Etapa',
      opens: PARTES,
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'raca',
      title: 'Raça ou cor em cada etapa',
      hint: `Das candidaturas feitas no período que chegaram à etapa, de quem respondeu. ${POUCOS}`,
      kind: 'bar',
      needs: VER_RACA,
      category: 'Etapa',
      opens: PARTES,
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'listas',
      title: 'Listas finais equilibradas',
      hint: 'Vagas abertas com alguém nas duas últimas etapas: há na lista final mulheres e homens, ou só pessoas de um sexo?',
      kind: 'doughnut',
      category: 'Lista final',
      opens: {
        list: 'captacao/solicitacoes-pessoal',
        of: ['solicitação', 'solicitações'],
        knownFrom: { title: 'Candidatos', authority: 'ROLE_CAD_CANDIDATO' },
      },
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'cota',
      title: 'Cota de pessoas com deficiência',
      hint: 'Lei 8.213/1991, art. 93: o que a lei pede hoje da empresa inteira, quem já conta, e quantos candidatos em seleção contariam.',
      kind: 'bar',
      needs: VER_DEFICIENCIA,
      category: 'Empresa',
      opens: PARTES,
      period: { on: 'dataFim', of: 'até' },
    }),
  ],
});
