import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { tellSaved } from '#kit/history/reading.server.ts';
import { refTo, sharedSchema } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { sendRows } from '#kit/http/rows.server.ts';
import type { Jobs } from '#kit/jobs/jobs.server.ts';
import { listParameters } from '#kit/query/list-parameters.ts';
import { type ListQuery, parseListQuery } from '#kit/query/list-query.ts';
import type { Narrowing } from '#kit/query/wide.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { inCompany } from '#kit/registry/registry.ts';
import { sentSchema } from '#kit/registry/wire-schema.ts';
import { onceHeader, recordRef, schemaName, staleAnswer } from '#kit/store/described.server.ts';
import { createOnce, createUnnamed, ONCE } from '#kit/store/sent-once.server.ts';
import { answered, tellStale } from '#kit/store/stale.server.ts';
import type { Page, Store } from '#kit/store/store.server.ts';
import { registerTransitions } from '#kit/transition/transition-routes.server.ts';
import { registerBulkEdit } from './bulk-edit.server.ts';
import { registerNames } from './names-routes.server.ts';
import { registerRemoval } from './removal-routes.server.ts';

/** The OpenAPI schemas of a registry: its record, its lists and its form; fields given by the address are not in the body. */
export function schemasOf(
  app: FastifyInstance,
  path: string,
  { registry, hooks }: Pick<Store, 'registry' | 'hooks'>,
  inAddress: readonly string[] = [],
) {
  const name = schemaName(path);
  const record = recordRef(app, registry);
  const { properties, required } = sentSchema(registry, inAddress);
  const input = sharedSchema(app, `${name}.envio`, () => ({
    type: 'object',
    properties: {
      ...properties,
      versao: { type: 'integer', description: 'A versão que foi lida: se outra pessoa salvou depois, 409.' },
      ...(hooks.doubts
        ? {
            confirma: {
              type: 'boolean',
              description: 'Confirma o que a recusa CONFIRMACAO_NECESSARIA (409) perguntou, nas frases de `confirmar`.',
            },
          }
        : {}),
    },
    required,
  }));
  const page = sharedSchema(app, `${name}.pagina`, () => ({
    allOf: [
      refTo('Pagina'),
      { type: 'object', properties: { content: { type: 'array', items: record } }, required: ['content'] },
    ],
  }));
  return {
    input,
    answers: {
      record: { description: 'o registro', ...record },
      list: { description: 'uma lista; com `page` ou `unpaged`, uma página', anyOf: [{ type: 'array', items: record }, page] },
      stale: { 409: staleAnswer(record) },
    },
  };
}

/** The body of a save may carry `versao`, never `id`. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuse.invalid([{ field: '', message: 'Envie um registro' }]);
  if ('id' in body && body.id !== null && body.id !== undefined)
    throw refuse.invalid([{ field: 'id', message: 'O registro não pode levar o campo id' }]);
  return body as Record<string, unknown>;
}

/** A page under the names of the wire. Without `page` it holds everything. */
export function pageBody(query: ListQuery, { content, total, more, lookedAt }: Page) {
  const size = query.page === null ? total : query.size;
  return {
    content,
    pageable: { paged: query.page !== null, offset: (query.page ?? 0) * query.size },
    size,
    totalElements: total,
    ...(more ? { hasMore: true } : {}),
    ...(lookedAt ? { lookedAt } : {}),
    totalPages: size === 0 ? 0 : Math.ceil(total / size),
    number: query.page ?? 0,
  };
}

/** The texts before and after the rows of a page that holds everything. */
function aroundAll(query: ListQuery): [string, (total: number) => string] {
  const after = (total: number) => {
    const { content: _, ...rest } = pageBody(query, { content: [], total });
    return `],${JSON.stringify(rest).slice(1)}`;
  };
  return ['{"content":[', after];
}

/** Answers with a page, or with all that the query finds, written while it is read. */
export async function sendList(
  reply: FastifyReply,
  {
    db,
    store,
    acting,
    query,
    extra,
  }: { db: Database; store: Store; acting: Acting; query: ListQuery; extra?: Narrowing | undefined },
) {
  if (query.page !== null) return pageBody(query, await store.page(db, acting, query, extra));
  return sendRows(reply, store.stream(db, acting, query, extra), query.paged ? aroundAll(query) : undefined);
}

/** What the routes of one registry have in common. */
interface Served extends ReturnType<typeof schemasOf> {
  app: FastifyInstance;
  db: Database;
  path: string;
  store: Store;
  tags: string[];
}

