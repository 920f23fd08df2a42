import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import { fold } from '#kit/br/text.ts';
import { containing } from '#kit/db/like.ts';
import type { Statement } from '#kit/db/statement.server.ts';
import { fieldOf, isReference } from '#kit/fields/field.ts';
import { identities, isIdentity } from '#kit/fields/identity.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { columnIn, columnOf, foldedColumn, isFolded, listTable, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { withBranches } from './branches.server.ts';
import type { Condition, ListQuery } from './list-query.ts';

/** What a search and its filters are judged by: the registry, and who reads. */
export interface Sought {
  registry: AnyRegistry;
  lookup: Lookup;
  acting: Acting;
  query: ListQuery;
}

/** The values of a condition as an SQL array: a filter by a tree means everything below its records too. */
export function setOf({ registry, lookup }: Pick<Sought, 'registry' | 'lookup'>, condition: Condition & { form: 'in' }): Sql {
  const { target } = fieldOf(registry, condition.field);
  if (target === undefined) return sql`${condition.values}::text[]`;
  return condition.only ? sql`${condition.values}::bigint[]` : withBranches(lookup(target), condition.values);
}

/** The text of a field as it is searched and sorted, over alias `t`. */
export const foldedSql = (registry: AnyRegistry, name: string) => {
  const column = columnIn(registry, name);
  return isFolded(registry, name) ? `t.${quote(foldedColumn(column))}` : `dobra(t.${quote(column)})`;
};

/** Whether a condition reads and folds a text of each record, of a company or of years. */
export const isUnfolded = (registry: AnyRegistry, { form, field }: Condition): boolean =>
  form === 'contains' && !isIdentity(fieldOf(registry, field).kind) && !isFolded(registry, field) && registry.recurring !== field;

/**
 * The condition that a field whose texts recur holds one that `like` finds. The texts are read from one to the next by an index
 * that begins with company and text, and the records by the same index: their number does not matter.
 */
function recurringSql(
  registry: AnyRegistry,
  { empresaId }: Acting,
  name: string,
  like: (text: string) => string,
  statement: Statement,
) {
  const folded = foldedSql(registry, name);
  const next = (after: string) =>
    `(select ${folded} from ${quote(registry.table)} t where t.empresa_id = ${statement.put(empresaId)}${after} order by 1 limit 1)`;
  return `${folded} = any(array(with recursive textos(texto) as (${next('')} union all select ${next(` and ${folded} > x.texto`)} from textos x where x.texto is not null)
    select texto from textos where ${like('texto')}))`;
}

function conditionSql(asked: Pick<Sought, 'registry' | 'lookup' | 'acting'>, condition: Condition, statement: Statement): string {
  const { registry } = asked;
  const field = fieldOf(registry, condition.field);
  const column = `t.${quote(columnOf(condition.field, field))}`;
  switch (condition.form) {
    case 'flag':
      return `${column} = ${statement.put(condition.flag)}`;
    case 'in': {
      const set = statement.splice(setOf(asked, condition));
      return field.kind === 'refs'
        ? `exists (select 1 from ${quote(listTable(registry, condition.field))} l where l.registro_id = t.id and l.alvo_id = any(${set}))`
        : `${column} = any(${set})`;
    }
    case 'range':
      if (field.kind === 'instant')
        return [
          condition.from === undefined
            ? ''
            : `${column} >= ${statement.put(condition.from)}::date::timestamp at time zone '${DEFAULT_TIME_ZONE}'`,
          condition.to === undefined
            ? ''
            : `${column} < (${statement.put(condition.to)}::date + 1)::timestamp at time zone '${DEFAULT_TIME_ZONE}'`,
        ]
          .filter(Boolean)
          .join(' and ');
      return [
        condition.from === undefined ? '' : `${column} >= ${statement.put(condition.from)}`,
        condition.to === undefined ? '' : `${column} <= ${statement.put(condition.to)}`,
      ]
        .filter(Boolean)
        .join(' and ');
    case 'days': {
      const { end, goesOn, first, last } = condition;
      const until = end === undefined ? column : `t.${quote(columnIn(registry, end))}`;
      const lasts = end === undefined ? until : `coalesce(${until}, ${goesOn ? `'infinity'::date` : column})`;
      return `${column} <= ${statement.put(last)}::date and ${lasts} >= ${statement.put(first)}::date`;
    }
    case 'contains': {
      if (isIdentity(field.kind))
        return `${column} like ${statement.put(containing(identities[field.kind].normalize(condition.text)))}`;
      const term = statement.put(containing(fold(condition.text)));
      if (registry.recurring === condition.field)
        return recurringSql(registry, asked.acting, condition.field, (text) => `${text} like ${term}`, statement);
      return `${foldedSql(registry, condition.field)} like ${term}`;
    }
  }
}

/** The restrictions on the records' values: search and filters. */
export function conditionsSql({ registry, lookup, acting, query }: Sought, statement: Statement): string[] {
  const { can } = acting;
  const parts: string[] = [];
  const search = fold(query.busca);
  if (search) {
    const digits = /^[\d.\-/\s()]+$/.test(search) ? search.replace(/\D/g, '') : '';
    const terms = (digits && digits !== search ? [search, digits] : [search]).map((text) => statement.put(containing(text)));
    const found = (text: string) => `(${terms.map((term) => `${text} like ${term}`).join(' or ')})`;
    /**
     * The search finds nothing in fields that the reader may not read, nor by a text that only the table of a view searches: the
     * index proposes the record, and one of its search fields must contain the words.
     */
    const within = (of: AnyRegistry, alias: string) => {
      const open = of.search.filter((name) => !isHidden(of.fields[name], can));
      if (open.length === of.search.length && !of.view) return found(`${alias}.busca`);
      const conditions = open.map((name) => {
        const column = columnIn(of, name);
        return found(isFolded(of, name) ? `${alias}.${quote(foldedColumn(column))}` : `dobra(${alias}.${quote(column)})`);
      });
      return `(${found(`${alias}.busca`)} and (${conditions.join(' or ') || 'false'}))`;
    };
    const { searchOf, recurring } = registry;
    const named = searchOf === undefined ? undefined : fieldOf(registry, searchOf);
    if (searchOf !== undefined && named && isReference(named)) {
      const target = lookup(named.target);
      parts.push(
        `t.${quote(columnOf(searchOf, named))} in (select s.id from ${quote(target.table)} s where ${within(target, 's')})`,
      );
    } else if (recurring !== undefined && registry.search.every((name) => name === recurring))
      parts.push(recurringSql(registry, acting, recurring, found, statement));
    else parts.push(within(registry, 't'));
  }
  // The store itself answers filters of computed fields, among the restrictions of access.
  for (const condition of query.where)
    if (!fieldOf(registry, condition.field).computed)
      parts.push(conditionSql({ registry, lookup, acting }, condition, statement));
  return parts;
}
