import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#kit/db/database.server.ts';
import { tellSaved } from '#kit/history/reading.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { Job, JobHandler, Jobs } from '#kit/jobs/jobs.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { besidesToMove } from '#kit/registry/lifecycle.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { answered, tellStale } from '#kit/store/stale.server.ts';
import type { Record_, Store } from '#kit/store/store.server.ts';

/** The kind of task that moves one record. */
export const TRANSITION_JOB = 'registros.mover';

export interface Move {
  /** of the record; without it, the one of the address */
  id?: number;
  /** of the transition */
  name: string;
  /** the unjudged input of the transition's form */
  input: unknown;
}

interface Moved extends Required<Move> {
  path: string;
}

/**
 * Moves the record of a request, once for its key; a transition that is too long for a request becomes a task, and the answer is
 * its number.
 */
export function createMover({ db, jobs }: { db: Database; jobs?: Pick<Jobs, 'enqueue'> }, path: string, store: Store) {
  const { registry } = store;

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { id = recordIdOf(request), name, input }: Move,
  ): Promise<Record_ | FastifyReply> => {
    const { acting } = request;
    // What is refused here is refused again below, unless the same request has moved the record before.
    const long = await store.asTask(db, acting, id, name, input).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return undefined;
    });
    if (long) {
      if (!jobs) throw new Error(`${path}: nothing runs the task of ${name}`);
      const tarefaId = await jobs.enqueue(TRANSITION_JOB, { path, id, name, input }, acting, {
        titulo: long.titulo,
        // One task at a time for a record, whatever it does.
        key: `${path}/${id}`,
        busy: () => new Refusal('TAREFA_EM_ANDAMENTO', 'Este registro já está sendo alterado em segundo plano.', 409),
      });
      return reply.status(202).send({ tarefaId });
    }
    const moved = await db
      .tx((tx) =>
        createOnce(tx, acting, {
          key: request.headers[ONCE],
          path: `/api/${path}/${id}/${name}`,
          body: input,
          create: async () =>
            tellSaved(tx, acting, registry, answered(registry, await store.transition(tx, acting, id, name, input), acting)),
          read: () => store.show(tx, acting, id),
        }),
      )
      .catch(tellStale(db, acting, registry));
    return answered(registry, moved, acting);
  };
}

/**
 * Moves the record in a task. The move and the end of the task are one transaction, so a repeated task finds it done or not
 * begun. A task that loses a deadlock starts again.
 */
export const transitionJob =
  (storeOf: (path: string) => Store): JobHandler =>
  async (job: Job) => {
    const { path, id, name, input } = job.dados as unknown as Moved;
    const store = storeOf(path);
    const transition = store.registry.lifecycle?.transitions[name];
    if (!transition || ![transition.authority, ...besidesToMove(store.registry, transition)].every(job.acting.can))
      throw refuse.forbidden();
    await job.db.tx(
      async (tx) => {
        const long = await store.asTask(tx, job.acting, id, name, input);
        await store.transition(tx, job.acting, id, name, input, job.progress);
        job.wroteMany(long?.writes ?? []);
        await job.conclude(tx, { mensagem: transition.done });
      },
      { retry: 2 },
    );
    return undefined;
  };
