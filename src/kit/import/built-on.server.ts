import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { columnIn, quote, tableNames } from '#kit/registry/names.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import type { Batch } from './batch.server.ts';

/** Where a registry's records are looked for. */
export interface Built {
  store: Store;
  /** `module/slug` */
  cadastro: string;
  /** see `Importing` */
  owned: readonly string[];
}

/** Rows of a batch that made their record: one that an erasure emptied does not tell any more. */
export const MADE = sql`antes is null and existente_id is null and not apagada`;

/** The ids of the records that a batch made, and of those of other registries that its rows named. */
export const madeBy = ({ id }: Batch): Sql =>
  sql`select registro_id from importacao_linhas where importacao_id = ${id} and registro_id is not null and ${MADE}`;
export const madeBesides = ({ id }: Batch, cadastro: string): Sql =>
  sql`select registro_id from importacao_criados where importacao_id = ${id} and cadastro = ${cadastro}`;

/** The database keeps so many letters of what is built on one record in its memory; of more it keeps a digest of each row. */
const MOST_LETTERS = 16_000_000;

/**
 * A digest (`ligados`) by the id of each of these records of what other tables hold of it and a removal would take away; none of a record
 * on which nothing is built. Its own lists, and what the program derives, do not count.
 */
export async function builtOn(db: Pick<Queryable, 'query'>, { store, cadastro, owned }: Built, which: Sql): Promise<Sql> {
  const { registry, hooks, lookup } = store;
  const derived = hooks.derived ?? [];
  const whole = derived.filter((one) => typeof one === 'string');
  const falling = await db.query<{ table: string; column: string }>(
    prepared(
      `select c.relname as table, quote_ident(a.attname) as column
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       where k.contype = 'f' and k.confrelid = $1::regclass and k.confdeltype = 'c' and array_length(k.conkey, 1) = 1 and c.relname <> all($2::text[])
       order by 1, 2`,
      [quote(registry.table), [...tableNames(registry), ...whole]],
    ),
  );
  const going = (hooks.goesWith ?? []).flatMap((one) => {
    // Those of no registry fall by their foreign key.
    if ('table' in one) return [];
    const other = lookup(one.target);
    return [{ table: other.table, column: quote(columnIn(other, one.field)) }];
  });
  const rows = (table: string, column: string, of: Sql) => {
    const id = sql`feito.${raw(column)}`;
    const own = derived.find((one) => typeof one !== 'string' && one.table === table);
    const { columns = [], rows: untouched = sql`false` } = typeof own === 'object' ? own : {};
    const row = sql`jsonb_strip_nulls(to_jsonb(feito)) - ${[...columns]}::text[]`;
    return sql`select ${id} as id, ${quote(table)}::text || (${row})::text as linha from ${raw(quote(table))} feito
      where ${of} and not (${untouched}) and ${id} in (${which})`;
  };
  const parts = [
    ...[...falling, ...going].map(({ table, column }) => rows(table, column, sql`true`)),
    ...owned.map((table) => rows(table, 'dono_id', sql`feito.dono = ${cadastro}`)),
  ];
  return parts.length === 0
    ? sql`select null::bigint as id, null::text as ligados where false`
    : sql`
      select p.id, md5(string_agg(case when p.letras > ${MOST_LETTERS} then md5(p.linha) else p.linha end, ',' order by p.linha)) as ligados
      from (select p.id, p.linha, sum(length(p.linha)) over (partition by p.id) as letras from (${join(parts, ' union all ')}) p) p group by p.id`;
}
