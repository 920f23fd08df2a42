import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { guardedOf, hasGuards, inClear, trailed } from '#kit/fields/sensitive.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { READS_TRAIL } from '#kit/history/reads-trail.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Store } from '#kit/store/store.server.ts';

interface Entry {
  quando: string;
  usuario: string;
  acao: string;
  transicao: string | null;
  mudancas: Record<string, [unknown, unknown]>;
  /** the guarded ones in clear, of entries that have them */
  guardados: Record<string, [unknown, unknown]> | null;
}

/** Limits of a record's shown history, in lines and characters: a record may hold long texts and be saved often. */
const MOST_LINES = 200;
const MOST_TEXT = 2 * 1024 * 1024;
/** What is read at a time, in lines and bytes as they are stored: reading a line to learn that it does not fit costs as much as showing it. */
const AT_ONCE = 20;
const STORED_AT_ONCE = 256 * 1024;

/** The latest lines that fit into an answer; at least one. */
async function latest(db: Database, table: string, record: number): Promise<Entry[]> {
  const there = await db.query<{ id: number; bytes: number }>(
    prepared(
      `select id, pg_column_size(mudancas) + coalesce(pg_column_size(g.valores), 0) as bytes
      from auditoria left join auditoria_guardados g on g.auditoria_id = id where tabela = $1 and registro_id = $2 and acao <> 'L' order by id desc limit ${MOST_LINES}`,
      [table, record],
    ),
  );
  const entries: Entry[] = [];
  let text = 0;
  for (let at = 0; at < there.length; ) {
    const from = at;
    for (let bytes = 0; at < there.length && at - from < AT_ONCE && (at === from || bytes < STORED_AT_ONCE); at += 1)
      bytes += there[at]?.bytes ?? 0;
    const batch = await db.query<Entry & { tamanho: number }>(
      prepared(
        `select instante as quando, usuario_nome as usuario, acao, transicao, mudancas, g.valores as guardados,
          length(mudancas::text) + coalesce(length(g.valores::text), 0) as tamanho
        from auditoria left join auditoria_guardados g on g.auditoria_id = id where id = any($1::bigint[]) order by id desc`,
        [there.slice(from, at).map(({ id }) => id)],
      ),
    );
    for (const { tamanho, ...entry } of batch) {
      text += tamanho;
      if (entries.length > 0 && text > MOST_TEXT) return entries;
      entries.push(entry);
    }
  }
  return entries;
}

/** Whoever is shown guarded values of earlier days has read them. */
export async function tellRevealed(
  db: Database,
  acting: Acting,
  { table, fields, id }: { table: string; fields: Fields; id: number },
  entries: readonly { guardados: Record<string, [unknown, unknown]> | null }[],
): Promise<void> {
  const shown = new Set(entries.flatMap(({ guardados }) => Object.keys(guardados ?? {})));
  const columns = Object.entries(fields).flatMap(([name, field]) =>
    !shown.has(name)
      ? []
      : field.fields
        ? guardedOf(field.fields, Object.keys(field.fields), acting.can)
        : guardedOf(fields, [name], acting.can),
  );
  if (columns.length > 0) await tellHourly(db, acting, { table, id, columns: [...new Set(columns)] });
}

const lines = {
  description: 'as mudanças, a última primeiro',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      quando: { type: 'string', format: 'date-time' },
      usuario: { type: ['string', 'null'] },
      acao: { type: 'string' },
      transicao: { type: ['string', 'null'] },
      mudancas: {
        type: 'array',
        items: { type: 'object', properties: { campo: { type: 'string' }, de: {}, para: {} }, required: ['campo'] },
      },
    },
    required: ['quando', 'acao', 'mudancas'],
  },
};

const reading = z.object({
  quando: z.iso.datetime({ offset: true }),
  usuario: z.string(),
  dados: z.string().nullable(),
  registros: z.int().nullable(),
});
const readings = z.object({ registro: z.array(reading), listas: z.array(reading) });

const MOST_READINGS = 200;

/**
 * Serves who read the guarded values of a record, by the trail: those who opened it, and the lists and reports that may have contained
 * it. For whoever may read the trail and sees the record.
 */
function registerReadings(app: FastifyInstance, db: Database, path: string, { registry, read }: Store): void {
  app.get(
    `${path}/:id/leituras`,
    {
      config: { authority: READS_TRAIL },
      schema: {
        tags: [registry.title],
        summary: `${registry.singular}: quem viu os dados protegidos`,
        response: answers(readings),
      },
    },
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const id = recordIdOf(request);
      if (!acting.can(registry.authority)) throw refuse.forbidden();
      await read(db, acting, id);
      // Somebody who does not see all areas reads only their own lines of the trail.
      const whose = acting.can('ROLE_VER_TODAS_AREAS') ? sql`true` : sql`usuario_id = ${acting.usuarioId}`;
      const of = (record: number) =>
        db.query<{ quando: string; usuario: string; dados: string | null; registros: number | null }>(sql`
        select instante as quando, usuario_nome as usuario, mudancas #>> '{colunas,1}' as dados, (mudancas #>> '{registros,1}')::int as registros
        from auditoria where tabela = ${registry.table} and registro_id = ${record} and acao = 'L' and empresa_id = ${acting.empresaId} and ${whose}
        order by id desc limit ${MOST_READINGS}`);
      return { registro: await of(id), listas: await of(0) };
    },
  );
}

/** The history tab: who, when, field, from, to. Open to whoever may open the record. */
export function registerHistory(app: FastifyInstance, db: Database, path: string, store: Store): void {
  const { registry, read } = store;
  if (hasGuards(registry.fields)) registerReadings(app, db, path, store);
  app.get(
    `${path}/:id/historico`,
    {
      config: { authority: registry.authority },
      schema: { tags: [registry.title], summary: `${registry.singular}: histórico`, response: { 200: lines } },
    },
    async (request) => {
      const id = recordIdOf(request);
      const { fields } = registry;
      await read(db, request.acting, id);
      const entries = await latest(db, registry.table, id);
      if (entries.length === 0 && registry.view) throw refuse.notFound();
      const { can } = request.acting;
      await tellRevealed(db, request.acting, { table: registry.table, fields, id }, entries);
      return entries.map(({ mudancas, guardados, ...entry }) => ({
        ...entry,
        mudancas: Object.entries(inClear(fields, mudancas, guardados)).map(([name, [de, para]]) => ({
          campo: name,
          // Fields that were guarded later stand in clear in older entries.
          de: trailed(fields[name], de, can),
          para: trailed(fields[name], para, can),
        })),
      }));
    },
  );
}
