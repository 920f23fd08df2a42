import { addMonths } from '#kit/br/date.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { number } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { defineDashboard, defineIndicator } from '#kit/indicator/indicator.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';
import { faltasDoPeriodo } from '../periodo.ts';

const TALENTOS = { list: 'gestao-talentos/talentos', of: ['talento', 'talentos'] } as const;
const porSexo = { ...TALENTOS, columns: ['Mulheres', 'Homens'] } as const;
const noFim = { on: 'dataFim' } as const;
const noPeriodo = { from: 'dataInicio', until: 'dataFim' } as const;

const meta = (label: string) => optional(having(number(label, 2), { min: 0, max: 100 }));

export const painelTalento = defineDashboard({
  id: 'talento',
  title: 'Painel de Talentos',
  description: 'Turnover, absenteísmo, admissões, desligamentos e o perfil de quem trabalha na empresa.',
  authority: 'ROLE_ANALYTICS_TALENTO',
  method: 'POST',
  filter: {
    dataInicio: date('Período de'),
    dataFim: date('Período até'),
    ...areasDoFiltro('areasIds'),
    estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
    metaTurnover: meta('Meta de turnover (%)'),
    metaAbsenteismo: meta('Meta de absenteísmo (%)'),
  },
  // Twelve whole months and the present one so far.
  start: (today) => ({ dataInicio: `${addMonths(today, -12).slice(0, 7)}-01`, dataFim: today }),
  ownOnly: ['areasIds', 'soAreas', 'estabelecimentosIds'],
  rules: faltasDoPeriodo,
  indicators: [
    defineIndicator({
      id: 'turnover',
      title: 'Turnover',
      hint: 'Metade de admitidos e desligados ÷ talentos ativos antes do mês × 100. Contam os desligados por motivo considerado no turnover.',
      kind: 'turnover',
      category: 'Mês',
      rows: {
        empresaNome: { label: 'Empresa' },
        qtdAdmitidos: { label: 'Admitidos', format: 'integer' },
        qtdDesligados: { label: 'Desligados', format: 'integer' },
        qtdDemitidos: { label: 'Desligados considerados', format: 'integer' },
        media: { label: 'Turnover médio', format: 'percentage' },
        meta: { label: 'Meta', format: 'percentage' },
      },
      opens: 'Uma taxa não tem lista: quem entrou e quem saiu abre-se em Admissões e desligamentos por mês.',
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'absenteismo',
      title: 'Absenteísmo',
      hint: 'Faltas em dias trabalhados ÷ (talentos ativos no início do mês × dias trabalhados) × 100. Dias trabalhados: de segunda a sexta, sem feriados nacionais.',
      kind: 'absenteeism',
      // Whether a leave counts depends on its reason, and a figure of a few people reveals it.
      needs: 'ROLE_VER_SAUDE',
      category: 'Mês',
      rows: {
        empresaNome: { label: 'Empresa' },
        qtdTotalFaltas: { label: 'Faltas', format: 'integer' },
        qtdDiasTrabalhados: { label: 'Dias trabalhados', format: 'integer' },
        absenteismo: { label: 'Absenteísmo médio', format: 'percentage' },
        meta: { label: 'Meta', format: 'percentage' },
      },
      opens: 'Uma taxa não tem lista: os dias de ausência não são pessoas.',
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'admissoesDesligamentos',
      title: 'Admissões e desligamentos por mês',
      kind: 'line',
      category: 'Mês',
      opens: { ...TALENTOS, columns: ['Admissões', 'Desligamentos'] },
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'motivosDesligamento',
      title: 'Motivos de desligamento',
      hint: 'Desligados no período.',
      kind: 'bar',
      // The record of a talent does not say why they left, and a figure of a few people reveals it.
      needs: 'ROLE_CAD_DESLIGAMENTO',
      category: 'Motivo',
      opens: TALENTOS,
      period: noPeriodo,
    }),
    defineIndicator({
      id: 'geracoes',
      title: 'Gerações',
      hint: 'Talentos ativos no fim do período, pelo ano de nascimento.',
      kind: 'doughnut',
      category: 'Geração',
      drill: { to: 'description', label: 'O que é a geração' },
      opens: TALENTOS,
      period: noFim,
    }),
    defineIndicator({ id: 'sexo', title: 'Sexo', kind: 'doughnut', category: 'Sexo', opens: TALENTOS, period: noFim }),
    defineIndicator({ id: 'faixaEtaria', title: 'Faixa etária', kind: 'bar', category: 'Idade', opens: porSexo, period: noFim }),
    defineIndicator({
      id: 'tempoDeServico',
      title: 'Tempo de serviço',
      kind: 'bar',
      category: 'Anos de empresa',
      opens: porSexo,
      period: noFim,
    }),
    defineIndicator({
      id: 'escolaridade',
      title: 'Escolaridade',
      kind: 'bar',
      category: 'Escolaridade',
      opens: TALENTOS,
      period: noFim,
    }),
    defineIndicator({ id: 'vinculos', title: 'Vínculo', kind: 'doughnut', category: 'Vínculo', opens: TALENTOS, period: noFim }),
  ],
});
