import type { FastifyInstance } from 'fastify';
import type { Acting } from '#kit/acting/acting.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Jobs, Task } from './jobs.server.ts';

const tags = ['Tarefas'];
const config = forUsers;

/** One's own background tasks: list, state, cancel. */
export function registerJobRoutes(app: FastifyInstance, jobs: Jobs): void {
  const found = async (id: number, acting: Acting): Promise<Task> => {
    const task = await jobs.read(id, acting);
    if (!task) throw refuse.notFound();
    return task;
  };

  app.get('/api/tarefas', { config, schema: { tags, summary: 'Minhas tarefas' } }, (request) => jobs.list(request.acting));

  app.get('/api/tarefas/:id', { config, schema: { tags, summary: 'Estado de uma tarefa' } }, (request) =>
    found(recordIdOf(request), request.acting),
  );

  app.post('/api/tarefas/:id/cancelar', { config, schema: { tags, summary: 'Cancelar uma tarefa' } }, async (request) => {
    const id = recordIdOf(request);
    await found(id, request.acting);
    await jobs.cancel(id, request.acting);
    return found(id, request.acting);
  });
}
