import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { excerpt, MARK, type Piece } from './search.ts';

/** The query of `searchQuery` as the database takes it. */
export const tsquery = (query: string): Sql => sql`to_tsquery('pg_catalog.portuguese', ${query})`;

/** Characters of a text in which marks are looked for. */
const SEEN = 30_000;
const OPTIONS = `HighlightAll=true, StartSel="${MARK.begin}", StopSel="${MARK.end}"`;

/** Excerpts with what a query found, by id; for the few rows of a page. */
export async function excerptsOf(
  db: Queryable,
  texts: readonly { id: number; texto: string }[],
  query: string,
): Promise<Map<number, Piece[]>> {
  const seen = texts.map(({ id, texto }) => ({ id, texto: texto.slice(0, SEEN).toWellFormed() }));
  const marked = await db.query<{ marcado: string }>(sql`
    select ts_headline('pg_catalog.portuguese', palavras(x.texto), ${tsquery(query)}, ${OPTIONS}) as marcado
    from unnest(${seen.map(({ texto }) => texto)}::text[]) with ordinality x(texto, ordem) order by x.ordem`);
  return new Map(seen.map(({ id, texto }, at) => [id, excerpt(texto, marked[at]?.marcado ?? '')]));
}
