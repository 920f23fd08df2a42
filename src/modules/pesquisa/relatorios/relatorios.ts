import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { refId } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { modos } from '#platform/questionario/round.ts';

const questionarioId = optional(refId('Questionário', 'pesquisa/questionarios'));
const colaboradorId = optional(refId('Talento', 'gestao-talentos/talentos'));

/** CALL-453: who is asked what; whether they have answered is said of answers by name alone. */
export const questionariosDoTalento = defineReport({
  id: 'questionarios-talentos',
  title: 'Questionários do Talento',
  description: 'A quem se perguntou o quê, e, das respostas com nome, quem já respondeu.',
  authority: 'ROLE_REL_QUESTIONARIOS_TALENTOS',
  filter: { questionarioId, colaboradorId },
  row: {
    titulo: text('Questionário', 250),
    colaborador: text('Talento', 100),
    modo: choice('Promessa', modos),
    ate: date('Último dia'),
    situacao: text('Situação', 40),
  },
  groups: ['titulo'],
  totals: { colaborador: 'count' },
  also: { path: 'colaborador-questionario/relatorio', format: 'pdf', method: 'POST' },
});

const resposta = {
  titulo: text('Questionário', 250),
  colaborador: text('Talento', 100),
  pergunta: text('Pergunta', 500),
  resposta: longText('Resposta', 8_000),
};

/** CALL-457: what people answered by name in interviews. */
export const entrevistasRespondidas = defineReport({
  id: 'entrevistas',
  title: 'Entrevistas',
  description: 'As respostas de cada entrevistado, pergunta a pergunta.',
  authority: 'ROLE_REL_ENTREVISTAS',
  filter: { entrevistaId: optional(refId('Entrevista', 'pesquisa/entrevistas')), colaboradorId },
  row: resposta,
  groups: ['titulo', 'colaborador'],
  also: { path: 'entrevistas/print', format: 'pdf', method: 'POST' },
});

/** CALL-443: what people answered by name to questionnaires. Those of classes come with training. */
export const respostasIdentificadas = defineReport({
  id: 'respostas-identificadas',
  title: 'Respostas Identificadas',
  description: 'Questionários respondidos com nome, pergunta a pergunta.',
  authority: 'ROLE_REL_RESPOSTAS_IDENTIFICADAS',
  filter: { questionarioId, colaboradorId, turmaId: optional(integer('Turma', { min: 1, max: 2_000_000_000 })) },
  row: resposta,
  groups: ['titulo', 'colaborador'],
  also: { path: 'colaborador-respostas/imprimir/avaliacao-turma', format: 'pdf', method: 'POST' },
});
