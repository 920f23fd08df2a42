import { boolean } from '#kit/fields/choice.ts';
import { having } from '#kit/fields/field.ts';
import { refId } from '#kit/fields/reference.ts';
import { defineDocument } from '#kit/report/report.ts';

/** REP-047, CALL-306: a model's questions on paper, to be answered by hand. */
export const perguntasAvaliacao = defineDocument({
  id: 'perguntas-avaliacao',
  title: 'Perguntas da Avaliação',
  description: 'As perguntas de um modelo, em branco, para responder à mão, em PDF.',
  authority: 'ROLE_REL_PERGUNTAS_AVALIACAO',
  filter: {
    avaliacaoId: refId('Modelo de Avaliação', 'avaliacao/modelos-avaliacao'),
    imprimirFormaEconomica: having(boolean('Imprimir de forma econômica'), { hint: 'Duas colunas e letras pequenas.' }),
  },
  also: { path: 'avaliacoes/relatorio', method: 'POST', format: 'pdf' },
});
