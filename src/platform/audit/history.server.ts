import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { MOST_OF_ONE } from '#kit/db/whole-reads.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { guardedOf, hasGuards, inClear, isAbsent, told } from '#kit/fields/sensitive.ts';
import { tellHourly } from '#kit/history/reading.server.ts';
import { READS_TRAIL } from '#kit/history/reads-trail.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { demandAsker } from '#kit/lanes/lanes.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { afterLong } from '#kit/store/after-long.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import { bySize, type Stored } from './by-size.ts';

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
/** So many times the lines that are shown are looked at, for some may tell this reader nothing. */
const MOST_PAGES = 5;
/** Bytes of lines, as they are stored, that are read at once: unpacked they may be a hundred times as many. */
const AT_ONCE = 32 * 1024;

const VALUES = 'auditoria left join auditoria_guardados g on g.auditoria_id = id';

/**
 * The lines of a record, the latest first, but those that changed nothing except fields of these names; of such fields nothing is read. Their stored sizes
 * are asked for first, which unpacks no large one.
 */
async function* linesOf(
  db: Queryable,
  table: string,
  record: number,
  absent: readonly string[],
): AsyncGenerator<Entry, void, void> {
  const rest = afterLong();
  let before = Number.MAX_SAFE_INTEGER;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const lines = await db.query<Stored>(
      prepared(
        `select id, pg_column_size(mudancas) + coalesce(pg_column_size(g.valores), 0) as bytes
          from ${VALUES} where tabela = $1 and registro_id = $2 and acao <> 'L' and id < $3
            and (acao <> 'A' or transicao is not null or mudancas = '{}' or exists (select from jsonb_object_keys(mudancas) k where k <> all($4)))
          order by id desc limit ${MOST_LINES}`,
        [table, record, before, absent],
      ),
    );
    for (const ids of bySize(lines, AT_ONCE)) {
      demandAsker();
      await rest();
      const read = prepared(
        `select instante as quando, usuario_nome as usuario, acao, transicao, mudancas, g.valores - $2::text[] as guardados
          from ${VALUES} where id = any($1) order by id desc`,
        [ids, absent],
      );
      yield* await db.query<Entry>({ ...read, most: MOST_OF_ONE });
    }
    const last = lines.at(-1);
    if (!last || lines.length < MOST_LINES) return;
    before = last.id;
  }
}

/**
 * The latest lines that fit into an answer, at least one, as they are told to somebody. What they are not told neither counts, for how much fits would
 * tell how long it is, nor is a line that tells them nothing of what was changed: it would tell that something of theirs was, by whom, and when.
 */
export async function latestLines(
  db: Queryable,
  { table, fields }: Pick<AnyRegistry, 'table' | 'fields'>,
  record: number,
  can: Acting['can'],
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let text = 0;
  const absent = Object.entries(fields).flatMap(([name, field]) => (isAbsent(field, can) ? [name] : []));
  for await (const entry of linesOf(db, table, record, absent)) {
    const mudancas = told(fields, inClear(fields, entry.mudancas, entry.guardados), can);
    const isChange = entry.acao === 'A' && entry.transicao === null && Object.keys(entry.mudancas).length > 0;
    if (isChange && Object.keys(mudancas).length === 0) continue;
    text += JSON.stringify(mudancas).length;
    if (entries.length > 0 && text > MOST_TEXT) break;
    entries.push({ ...entry, mudancas });
    if (entries.length === MOST_LINES) break;
  }
  return entries;
}

/**
 * Whoever is shown guarded values of earlier days has read them. The line names all that they might have been shown, as it does of a
 * record: which of them are filled would tell whoever reads the trail.
 */
export async function tellRevealed(
  db: Database,
  acting: Acting,
  { table, fields, id }: { table: string; fields: Fields; id: number },
  entries: readonly { guardados: Record<string, [unknown, unknown]> | null }[],
): Promise<void> {
  const shown = new Set(entries.flatMap(({ guardados }) => Object.keys(guardados ?? {})));
  const guarded = (names: readonly string[]) =>
    names.flatMap((name) => {
      const { fields: rows = {}, sensitive } = fields[name] ?? {};
      // A list may be guarded as a whole, and its columns besides.
      return [
        ...(sensitive === undefined ? [] : guardedOf(fields, [name], acting.can)),
        ...guardedOf(rows, Object.keys(rows), acting.can),
      ];
    });
  const columns = guarded([...shown]).length > 0 ? guarded(Object.keys(fields)) : [];
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
      await read(db, request.acting, id);
      const entries = await latestLines(db, registry, id, request.acting.can);
      if (entries.length === 0 && registry.view) throw refuse.notFound();
      await tellRevealed(db, request.acting, { table: registry.table, fields: registry.fields, id }, entries);
      return entries.map(({ mudancas, guardados: _, ...entry }) => ({
        ...entry,
        mudancas: Object.entries(mudancas).map(([campo, [de, para]]) => ({ campo, de, para })),
      }));
    },
  );
}
