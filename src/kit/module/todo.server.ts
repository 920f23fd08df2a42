import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';

/** The lines of a task that the start page names; all are counted. */
export const MOST_LINES = 3;

/** One of the things that wait. */
interface TodoLine {
  nome: string;
  nota: string | null;
  /** the last day for it; null: any day */
  prazo: string | null;
  /** where it is done */
  link: string;
}

/** How much waits, and the first lines of it, the most urgent first. */
export interface Waiting {
  total: number;
  linhas: TodoLine[];
}

/** Something that somebody has to do today, found by a query: the start page names it to those who may do it. */
export interface Todo {
  /** unique in the module */
  id: string;
  title: string;
  /** what is done with a line, on its button */
  deed: string;
  /** whoever lacks one of them is not told */
  authority: readonly string[];
  /** everything that waits */
  link: string;
  find(db: Queryable, acting: Acting): Promise<Waiting>;
}

export const NOTHING: Waiting = { total: 0, linhas: [] };

/** How many rows the query has (columns `nome`, `nota`, `prazo`, `link`), and the first of them. */
export async function waitingIn(db: Queryable, rows: Sql): Promise<Waiting> {
  const found = await db.query<TodoLine & { total: number }>(sql`
    select x.nome, x.nota, x.prazo::text as prazo, x.link, count(*) over ()::int as total from (${rows}) x
    order by x.prazo nulls last, x.nome, x.link limit ${MOST_LINES}`);
  return { total: found[0]?.total ?? 0, linhas: found.map(({ total: _total, ...line }) => line) };
}

/** The same from lines that were computed. */
export function waitingOf(lines: readonly TodoLine[]): Waiting {
  const linhas = lines.toSorted((a, b) => (a.prazo ?? '9').localeCompare(b.prazo ?? '9')).slice(0, MOST_LINES);
  return { total: lines.length, linhas };
}
