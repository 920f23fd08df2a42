import type { FastifyInstance } from 'fastify';
import type { Acting } from '#kit/acting/acting.server.ts';
import { refTo, sharedSchema } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Jobs, Task } from './jobs.server.ts';

const tags = ['Tarefas'];
const config = forUsers;
const moment = { type: ['string', 'null'], format: 'date-time' };
const whole = { type: 'integer' };
const task = {
  type: 'object',
  properties: {
    id: whole,
    tipo: { type: 'string' },
    titulo: { type: 'string' },
    estado: { type: 'string', enum: ['fila', 'executando', 'concluida', 'falhou', 'cancelada'] },
    progresso: whole,
    total: { type: ['integer', 'null'] },
    mensagem: { type: ['string', 'null'] },
    arquivoId: { type: ['integer', 'null'], description: 'O que ela fez: GET /api/arquivos/{id}' },
    criadaEm: moment,
    iniciadaEm: moment,
    concluidaEm: moment,
    tentativas: whole,
  },
  required: ['id', 'tipo', 'titulo', 'estado', 'progresso'],
};

/** One's own background tasks: list, state, cancel. */
export function registerJobRoutes(app: FastifyInstance, jobs: Jobs): void {
  const found = async (id: number, acting: Acting): Promise<Task> => {
    const task = await jobs.read(id, acting);
    if (!task) throw refuse.notFound();
    return task;
  };

  const one = { description: 'a tarefa', ...sharedSchema(app, 'Tarefa', () => task) };
  const all = { description: 'as tarefas', type: 'array', items: refTo('Tarefa') };
  app.get('/api/tarefas', { config, schema: { tags, summary: 'Minhas tarefas', response: { 200: all } } }, (request) =>
    jobs.list(request.acting),
  );

  const state = { tags, summary: 'Estado de uma tarefa', response: { 200: one } };
  app.get('/api/tarefas/:id', { config, schema: state }, (request) => found(recordIdOf(request), request.acting));

  const cancelling = { tags, summary: 'Cancelar uma tarefa', response: { 200: one } };
  app.post('/api/tarefas/:id/cancelar', { config, schema: cancelling }, async (request) => {
    const id = recordIdOf(request);
    await found(id, request.acting);
    await jobs.cancel(id, request.acting);
    return found(id, request.acting);
  });
}
