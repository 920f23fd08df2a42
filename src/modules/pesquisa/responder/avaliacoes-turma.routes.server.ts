import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';

const PATH = '/api/pesquisa/avaliacoes-turma';
const AUTHORITY = 'ROLE_CAD_QUESTIONARIO';

const daTurma = z.object({ id: z.int(), questionarioId: z.int(), turmaId: z.int() });

/** CALL-654: classes come with training, so there is none to evaluate (docs/adr/0037). */
export function avaliacoesTurmaRoutes(app: FastifyInstance): void {
  const tags = ['Avaliações de Turma'];
  const open = { authority: AUTHORITY };
  const edit = { authority: `${AUTHORITY}_EDITAR` };
  const nenhuma = () => refuse.notFound();

  app.get(
    PATH,
    { config: open, schema: { tags, summary: 'Avaliações de turma', response: answers(z.array(daTurma)) } },
    (request) => {
      queryOf(request, { page: inQuery.id.optional(), size: inQuery.id.optional(), unpaged: inQuery.flag.optional() });
      return [];
    },
  );
  app.post(PATH, { config: edit, schema: { tags, summary: 'Avaliar uma turma', response: answers(daTurma) } }, () => {
    throw new Refusal('SEM_TURMAS', 'Ainda não há turmas para avaliar: elas vêm com Treinamentos.', 409);
  });
  app.get(
    `${PATH}/:id`,
    { config: open, schema: { tags, summary: 'Avaliação de uma turma', response: answers(daTurma) } },
    (request) => {
      recordIdOf(request);
      throw nenhuma();
    },
  );
  app.put(
    `${PATH}/:id`,
    { config: edit, schema: { tags, summary: 'Editar a avaliação de uma turma', response: answers(daTurma) } },
    (request) => {
      recordIdOf(request);
      throw nenhuma();
    },
  );
  app.delete(
    `${PATH}/:id`,
    {
      config: { authority: `${AUTHORITY}_EXCLUIR` },
      schema: { tags, summary: 'Excluir a avaliação de uma turma', response: { 204: nothing('removida') } },
    },
    (request) => {
      recordIdOf(request);
      throw nenhuma();
    },
  );
}