/** Serves a registry at `path`: list, record, save, removal, and names for references. */
export function registerRegistry(
  app: FastifyInstance,
  db: Database,
  path: string,
  store: Store,
  jobs?: Pick<Jobs, 'enqueue'>,
): void {
  const { registry } = store;
  const served: Served = { app, db, path, store, tags: [registry.title], ...schemasOf(app, path, store) };
  registerReading(served);
  if (!registry.view) registerNames(app, db, path, served);
  registerTransitions(app, { db, ...(jobs ? { jobs } : {}) }, path, store);
  if (registry.readOnly) return;
  registerCreation(served);
  if (registry.trail === 'none') return;
  registerChange(served);
  registerRemoval(served);
  registerBulkEdit(app, db, path, store, onceHeader);
}

const text = { type: 'string' };
const HEADING = {
  description: 'o estado de hoje e os prazos, o mais próximo primeiro',
  type: 'object',
  properties: {
    estado: { type: ['object', 'null'], properties: { texto: text, tom: text }, required: ['texto', 'tom'] },
    prazos: {
      type: 'array',
      items: {
        type: 'object',
        properties: { data: { type: 'string', format: 'date' }, titulo: text },
        required: ['data', 'titulo'],
      },
    },
  },
  required: ['estado', 'prazos'],
};

/** Lists, and one record. */
function registerReading({ app, db, path, store, tags, answers }: Served): void {
  const { registry, hooks } = store;
  const open = { authority: registry.authority };
  const asked = (request: FastifyRequest) => {
    const { query, issues } = parseListQuery(
      inCompany(registry, request.acting.settings),
      request.query as Record<string, unknown>,
      Object.keys(hooks.extraQuery ?? {}),
    );
    if (issues.length > 0) throw refuse.invalid(issues);
    return { query, extra: hooks.extraWhere?.(request.query as Record<string, unknown>, request.acting) };
  };

  app.get(
    path,
    {
      config: open,
      schema: {
        tags,
        summary: registry.title,
        querystring: { type: 'object', properties: listParameters(registry, store.lookup, hooks.extraQuery) },
        response: { 200: answers.list },
      },
    },
    async (request, reply) => sendList(reply, { db, store, acting: request.acting, ...asked(request) }),
  );

  app.get(
    `${path}/:id`,
    { config: open, schema: { tags, summary: registry.singular, response: { 200: answers.record } } },
    (request) => store.show(db, request.acting, recordIdOf(request)),
  );

  const { heading } = hooks;
  if (!heading) return;
  app.get(
    `${path}/:id/cabecalho`,
    {
      config: open,
      schema: { tags, summary: `${registry.singular}: o estado de hoje e os próximos prazos`, response: { 200: HEADING } },
    },
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { id } = await store.read(db, acting, recordIdOf(request));
      return heading(db, acting, id);
    },
  );
}

function registerCreation({ app, db, path, store, tags, input, answers }: Served): void {
  const { registry } = store;
  const config = { authority: `${registry.authority}_EDITAR` };
  app.post(
    path,
    {
      config,
      schema: {
        tags,
        summary: `Inserir ${registry.singular}`,
        headers: onceHeader,
        body: input,
        response: {
          201:
            registry.trail === 'none'
              ? { description: 'recebido', type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }
              : answers.record,
        },
      },
    },
    async (request, reply) => {
      const body = bodyOf(request);
      const { acting } = request;
      if (registry.trail === 'none') {
        await db.tx((tx) => createUnnamed(tx, { key: request.headers[ONCE], path, body }, () => store.create(tx, acting, body)));
        // Its id would be a receipt that leads to it.
        return reply.status(201).send({ message: 'Registro recebido.' });
      }
      const saved = await db.tx((tx) =>
        createOnce(tx, acting, {
          key: request.headers[ONCE],
          path,
          body,
          create: async () => tellSaved(tx, acting, registry, answered(registry, await store.create(tx, acting, body), acting)),
          read: (id) => store.show(tx, acting, id),
        }),
      );
      return reply.status(201).send(answered(registry, saved, acting));
    },
  );
}

function registerChange({ app, db, path, store, tags, input, answers }: Served): void {
  const { registry } = store;
  const config = { authority: `${registry.authority}_EDITAR` };
  app.put(
    `${path}/:id`,
    {
      config,
      schema: {
        tags,
        summary: `Editar ${registry.singular}`,
        body: input,
        response: { 200: answers.record, ...answers.stale },
      },
    },
    async (request) => {
      const id = recordIdOf(request);
      const { acting } = request;
      const body = bodyOf(request);
      return db
        .tx(async (tx) => tellSaved(tx, acting, registry, answered(registry, await store.update(tx, acting, id, body), acting)))
        .catch(tellStale(db, acting, registry));
    },
  );
}
