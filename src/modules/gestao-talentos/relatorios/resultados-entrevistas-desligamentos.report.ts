import { optional } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { monthsUpToToday, period, periodFaults } from '#kit/report/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { doQuadro } from './filtros.ts';

/** The answers of leavers, question by question. */
export const resultadosEntrevistasDesligamentos = defineReport({
  id: 'resultados-entrevistas-desligamentos',
  title: 'Resultados das Entrevistas de Desligamento',
  description: 'Respostas das entrevistas de desligamento de um período, pergunta a pergunta.',
  authority: 'ROLE_REL_RESULTADOS_ENTREVISTAS_DESLIGAMENTOS',
  filter: {
    ...period,
    modelosIds: optional(refIds('Modelos', 'gestao-talentos/modelos-entrevista-desligamento', 0)),
    ...doQuadro,
  },
  row: {
    modelo: text('Modelo', 250),
    pergunta: text('Pergunta', 500),
    resposta: text('Resposta', 4_000),
    quantidade: integer('Quantidade'),
    percentual: percentage('%', 2),
  },
  groups: ['modelo', 'pergunta'],
  totals: ['quantidade'],
  defaults: monthsUpToToday(1),
  rules: periodFaults,
});
