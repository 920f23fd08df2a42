import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import { excerpt, MARK, type Piece } from './search.ts';

/** The query of `searchQuery` as the database takes it. */
export const tsquery = (query: string): Sql => sql`to_tsquery('pg_catalog.portuguese', ${query})`;

/** Characters of a text in which marks are looked for, and of all texts of one request: the rest need not be read. */
export const SEEN = 30_000;
const SEEN_OF_ALL = 300_000;
const OPTIONS = `HighlightAll=true, StartSel="${MARK.begin}", StopSel="${MARK.end}"`;

/** Excerpts with what a query found, by id; for the few rows of a page. */
export async function excerptsOf(
  db: Queryable,
  texts: readonly { id: number; texto: string }[],
  query: string,
): Promise<Map<number, Piece[]>> {
  const most = Math.min(SEEN, Math.floor(SEEN_OF_ALL / Math.max(1, texts.length)));
  const seen = texts.map(({ id, texto }) => ({ id, texto: texto.slice(0, most).toWellFormed() }));
  const marked = await db.query<{ marcado: string }>(sql`
    select ts_headline('pg_catalog.portuguese', palavras(x.texto), ${tsquery(query)}, ${OPTIONS}) as marcado
    from unnest(${seen.map(({ texto }) => texto)}::text[]) with ordinality x(texto, ordem) order by x.ordem`);
  const pause = inSteps();
  const excerpts = new Map<number, Piece[]>();
  for (const [at, { id, texto }] of seen.entries()) {
    excerpts.set(id, excerpt(texto, marked[at]?.marcado ?? ''));
    await pause();
  }
  return excerpts;
}
