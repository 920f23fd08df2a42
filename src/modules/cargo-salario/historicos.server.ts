import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { withAnswer, withoutContent } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Row, rowsIn } from '#kit/registry/record.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { rowSchema } from '#kit/registry/wire-schema.ts';
import { bodyOf } from '#kit/routes/routes.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import type { Record_, Store } from '#kit/store/store.server.ts';
import { daLinha } from '#modules/gestao-talentos/public.server.ts';

type Values = Readonly<Record<string, unknown>>;

/** The entries of a record's history, in the order of their dates. */
export const linhas = (record: Record_) => rowsIn(record, 'historicos');

/** One entry of a record's history; a 404 when it is not there. */
export function linhaDe(record: Record_, id: number): Row & { id: number } {
  const found = linhas(record).find((row) => row.id === id);
  if (!found) throw refuse.notFound();
  return { ...found, id };
}

/** Whether a save changes one of these fields in an entry, or the entries themselves. */
export const mudou = (campos: readonly string[], antes: Values, depois: Values): boolean => {
  const ditos = (record: Values) => rowsIn(record, 'historicos').map((row) => campos.map((campo) => bare(row[campo]) ?? null));
  return JSON.stringify(ditos(antes)) !== JSON.stringify(ditos(depois));
};

/** The history with one entry put in another's place. */
export function trocaLinha(record: Record_, id: number, row: Record<string, unknown>): unknown[] {
  linhaDe(record, id);
  return linhas(record).map((one) => (one.id === id ? { ...row, id } : one));
}

/** The history without one entry; the registry's own judge refuses an empty one. */
export function semLinha(record: Record_, id: number): unknown[] {
  linhaDe(record, id);
  return linhas(record).filter((one) => one.id !== id);
}

/** The entry that a save has added; entries are in the order of their dates. */
export function linhaNova(before: Record_ | undefined, saved: Record_): Row & { id: number } {
  const known = new Set(before ? linhas(before).map(({ id }) => id) : []);
  for (const { id, ...row } of linhas(saved)) if (typeof id === 'number' && !known.has(id)) return { id, ...row };
  throw new Error('the save added no entry');
}

/**
 * Saves the record with another history, through its own judge, locks and trail; with a `versao` only if nobody has changed it
 * since.
 */
export const gravaHistorico = (
  tx: Tx,
  store: Store,
  record: Record_,
  { acting, body }: FastifyRequest,
  historicos: readonly unknown[],
  versao?: unknown,
): Promise<Record_> =>
  daLinha(
    store.update(tx, acting, record.id, {
      ...inputOf(store.registry, record),
      ...(typeof versao === 'number' ? { versao } : {}),
      ...(typeof body === 'object' && body !== null && 'confirma' in body ? { confirma: body.confirma } : {}),
      historicos,
    }),
  );

interface Historicos {
  db: Database;
  store: Store;
  /** the record in the request's path, locked if asked; a 404 when there is none */
  dono(tx: Queryable, request: FastifyRequest, lock?: boolean): Promise<Record_>;
}

/** Serves a record's history entry by entry at `path`; each time the whole record is saved. */
export function registraEntradas(
  app: FastifyInstance,
  path: string,
  edit: RouteShorthandOptions & { schema: object },
  { db, store, dono }: Historicos,
): void {
  const grava = (request: FastifyRequest, outra: (record: Record_) => readonly unknown[]) =>
    db.tx(async (tx) => {
      const before = await dono(tx, request, true);
      return gravaHistorico(tx, store, before, request, outra(before));
    });

  const entrada = rowSchema(store.registry, 'historicos');
  app.post(path, withAnswer(edit, entrada, { status: 201 }), async (request, reply) => {
    const row = bodyOf(request);
    const nova = await db.tx((tx) =>
      createOnce(tx, request.acting, {
        key: request.headers[ONCE],
        path: request.url,
        body: row,
        create: async () => {
          const before = await dono(tx, request, true);
          const saved = await gravaHistorico(tx, store, before, request, [...linhas(before), row]);
          return linhaNova(before, saved);
        },
        read: async (id) => linhaDe(await dono(tx, request), id),
      }),
    );
    return reply.status(201).send(nova);
  });
  app.put(`${path}/:id`, withAnswer(edit, entrada), async (request) => {
    const id = recordIdOf(request);
    const row = bodyOf(request);
    const saved = await grava(request, (record) => trocaLinha(record, id, row));
    return linhaDe(saved, id);
  });
  app.delete(`${path}/:id`, withoutContent(edit, 'removida'), async (request, reply) => {
    await grava(request, (record) => semLinha(record, recordIdOf(request)));
    return reply.status(204).send();
  });
}
