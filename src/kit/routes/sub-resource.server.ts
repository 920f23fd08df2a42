import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { tellSaved } from '#kit/history/reading.server.ts';
import { answerSchema, nothing } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { listParameters } from '#kit/query/list-parameters.ts';
import { parseListQuery } from '#kit/query/list-query.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import { inCompany } from '#kit/registry/registry.ts';
import { onceHeader, shortAnswer, versionQuery } from '#kit/store/described.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { answered, tellStale } from '#kit/store/stale.server.ts';
import type { Record_, Store } from '#kit/store/store.server.ts';
import { bodyOf, pageBody, schemasOf, sendList } from './routes.server.ts';

/** Rows of a list below a record that are read at once. */
const FEW = 200;

/** The records of a registry below the address of the one that they belong to: `/x/:xId/y` and `/x/:xId/y/:id`. */
export interface SubResource {
  /** the address of the list, with the parameter of the parent record: '/api/x/:xId/y' */
  path: string;
  /** the store of the registry: its authority, form, rules and trail apply as at its own address */
  store: Store;
  parent: {
    /** the parameter of the path, and the reference field of the registry that refers to the parent */
    param: string;
    field: string;
    /** answers the parent record, or a 404 to whoever may not see it */
    read(db: Queryable, acting: Acting, id: number): Promise<{ id: number }>;
  };
  /** the parameter of the record itself; 'id' when not given */
  param?: string;
  /** false: the module answers the list by a route of its own */
  list?: false;
  /** turns the body into the input of the registry's form */
  input?(body: Record<string, unknown>): Record<string, unknown>;
  /** replaces the record in the answer */
  answer?: { schema: z.ZodType; of(db: Queryable, request: FastifyRequest, record: Record_): Promise<unknown> };
}

/**
 * Serves a sub-resource: list, read, create once for each key, change and remove by version. A record of another parent is a 404.
 */
export function registerSubResource(app: FastifyInstance, db: Database, { path, store, parent, ...own }: SubResource): void {
  const { param = 'id', list, input = (body) => body } = own;
  const { registry } = store;
  /** The answer to an action: whoever may not open the record gets only its id and version. */
  const done = async (tx: Tx, request: FastifyRequest, record: Record_) =>
    own.answer && request.acting.can(registry.authority)
      ? own.answer.of(tx, request, record)
      : tellSaved(tx, request.acting, registry, answered(registry, record, request.acting));
  const { input: sent, answers } = schemasOf(app, path, store, [parent.field]);
  const open = { authority: registry.authority };
  const edit = { authority: `${registry.authority}_EDITAR` };
  const tags = [registry.title];
  const itsOwn = 'o registro, como o módulo o responde';
  const record = own.answer ? { description: itsOwn, ...answerSchema(own.answer.schema) } : answers.record;
  const written = own.answer
    ? { description: itsOwn, ...answerSchema(z.union([own.answer.schema, shortAnswer])) }
    : answers.record;

  const listQuery = { type: 'object', properties: listParameters(registry, store.lookup) };

  const above = async (of: Queryable, request: FastifyRequest) =>
    (await parent.read(of, request.acting, recordIdOf(request, parent.param))).id;
  /** The record of the path, if it belongs to the parent. */
  async function recordOf(of: Queryable, request: FastifyRequest, lock = false): Promise<Record_> {
    const id = await above(of, request);
    const found = await store.read(of, request.acting, recordIdOf(request, param), lock);
    if (namedId(found[parent.field]) !== id) throw refuse.notFound();
    return found;
  }
  const inputOf = (request: FastifyRequest, id: number) => ({ ...input(bodyOf(request)), [parent.field]: id });
  const saved = <T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>) =>
    db.tx(work).catch(tellStale(db, request.acting, registry));

  if (list !== false)
    app.get(
      path,
      { config: open, schema: { tags, summary: registry.title, querystring: listQuery, response: { 200: answers.list } } },
      async (request, reply) => {
        const id = await above(db, request);
        const known = inCompany(registry, request.acting.settings);
        const { query, issues } = parseListQuery(known, request.query as Record<string, unknown>);
        if (issues.length > 0) throw refuse.invalid(issues);
        const column = raw(`t.${quote(columnIn(registry, parent.field))}`);
        const extra = sql`${column} = ${id}`;
        // A panel has few rows: these are read as a page, which waits for no place among whole lists.
        if (query.page === null) {
          const few = await store.page(db, request.acting, { ...query, page: 0, size: FEW }, extra);
          if (few.total <= few.content.length) return query.paged ? pageBody(query, few) : few.content;
        }
        return sendList(reply, { db, store, acting: request.acting, query, extra });
      },
    );

  app.get(
    `${path}/:${param}`,
    { config: open, schema: { tags, summary: registry.singular, response: { 200: record } } },
    async (request) => {
      queryOf(request, {});
      const { id } = await recordOf(db, request);
      const found = await store.show(db, request.acting, id);
      return own.answer ? own.answer.of(db, request, found) : found;
    },
  );

  app.post(
    path,
    {
      config: edit,
      schema: { tags, summary: `Inserir ${registry.singular}`, headers: onceHeader, body: sent, response: { 201: written } },
    },
    async (request, reply) => {
      const { acting } = request;
      const made = await db.tx(async (tx) => {
        const id = await above(tx, request);
        const body = inputOf(request, id);
        const one = await createOnce(tx, acting, {
          key: request.headers[ONCE],
          path: `${path} ${id}`,
          body,
          create: () => store.create(tx, acting, body),
          read: (known) => store.show(tx, acting, known),
        });
        return done(tx, request, one);
      });
      return reply.status(201).send(made);
    },
  );

  app.put(
    `${path}/:${param}`,
    {
      config: edit,
      schema: { tags, summary: `Editar ${registry.singular}`, body: sent, response: { 200: written, ...answers.stale } },
    },
    (request) =>
      saved(request, async (tx) => {
        const found = await recordOf(tx, request, true);
        const body = inputOf(request, namedId(found[parent.field]));
        return done(tx, request, await store.update(tx, request.acting, found.id, body));
      }),
  );

  app.delete(
    `${path}/:${param}`,
    {
      config: { authority: `${registry.authority}_EXCLUIR` },
      schema: {
        tags,
        summary: `Excluir ${registry.singular}`,
        querystring: versionQuery,
        response: { 204: nothing('removido'), ...answers.stale },
      },
    },
    async (request, reply) => {
      const { versao } = queryOf(request, { versao: inQuery.id.optional() });
      await saved(request, async (tx) => store.remove(tx, request.acting, (await recordOf(tx, request, true)).id, versao));
      return reply.status(204).send();
    },
  );
}
