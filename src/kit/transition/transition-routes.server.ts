import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { asTask } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { Jobs } from '#kit/jobs/jobs.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { besidesToMove, formOf } from '#kit/registry/lifecycle.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { sentSchema } from '#kit/registry/wire-schema.ts';
import { bulkAnswer, onceHeader, recordRef, staleAnswer } from '#kit/store/described.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import { createMover } from './moving.server.ts';

const MOST_AT_ONCE = 500;
const sentences = { type: 'array', items: { type: 'string' } };
const chosen = {
  properties: { ids: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: MOST_AT_ONCE } },
};

/** What a transition answers: the record, or the number of the task that moves it. */
export function movedAnswer(app: FastifyInstance, registry: AnyRegistry) {
  const record = recordRef(app, registry);
  return { 200: { description: 'o registro', ...record }, ...asTask, 409: staleAnswer(record) };
}

/** Serves the transitions of a registry's lifecycle: for one record, for several, and the reasons against one. */
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
    const config = { authority: transition.authority, besides: besidesToMove(registry, transition) };
    const sent = sentSchema(formOf(transition));
    const versao = { type: 'integer', description: 'A versão que foi lida: se outra pessoa salvou depois, 409.' };
    const schema = {
      tags,
      summary: transition.label,
      headers: onceHeader,
      body: { ...sent, properties: { ...sent.properties, versao } },
      response: movedAnswer(app, registry),
    };

    app.post(`${path}/:id/${name}`, { config, schema }, (request, reply) =>
      move(request, reply, { name, input: request.body ?? {} }),
    );

    app.get(
      `${path}/:id/${name}/previa`,
      {
        config,
        schema: {
          tags,
          summary: `${transition.label}: o que impede e o que convém saber`,
          response: {
            200: {
              description: 'o que impede e o que convém saber',
              type: 'object',
              properties: { motivos: sentences, avisos: sentences },
              required: ['motivos', 'avisos'],
            },
          },
        },
      },
      (request) => store.preview(db, request.acting, recordIdOf(request), name),
    );

    if (transition.bulk)
      app.post(
        `${path}/${name}-varios`,
        {
          config,
          schema: {
            tags,
            summary: `${transition.label}: vários`,
            body: { ...sent, properties: { ...sent.properties, ...chosen.properties }, required: [...sent.required, 'ids'] },
            response: bulkAnswer('feitos'),
          },
        },
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
