import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { type Acting, numbered, trying, type UserActing } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { tried } from '#kit/db/tried.server.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import { guardedOf } from '#kit/fields/sensitive.ts';
import { isEmpty } from '#kit/form/check-rows.ts';
import { tellAtEnd, tellRows } from '#kit/history/reading.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { described, sharedSchema } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import {
  type BulkEdited,
  type BulkPreview,
  bulkFields,
  type LastBulkEdit,
  MOST_EDITED,
  type NotChanged,
} from '#kit/registry/bulk-edit.ts';
import { editMany, judgeBulk, putBack, readEdit, type Written, writeEdit } from '#kit/store/edit-many.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import type { Store } from '#kit/store/store.server.ts';

const MINIMUM = 'Selecione ao menos um registro';
const MAXIMUM = `Selecione no máximo ${MOST_EDITED} registros`;

/** Hundreds of records take a while. */
const LONG = { long: true };

const gone = () => new Refusal('EDICAO_NAO_ENCONTRADA', 'Esta edição já não pode ser desfeita.', 404);

const id = z.int(MINIMUM).positive(MINIMUM);
const chosen = z.looseObject({}, 'Escolha ao menos um campo');
const seen = z.object({ id, versao: z.int().optional() });
const asked = z.object({ campos: chosen, ids: z.array(id, MINIMUM).min(1, MINIMUM).max(MOST_EDITED, MAXIMUM) });
const wanted = z.object({ campos: chosen, registros: z.array(seen, MINIMUM).min(1, MINIMUM).max(MOST_EDITED, MAXIMUM) });

const outcome = z.int();
const unchanged = z.object({ id: outcome, nome: z.string() });
const falhas = z.array(z.object({ id: outcome, nome: z.string().nullable(), message: z.string() }));
const values = z.looseObject({});

/** The answer of each route, by its name in the document. */
const answers = {
  previa: z.object({
    alterados: z.array(z.object({ id: outcome, nome: z.string(), versao: outcome, antes: values, depois: values })),
    inalterados: z.array(unchanged),
    falhas,
  }),
  edicao: z.object({ id: outcome, alterados: outcome, inalterados: outcome, falhas }),
  ultima: z.object({
    edicao: z.object({ id: outcome, alterados: outcome, campos: z.array(z.string()), em: z.string() }).nullable(),
  }),
  desfeita: z.object({ desfeitos: outcome, falhas }),
};

/** What the routes of one registry's bulk edit share. */
interface Serving {
  app: FastifyInstance;
  db: Database;
  store: Store;
  url: string;
  config: { authority: string };
  schema(summary: string, answer: keyof typeof answers, more?: object): object;
  /** a body with the registry's own fields, for OpenAPI */
  bodyOf(schema: z.ZodObject): object;
  /** the preview shows values of the records, so the authority to edit is not enough */
  actingOf(request: FastifyRequest): UserActing;
}

/** Serves the bulk edit: preview, edit, the last edit of the user, and its undo. */
export function registerBulkEdit(app: FastifyInstance, db: Database, path: string, store: Store, onceHeader: object): void {
  const { registry } = store;
  const fields = bulkFields(registry);
  if (Object.keys(fields).length === 0) return;
  const campos = z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema]))).partial();
  const serving: Serving = {
    app,
    db,
    store,
    url: `${path}/editar-varios`,
    config: { authority: `${registry.authority}_EDITAR` },
    schema: (summary, answer, more = {}) => ({
      tags: [registry.title],
      summary: `Editar vários${summary}`,
      response: {
        200: { description: 'feito', ...sharedSchema(app, `EditarVarios.${answer}`, () => described(answers[answer])) },
      },
      ...more,
    }),
    bodyOf(schema) {
      const { $schema: _, ...body } = z.toJSONSchema(schema.extend({ campos }), { io: 'input', unrepresentable: 'any' });
      return body;
    },
    actingOf({ acting }) {
      if (acting.kind !== 'usuario' || !acting.can(registry.authority)) throw refuse.forbidden();
      return acting;
    },
  };
  registerPreview(serving);
  registerEdit(serving, onceHeader);
  registerUndo(serving);
}

