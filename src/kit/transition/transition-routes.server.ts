import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { writable } from '#kit/form/form.ts';
import { demand } from '#kit/http/demand.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { Jobs } from '#kit/jobs/jobs.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { formOf } from '#kit/registry/lifecycle.ts';
import type { Store } from '#kit/store/store.server.ts';
import { createMover } from './moving.server.ts';

const MOST_AT_ONCE = 500;

/** Serves the transitions of a registry's lifecycle: one record, several, and what stands against it. */
export function registerTransitions(
  app: FastifyInstance,
  { db, jobs }: { db: Database; jobs?: Pick<Jobs, 'enqueue'> },
  path: string,
  store: Store,
): void {
  const { registry } = store;
  const move = createMover({ db, ...(jobs ? { jobs } : {}) }, path.replace('/api/', ''), store);
  const tags = [registry.title];
  for (const [name, transition] of Object.entries(registry.lifecycle?.transitions ?? {})) {
    const config = { authority: transition.authority };
    const input = Object.fromEntries(writable(formOf(transition)).map(([key, field]) => [key, field.schema]));
    const described = z.toJSONSchema(z.object({ ...input, versao: z.int().optional() }), { io: 'input', unrepresentable: 'any' });

    app.post(`${path}/:id/${name}`, { config, schema: { tags, summary: transition.label, body: described } }, (request, reply) =>
      move(request, reply, { name, input: request.body ?? {} }),
    );

    app.get(
      `${path}/:id/${name}/previa`,
      { config, schema: { tags, summary: `${transition.label}: o que impede e o que convém saber` } },
      (request) => store.preview(db, request.acting, recordIdOf(request), name),
    );

    if (transition.bulk)
      app.post(
        `${path}/${name}-varios`,
        { config, schema: { tags, summary: `${transition.label}: vários` } },
        async (request: FastifyRequest) => {
          const { ids, ...rest } = demand(
            z.looseObject({
              ids: z
                .array(z.int().positive(), 'Selecione ao menos um registro')
                .min(1, 'Selecione ao menos um registro')
                .max(MOST_AT_ONCE, `Selecione no máximo ${MOST_AT_ONCE} registros`),
            }),
            request.body,
          );
          const falhas: { id: number; message: string }[] = [];
          const all = new Set(ids);
          for (const id of all)
            await db
              .tx((tx) => store.transition(tx, request.acting, id, name, rest))
              .catch((error: unknown) => {
                if (!(error instanceof Refusal)) throw error;
                falhas.push({ id, message: error.message });
              });
          return { feitos: all.size - falhas.length, falhas };
        },
      );
  }
}
