import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Acting, makerKey } from '#kit/acting/acting.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { isOver, type Jobs, type Task } from './jobs.server.ts';

const tags = ['Tarefas'];
const config = forUsers;
/** Proxies and browsers give up on a silent connection. */
const silence = 15_000;
const mostWatchers = 500;
/** A browser opens as many connections to one address. */
const mostWatchersOfOne = 6;

/** One's own background tasks: list, state, event stream, cancel. An event stream ends when its session is not any more what it was (`isStill`). */
export function registerJobRoutes(
  app: FastifyInstance,
  jobs: Jobs,
  isStill: (request: FastifyRequest) => Promise<boolean> = async () => true,
): void {
  const watchers = new Map<() => void, string | undefined>();
  const watchedBy = (who: string | undefined) => [...watchers.values()].filter((one) => one === who).length;

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

  app.get(
    '/api/tarefas/:id/eventos',
    { config, compress: false, schema: { tags, summary: 'Andamento de uma tarefa (text/event-stream)' } },
    async (request, reply) => {
      const id = recordIdOf(request);
      const { acting } = request;
      let last = await found(id, acting);
      const out = new Readable({ read() {} });
      const say = (task: Task) => out.push(`event: tarefa\ndata: ${JSON.stringify(task)}\n\n`);
      const close = () => {
        watchers.delete(close);
        leave();
        clearInterval(pulse);
        if (!out.readableEnded) out.push(null);
      };
      let reading: Promise<void> | undefined;
      let again = false;
      /** One read at a time, however fast the changes come. */
      const look = () => {
        again = true;
        reading ??= (async () => {
          while (again && watchers.has(close)) {
            again = false;
            const now = await jobs.read(id, acting);
            if (!now) return close();
            if (JSON.stringify(now) !== JSON.stringify(last)) say(now);
            last = now;
            if (isOver(now.estado)) return close();
          }
        })()
          .catch(() => close())
          .finally(() => {
            reading = undefined;
          });
      };
      const leave = jobs.onChange((changed) => {
        if (changed === null || changed === id) look();
      });
      const beat = async () => {
        if (!(await isStill(request))) return close();
        if (watchers.has(close)) out.push(': \n\n');
      };
      const pulse = setInterval(() => void beat().catch(close), silence);
      watchers.set(close, makerKey(acting));
      say(last);
      if (isOver(last.estado) || watchers.size > mostWatchers || watchedBy(makerKey(acting)) > mostWatchersOfOne) close();
      else look();
      // Of the answer: a request is closed as soon as it was read.
      reply.raw.once('close', close);
      out.once('close', close);
      return reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(out);
    },
  );

  app.addHook('preClose', () => {
    for (const close of watchers.keys()) close();
  });
}
