import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { tried } from '#kit/db/tried.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { described, nothing } from '#kit/http/openapi.server.ts';
import { inQuery, recordIdOf } from '#kit/http/query.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { RemovalPreview } from '#kit/registry/removal.ts';
import { afterLong } from '#kit/store/after-long.server.ts';
import { bulkAnswer, removalAnswer, versionQuery } from '#kit/store/described.server.ts';
import { previewRemoval } from '#kit/store/removal.server.ts';
import { tellStale } from '#kit/store/stale.server.ts';
import type { Store } from '#kit/store/store.server.ts';

interface Served {
  app: FastifyInstance;
  db: Database;
  path: string;
  store: Store;
  tags: string[];
  answers: { stale: object };
}

const several = z.object({ ids: z.array(z.int().positive()).min(1).max(500) });
const removal = z.object({ versao: inQuery.id.optional() });

/** Removal of one record and of several, each with its preview and the way back. */
export function registerRemoval(served: Served): void {
  const { app, db, path, store, tags, answers } = served;
  const { registry } = store;
  const config = { authority: `${registry.authority}_EXCLUIR` };
  registerRemovalPreview(served);
  if (registry.bin !== false) registerRestoration(served);
  app.delete(
    `${path}/:id`,
    {
      config,
      schema: {
        tags,
        summary: `Excluir ${registry.singular}`,
        querystring: versionQuery,
        response: { 204: nothing('removido'), ...answers.stale },
      },
    },
    async (request, reply) => {
      const id = recordIdOf(request);
      // Calls of the spec send more names along, such as the record's type (CALL-237).
      const { versao } = demand(removal, request.query);
      await db.tx((tx) => store.remove(tx, request.acting, id, versao)).catch(tellStale(db, request.acting, registry));
      return reply.status(204).send();
    },
  );

  if (registry.people) return;
  app.post(
    `${path}/excluir-varios`,
    {
      config: { ...config, frees: true },
      schema: { tags, summary: `Excluir vários: ${registry.title}`, body: described(several), response: bulkAnswer('removidos') },
    },
    async ({ body, acting }) => {
      const { done, falhas } = await oneByOne(severalOf(body), (id) => db.tx((tx) => store.remove(tx, acting, id)));
      return { removidos: done, falhas };
    },
  );
}

const severalOf = (body: unknown): number[] => {
  const ids = several.safeParse(body);
  if (!ids.success) throw refuse.invalid([{ field: 'ids', message: 'Selecione ao menos um registro' }]);
  return ids.data.ids;
};

/** Does it for each of the records, and reports those that refuse. */
async function oneByOne(ids: readonly number[], work: (id: number) => Promise<unknown>) {
  const falhas: { id: number; message: string }[] = [];
  const all = new Set(ids);
  const rest = afterLong();
  for (const id of all) {
    await rest();
    const fault = await work(id).then(() => null, whyRefused);
    if (fault !== null) falhas.push({ id, message: fault });
  }
  return { done: all.size - falhas.length, falhas };
}

/** Answers what a removal would take away, or why it is impossible, before a person confirms. */
function registerRemovalPreview({ app, db, path, store, tags }: Served): void {
  const { registry } = store;
  const config = { authority: `${registry.authority}_EXCLUIR` };
  /** The preview names records, so the authority to remove is not enough. */
  const preview = async (acting: Acting, ids: readonly number[]): Promise<RemovalPreview> => {
    if (!acting.can(registry.authority)) throw refuse.forbidden();
    return tried(db, (tx) => previewRemoval(tx, acting, store, ids), { long: ids.length > 1 });
  };
  app.get(
    `${path}/:id/excluir/previa`,
    { config, schema: { tags, summary: `Excluir ${registry.singular}: o que iria junto`, response: removalAnswer } },
    async (request) => {
      const { id } = await store.read(db, request.acting, recordIdOf(request));
      return preview(request.acting, [id]);
    },
  );
  if (registry.people) return;
  app.post(
    `${path}/excluir-varios/previa`,
    {
      config: { ...config, frees: true },
      schema: { tags, summary: `Excluir vários: o que iria junto`, body: described(several), response: removalAnswer },
    },
    ({ acting, body }) => preview(acting, severalOf(body)),
  );
}

/** Undoes removals: the records come back from the bin. */
function registerRestoration({ app, db, path, store, tags }: Served): void {
  const { registry } = store;
  const config = { authority: `${registry.authority}_EXCLUIR` };
  const restore = (acting: Acting, id: number) => {
    // As in the bin: only those who may open a record may bring it back.
    if (!acting.can(registry.authority)) throw refuse.forbidden();
    return db.tx((tx) => store.restore(tx, acting, { registro: id }));
  };
  app.post(
    `${path}/:id/restaurar`,
    { config, schema: { tags, summary: `Restaurar ${registry.singular}`, response: { 204: nothing('restaurado') } } },
    async (request, reply) => {
      await restore(request.acting, recordIdOf(request));
      return reply.status(204).send();
    },
  );
  if (registry.people) return;
  app.post(
    `${path}/restaurar-varios`,
    {
      config,
      schema: {
        tags,
        summary: `Restaurar vários: ${registry.title}`,
        body: described(several),
        response: bulkAnswer('restaurados'),
      },
    },
    async ({ body, acting }) => {
      // The last one removed comes back first: others may refer to it.
      const { done, falhas } = await oneByOne(severalOf(body).toReversed(), (id) => restore(acting, id));
      return { restaurados: done, falhas };
    },
  );
}

/** A refusal's sentence; a bug is thrown on. */
function whyRefused(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}
