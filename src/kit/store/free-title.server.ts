import sql, { raw, type Sql } from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { columnIn, foldedColumn, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';

/** So many records may bear one title with a number behind it. */
const MOST_COPIES = 1_000;
/** Room for what stands behind the title. */
const LONGEST = 230;

interface Wish {
  empresaId: number;
  title: string;
  /** what stands behind the title of the nth copy */
  nth: (n: number) => string;
  /** which other records count, a condition over `t`; without it all of the company */
  among?: Sql;
}

/** 'Clima (cópia)', 'Clima (cópia 2)' */
export const asCopy = (n: number): string => (n === 1 ? ' (cópia)' : ` (cópia ${n})`);

/** The title, or with something behind it while a record has that title. Two at once take two titles. */
export async function freeTitle(
  tx: Tx,
  registry: AnyRegistry,
  { empresaId, title, nth, among = sql`true` }: Wish,
): Promise<string> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${registry.table}), ${empresaId}::int)`);
  const names = Array.from({ length: MOST_COPIES }, (_, n) => (n === 0 ? title : title.slice(0, LONGEST) + nth(n)));
  const taken = raw(quote(foldedColumn(columnIn(registry, registry.label))));
  const free = await tx.one<{ name: string }>(sql`
    with wished as materialized (select name, n, dobra(name) as folded from unnest(${names}::text[]) with ordinality x(name, n))
    select w.name from wished w where w.folded not in (
      select t.${taken} from ${raw(quote(registry.table))} t where t.empresa_id = ${empresaId} and ${among})
    order by w.n limit 1`);
  if (!free)
    throw new Refusal(
      'COPIAS_DEMAIS',
      `Já há ${MOST_COPIES.toLocaleString('pt-BR')} registros com o título “${title}”: mude o título antes de fazer outra cópia.`,
      409,
    );
  return free.name;
}