function registerPreview({ app, db, store, url, config, schema, bodyOf, actingOf }: Serving): void {
  const { registry } = store;
  app.post(
    `${url}/previa`,
    { config, schema: schema(': o que mudaria', 'previa', { body: bodyOf(asked) }) },
    async (request): Promise<BulkPreview> => {
      const acting = actingOf(request);
      const { ids, campos: values } = demand(asked, request.body);
      judgeBulk(store, acting, values);
      const targets = [...new Set(ids)].map((one) => ({ id: one }));
      const found = await tried(db, (tx) => editMany(tx, trying(acting), store, targets, values), LONG);
      const shown = new Set(found.alterados.flatMap((one) => Object.keys(one.depois)));
      const rows = [...shown].map(
        (name) => [name, found.alterados.flatMap((one) => [one.antes[name], one.depois[name]])] as const,
      );
      const guarded = Object.fromEntries(rows.map(([name, values]) => [name, values.find((value) => !isEmpty(value))]));
      // Of whoever would not change, or not by this field, its value is told, too.
      await tellRows(db, acting, registry, [guarded], { asked: guardedOf(registry.fields, Object.keys(values), acting.can) });
      return { ...found, alterados: found.alterados.map(({ gravada: _, ...one }) => one) };
    },
  );
}

/** The result of an edit, for somebody who sends it a second time. */
const editOf = async (of: Queryable, edicao: number): Promise<BulkEdited> => {
  const known = await readEdit(of, edicao);
  if (!known) throw gone();
  return known;
};

function registerEdit({ app, db, store, url, config, schema, bodyOf, actingOf }: Serving, onceHeader: object): void {
  app.post(
    url,
    { config, schema: schema('', 'edicao', { headers: onceHeader, body: bodyOf(wanted) }) },
    async (request): Promise<BulkEdited> => {
      const acting = actingOf(request);
      const { registros, campos: values } = demand(wanted, request.body);
      judgeBulk(store, acting, values);
      const targets = [...new Map(registros.map((one) => [one.id, one])).values()];
      return db.tx(
        (tx) =>
          createOnce(tx, acting, {
            key: request.headers[ONCE],
            path: url,
            body: request.body,
            read: (edicao) => editOf(tx, edicao),
            create: () => {
              // Whoever is left as they are has the value already.
              const columns = guardedOf(store.registry.fields, Object.keys(values), acting.can);
              tellAtEnd(tx, acting, { table: store.registry.table, columns });
              return writeEdit(tx, acting, store, { targets, campos: Object.keys(values), values });
            },
          }),
        LONG,
      );
    },
  );
}

/** The user's own edits of a registry. */
const own = ({ usuarioId, empresaId }: Acting, { registry }: Store) =>
  sql`usuario_id = ${usuarioId} and empresa_id = ${empresaId} and cadastro = ${registry.table}`;

/** The last edit that can still be undone, and its undo. */
function registerUndo({ app, db, store, url, config, schema, actingOf }: Serving): void {
  app.get(
    `${url}/ultima`,
    { config, schema: schema(': a última edição, se ainda pode ser desfeita', 'ultima') },
    async (request): Promise<{ edicao: LastBulkEdit | null }> => {
      const acting = actingOf(request);
      const last = await db.one<LastBulkEdit>(sql`
        select id, jsonb_array_length(registros) as alterados, campos, criada_em as em from edicoes_em_lote
        where ${own(acting, store)} and desfeita_em is null and registros <> '[]' and criada_em > now() - interval '1 day'
        order by id desc limit 1`);
      const known = fieldsIn(store.registry, acting.settings);
      return { edicao: last ? { ...last, campos: last.campos.map((name) => known[name]?.label ?? name) } : null };
    },
  );

  app.post(
    `${url}/:id/desfazer`,
    { config, schema: schema(': desfazer', 'desfeita') },
    async (request): Promise<{ desfeitos: number; falhas: NotChanged[] }> => {
      const acting = actingOf(request);
      const edicao = recordIdOf(request);
      return db.tx(async (tx) => {
        const made = await tx.one<{ registros: Written[]; desfeita: boolean }>(sql`
          select registros, desfeita_em is not null as desfeita from edicoes_em_lote
          where id = ${edicao} and ${own(acting, store)} and criada_em > now() - interval '1 day' for update`);
        if (!made) throw gone();
        if (made.desfeita) throw new Refusal('EDICAO_DESFEITA', 'Esta edição já foi desfeita.', 409);
        const falhas: NotChanged[] = [];
        const undoing = numbered(acting, `edicao:${edicao}`);
        const desfeitos = await putBack(tx, undoing, store, made.registros, falhas);
        await tx.query(sql`update edicoes_em_lote set desfeita_em = now() where id = ${edicao}`);
        return { desfeitos, falhas };
      }, LONG);
    },
  );
}
