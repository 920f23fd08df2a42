import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, percentage, year } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { faltasDoFiltroDeTalentos } from '#modules/cargo-salario/public.ts';
import { areasDoFiltro, asQueRespondo } from '#modules/estrutura/public.ts';
import { daVaga, dosUltimosSeisMeses, faltasDoPeriodo, statusSolicitacao } from './filtros.ts';
import { vaga } from './selecao.report.ts';

const area = text('Área Organizacional', 2_000);
const cargo = text('Cargo', 100);

/** REP-006. */
export const vagaMotivo = defineReport({
  id: 'vaga-motivo',
  title: 'Vagas por Motivo',
  description: 'Por que se pediu gente num ano, e quantas das vagas foram preenchidas.',
  authority: 'ROLE_REL_VAGA_MOTIVO',
  filter: (({ dataIni: _, dataFim: __, ...resto }) => ({ ano: year('Ano'), ...resto }))(daVaga()),
  row: {
    motivo: text('Motivo', 100),
    solicitacoes: integer('Solicitações'),
    vagas: integer('Vagas'),
    preenchidas: integer('Preenchidas'),
    percentual: percentage('Das vagas do ano'),
  },
  totals: ['solicitacoes', 'vagas', 'preenchidas'],
  defaults: ({ today }) => ({ ano: Number(today.slice(0, 4)) }),
  *rules({ ano }, { today }) {
    if (ano > Number(today.slice(0, 4))) yield { field: 'ano', message: `Ano deve ser no máximo ${today.slice(0, 4)}` };
  },
});

/** REP-007: by default of the closed requests, which alone have a whole duration. */
export const duracaoVaga = defineReport({
  id: 'duracao-vaga',
  title: 'Duração para Preenchimento de Vagas',
  description: 'Quantos dias cada vaga levou do pedido ao encerramento; das abertas, quantos já se passaram.',
  authority: 'ROLE_REL_DURACAO_VAGA',
  filter: daVaga('E'),
  row: {
    cargo,
    vaga,
    area,
    quantidade: integer('Vagas'),
    preenchidas: integer('Preenchidas'),
    data: date('Pedida em'),
    encerrada: date('Encerrada em'),
    dias: integer('Dias'),
    previstos: integer('Dias previstos'),
    atraso: integer('Além do previsto'),
  },
  groups: ['cargo'],
  columns: () => ['vaga', 'area', 'quantidade', 'preenchidas', 'data', 'encerrada', 'dias', 'previstos', 'atraso'],
  totals: { quantidade: 'sum', preenchidas: 'sum', dias: 'average' },
  orientation: 'landscape',
  defaults: dosUltimosSeisMeses,
  rules: faltasDoPeriodo,
});

const porArea = ({ filtrarPor }: { filtrarPor?: '1' | '2' }) => filtrarPor !== '2';
const porGrupo = (filtro: { filtrarPor?: '1' | '2' }) => !porArea(filtro);

/** REP-003 (matrix 10): who works where people are asked for. */
export const talentosCargoArea = defineReport({
  id: 'cargo',
  title: 'Talentos por Cargo ou Área',
  description: 'Quem trabalha hoje nas áreas ou nos cargos escolhidos, ao lado das vagas pedidas para o mesmo cargo.',
  authority: 'ROLE_REL_CAPTACAO_CARGO',
  filter: {
    filtrarPor: having(choice('Filtrar por', { '1': 'Área Organizacional', '2': 'Grupo Ocupacional' }), {
      initial: '1',
      span: 12,
      hint: 'Só entram os talentos que você pode ver.',
    }),
    ...areasDoFiltro('areasIds'),
    gruposOcupacionaisIds: optional(refIds('Grupos Ocupacionais', 'cargo-salario/grupos-ocupacionais', 0)),
    cargosIds: optional(refIds('Cargos', 'cargo-salario/cargos', 0)),
    estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
    statusSolicitacao: having(statusSolicitacao(), { hint: 'As vagas que a coluna “Vagas” conta.' }),
  },
  row: {
    area,
    cargo,
    talento: text('Talento', 100),
    matricula: text('Matrícula', 12),
    faixa: text('Faixa Salarial', 14),
    estabelecimento: text('Estabelecimento', 100),
    admissao: date('Admissão'),
    vagas: integer('Vagas'),
  },
  groups: ({ filtrarPor }) => (filtrarPor === '2' ? ['cargo'] : ['area']),
  columns: ({ filtrarPor }) => [
    'talento',
    'matricula',
    filtrarPor === '2' ? 'area' : 'cargo',
    'faixa',
    'estabelecimento',
    'admissao',
    'vagas',
  ],
  totals: { talento: 'count' },
  orientation: 'landscape',
  visibleWhen: { areasIds: porArea, soAreas: porArea, gruposOcupacionaisIds: porGrupo, cargosIds: porGrupo },
  rules: faltasDoFiltroDeTalentos,
  limited: asQueRespondo,
});
