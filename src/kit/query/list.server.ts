import type { Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { prepared, Statement } from '#kit/db/statement.server.ts';
import { fieldOf, isReference } from '#kit/fields/field.ts';
import { columnIn, columnNames, columnOf, foldedColumn, isFolded, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { conditionsSql, foldedSql, type Sought, setOf } from './conditions.server.ts';
import { type Condition, type ListQuery, PAGE_SIZE } from './list-query.ts';

/**
 * The records as of a day, over the table's alias `t`: a list joins only the parts that it needs, and only for its page where it
 * can.
 */
export interface Past {
  /** the records that existed on the day */
  where: Sql;
  /** the joins that some columns of the day are read from; they yield exactly one row a record */
  joins(columns: readonly string[]): Sql;
  /** the columns whose value may have been different on the day */
  columns: Readonly<Record<string, Sql>>;
  /**
   * the condition that such a column had one of some values on the day (`set`: them as an SQL array, of a tree with what stands
   * below), when the record itself shows it: PostgreSQL then joins nothing, and can estimate how many rows are left
   */
  among?: Readonly<Record<string, (values: readonly (string | number)[], set: Sql) => Sql>>;
}

/** The request of a list, and its reader. */
export interface Asked extends Sought {
  /** further restrictions of the records, over alias `t`: access, and the caller's own */
  access?: Sql | undefined;
  past?: Past | undefined;
  /** whether the page carries the total; undefined: as its conditions suggest */
  counted?: boolean;
}

/** The restrictions on the records themselves: company, access, existence on the day, ids. */
export function reachSql({ registry, acting, query, access, past }: Asked, statement: Statement): string[] {
  const parts: string[] = [];
  if (registry.scope === 'empresa') parts.push(`t.empresa_id = ${statement.put(acting.empresaId)}`);
  if (access) parts.push(`(${statement.splice(access)})`);
  if (past) parts.push(`(${statement.splice(past.where)})`);
  if (query.ids) parts.push(`t.id = any(${statement.put(query.ids)}::bigint[])`);
  if (query.importacao) {
    const { id, feito } = query.importacao;
    const only = feito === undefined ? '' : ` and not l.apagada and l.antes is ${feito === 'incluidos' ? '' : 'not '}null`;
    parts.push(
      `t.id in (select l.registro_id from importacao_linhas l join importacoes i on i.id = l.importacao_id
        where i.id = ${statement.put(id)} and i.empresa_id = ${statement.put(acting.empresaId)} and l.registro_id is not null${only})`,
    );
  }
  return parts;
}

const whereSql = (parts: readonly string[]) => (parts.length > 0 ? `where ${parts.join(' and ')}` : '');

/** Of a telephone its digits, or those of its area code: there is nothing to fold, and to fold a million of them takes three seconds. */
const isTelephone = ({ fields }: AnyRegistry, name: string): boolean =>
  fields[name]?.areaCode !== undefined || Object.values(fields).some(({ areaCode }) => areaCode === name);

/** Order by, with the joins that it needs; the id breaks ties. */
export function orderSql(registry: AnyRegistry, sort: ListQuery['sort'], lookup: Lookup): { joins: string; order: string } {
  const joins: string[] = [];
  const order = sort.map(({ field: name, order: direction }, index) => {
    if (name === 'id') return `t.id ${direction}`;
    const field = fieldOf(registry, name);
    const column = quote(columnOf(name, field));
    if (isReference(field)) {
      const target = lookup(field.target);
      joins.push(`left join ${quote(target.table)} o${index} on o${index}.id = t.${column}`);
      const label = columnIn(target, target.label);
      return `o${index}.${quote(isFolded(target, target.label) ? foldedColumn(label) : label)} ${direction}`;
    }
    return `${field.kind === 'text' && !isTelephone(registry, name) ? foldedSql(registry, name) : `t.${column}`} ${direction}`;
  });
  return { joins: joins.join(' '), order: [...order, `t.id ${sort[0]?.order ?? 'asc'}`].join(', ') };
}

/** The registry's table as a relation, with columns of the day (all, or only the given ones) instead of today's. */
function pastSql(
  registry: AnyRegistry,
  past: Past,
  reach: readonly string[],
  statement: Statement,
  asked: readonly string[] = Object.keys(past.columns),
): string {
  const selected = columnNames(registry).flatMap((name) => {
    const then = past.columns[name];
    if (!then) return [`t.${quote(name)}`];
    return asked.includes(name) ? [`${statement.splice(then)} as ${quote(name)}`] : [];
  });
  return `(select ${selected.join(', ')} from ${quote(registry.table)} t ${statement.splice(past.joins(asked))} ${whereSql(reach)})`;
}

/** The columns that a list filters or sorts by and that may have been different on the day. */
const askedPast = (registry: AnyRegistry, { where, sort }: ListQuery, past: Past): string[] =>
  [...where, ...sort]
    .flatMap(({ field }) => (field === 'id' ? [] : [columnIn(registry, field)]))
    .filter((column) => past.columns[column] !== undefined);

/** A filter by a value of the day, answered from the record itself. */
const answeredBy = ({ registry, lookup, past }: Asked, condition: Condition): Sql | undefined =>
  condition.form === 'in'
    ? past?.among?.[columnIn(registry, condition.field)]?.(condition.values, setOf({ registry, lookup }, condition))
    : undefined;

/**
 * A list by values of a day is planned for that day: the number of changes since decides what is read first, and an unknown day
 * reveals nothing about it.
 */
export const planned = (text: string, values: unknown[], byPast: boolean) => (byPast ? { text, values } : prepared(text, values));

/** The records that a query finds, under the alias `t`: from where, and on which conditions. */
export function foundSql(asked: Asked, statement: Statement): { from: string; where: string; byPast: boolean } {
  const { registry, query, past } = asked;
  const reach = reachSql(asked, statement);
  const where: Condition[] = [];
  for (const condition of query.where) {
    const answered = answeredBy(asked, condition);
    if (answered) reach.push(`(${statement.splice(answered)})`);
    else where.push(condition);
  }
  const unanswered = { ...query, where };
  const conditions = conditionsSql({ ...asked, query: unanswered }, statement);
  if (past) {
    const columns = query.page === null ? undefined : askedPast(registry, unanswered, past);
    if (columns?.length !== 0)
      return { from: `${pastSql(registry, past, reach, statement, columns)} t`, where: whereSql(conditions), byPast: true };
  }
  return { from: `${quote(registry.table)} t`, where: whereSql([...reach, ...conditions]), byPast: false };
}

/** How many records the query finds. */
export async function countRecords(db: Queryable, asked: Asked): Promise<number> {
  const statement = new Statement();
  const { from, where, byPast } = foundSql({ ...asked, query: { ...asked.query, page: 0, sort: [] } }, statement);
  const text = `select count(*)::int as n from ${from} ${where}`;
  const row = await db.one<{ n: number }>(planned(text, statement.values, byPast));
  return row?.n ?? 0;
}

/**
 * The page sizes of our screens are written into the text: with an unknown limit PostgreSQL estimates a tenth of the table, never
 * trusts the prepared plan and plans each page again, which takes as long as reading it.
 */
const usualSizes = new Set([PAGE_SIZE, 30, 50, 100, 200, 500]);

/**
 * Searches and filters read all matches anyway to sort them, so their page carries the total in `_total` (see `takeTotal`). The
 * rest is counted separately: an unfiltered list, a filter by a choice (which leaves many) and a range of the sort field find
 * their page by an index, and carrying the total would defeat it.
 */
const isCounted = ({ registry: { fields }, query: { busca, where, sort }, counted }: Asked) =>
  counted ??
  (busca !== '' ||
    where.some(
      ({ field, form }) => fields[field]?.kind !== 'choice' && form !== 'flag' && !(form === 'range' && field === sort[0]?.field),
    ));

/** Removes the total from the rows of a page, and answers with it. */
export function takeTotal(rows: Record<string, unknown>[]): number | undefined {
  const total = rows[0]?._total;
  for (const row of rows) delete row._total;
  return total === undefined ? undefined : Number(total);
}

/**
 * The statement of one page (or of everything): it limits the ids first and reads the rest for those ids alone. Places are
 * numbered after the limit: numbering every match would sort all of them, where the first fifteen are enough.
 */
export function pageStatement(asked: Asked, { select, joins: selectJoins }: { select: string; joins: string }) {
  const { registry, lookup, query, past } = asked;
  const statement = new Statement();
  const { from, where, byPast } = foundSql(asked, statement);
  const { joins, order } = orderSql(registry, query.sort, lookup);
  if (query.page === null)
    return {
      text: `select ${select} from ${from} ${joins} ${selectJoins} ${where} order by ${order}`,
      values: statement.values,
    };
  const [total, count] = isCounted(asked) ? [', p.total as "_total"', ', count(*) over () as total'] : ['', ''];
  const limit = usualSizes.has(query.size) ? String(query.size) : statement.put(query.size);
  const offset = query.page === 0 ? '' : `offset ${statement.put(query.page * query.size)}`;
  const shown = past ? pastSql(registry, past, [], statement) : quote(registry.table);
  const text = `select ${select}${total} from (select q.*, row_number() over () as posicao from (select t.id as pid${count} from ${from} ${joins} ${where} order by ${order} limit ${limit} ${offset}) q) p join ${shown} t on t.id = p.pid ${selectJoins} order by p.posicao`;
  return planned(text, statement.values, byPast);
}
