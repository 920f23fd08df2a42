import { boolean, choice } from '#kit/fields/choice.ts';
import { date, month } from '#kit/fields/date.ts';
import { optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { monthsUpToToday, period, periodFaults } from '#kit/report/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { comPadrao, doQuadro, porEmpresa } from './filtros.ts';

const grupos = { TALENTO: 'talento', AREA_ORGANIZACIONAL: 'area', MES_ANO: 'mes', OCORRENCIA: 'ocorrencia' } as const;

export const ocorrenciasReport = defineReport({
  id: 'ocorrencias',
  title: 'Ocorrências',
  description: 'Ocorrências de um período, por talento, área, mês ou tipo, com as providências tomadas.',
  authority: 'ROLE_REL_OCORRENCIAS',
  filter: {
    ...period,
    agruparPor: comPadrao(
      choice('Agrupar por', {
        TALENTO: 'Talento',
        AREA_ORGANIZACIONAL: 'Área organizacional',
        MES_ANO: 'Mês/ano',
        OCORRENCIA: 'Tipo de ocorrência',
      }),
      'TALENTO',
    ),
    ocorrenciasIds: optional(refIds('Tipos de Ocorrência', 'gestao-talentos/tipo-ocorrencia', 0)),
    ...doQuadro,
    exibirProvidencia: boolean('Exibir providência', true),
    exibirObservacao: boolean('Exibir observação'),
  },
  row: {
    empresa: text('Empresa', 100),
    mes: month('Mês'),
    area: text('Área Organizacional', 2_000),
    talento: text('Talento', 100),
    ocorrencia: text('Ocorrência', 100),
    matricula: text('Matrícula', 30),
    cargo: text('Cargo', 100),
    dataIni: date('Início'),
    dataFim: date('Fim'),
    dias: integer('Dias'),
    providencia: text('Providência', 100),
    observacao: longText('Observação'),
  },
  groups: (filtro) => [...porEmpresa(filtro), grupos[filtro.agruparPor]],
  columns: ({ agruparPor, exibirProvidencia, exibirObservacao }) => [
    ...(agruparPor === 'TALENTO' ? [] : (['talento', 'matricula'] as const)),
    'cargo',
    ...(agruparPor === 'OCORRENCIA' ? [] : (['ocorrencia'] as const)),
    'dataIni',
    'dataFim',
    'dias',
    ...(exibirProvidencia ? (['providencia'] as const) : []),
    ...(exibirObservacao ? (['observacao'] as const) : []),
  ],
  totals: ['dias'],
  orientation: 'landscape',
  defaults: monthsUpToToday(1),
  rules: periodFaults,
});
