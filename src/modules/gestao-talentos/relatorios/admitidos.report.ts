import { choice } from '#kit/fields/choice.ts';
import { date, month } from '#kit/fields/date.ts';
import { text } from '#kit/fields/text.ts';
import { monthsUpToToday, period, periodFaults } from '#kit/report/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { vinculos } from '../talentos/codigos.ts';
import { agrupamentosDoMovimento, comPadrao, doQuadro, gruposDoMovimento, porEmpresa } from './filtros.ts';

export const admitidosReport = defineReport({
  id: 'admitidos',
  title: 'Admitidos',
  description: 'Quem foi admitido num período, com a área e o cargo da admissão.',
  authority: 'ROLE_REL_ADMITIDOS',
  filter: {
    ...period,
    agruparPor: comPadrao(choice('Agrupar por', agrupamentosDoMovimento), 'MES_ANO'),
    ...doQuadro,
  },
  row: {
    empresa: text('Empresa', 100),
    mes: month('Mês/ano'),
    area: text('Área Organizacional', 2_000),
    talento: text('Talento', 100),
    matricula: text('Matrícula', 30),
    dataAdmissao: date('Admissão'),
    cargo: text('Cargo', 100),
    faixa: text('Faixa Salarial', 30),
    estabelecimento: text('Estabelecimento', 100),
    vinculo: choice('Vínculo', vinculos),
    dataDesligamento: date('Desligamento'),
  },
  groups: (filtro) => [...porEmpresa(filtro), ...gruposDoMovimento[filtro.agruparPor]],
  columns: ({ agruparPor }) => [
    'talento',
    'matricula',
    'dataAdmissao',
    ...(agruparPor === 'AREA_ORGANIZACIONAL' ? [] : (['area'] as const)),
    'cargo',
    'faixa',
    'estabelecimento',
    'vinculo',
    'dataDesligamento',
  ],
  orientation: 'landscape',
  defaults: monthsUpToToday(1),
  rules: periodFaults,
});
