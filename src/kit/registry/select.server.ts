import { timestamptz } from '#kit/db/pg-values.server.ts';
import {
  type Field,
  type Fields,
  fieldOf,
  isLinks,
  isReference,
  type LinksField,
  type ReferenceField,
} from '#kit/fields/field.ts';
import { traits } from '#kit/fields/traits.ts';
import { columnIn, columnOf, columns, listTable, literal, quote } from './names.server.ts';
import type { AnyRegistry } from './registry.ts';

/** Finds a registry by `module/slug`; a check at start has proven that every name exists. */
export type Lookup = (target: string) => AnyRegistry;

/** SQL that answers computed fields: field → expression over the record's alias `t`. */
export type Computed = Readonly<Record<string, string>>;

/** The name of a removed record that a `snapshot` refers to, in SQL: the snapshot holds its id alone. */
export const REMOVED = `'(removido)'`;

/** `{id, nome}` of a referenced record, or the bare id. */
function referenceSql(field: ReferenceField | LinksField, idSql: string, lookup: Lookup): string {
  if (field.asId) return idSql;
  const target = lookup(field.target);
  const label = columnIn(target, target.label);
  const extra = field.target !== 'arquivos' ? '' : `, 'tamanho', r.tamanho, 'tipo', r.tipo`;
  const found = `(select json_build_object('id', r.id, 'nome', r.${quote(label)}${extra}) from ${quote(target.table)} r where r.id = ${idSql})`;
  return field.snapshot ? `coalesce(${found}, ${removedSql(idSql)})` : found;
}

function linksSql(registry: AnyRegistry, name: string, field: LinksField, lookup: Lookup): string {
  const item = field.asId ? 'l.alvo_id' : referenceSql(field, 'l.alvo_id', lookup);
  return `(select coalesce(json_agg(${item} order by l.ordem), '[]') from ${quote(listTable(registry, name))} l where l.registro_id = t.id)`;
}

function childrenSql(registry: AnyRegistry, name: string, fields: Fields, lookup: Lookup): string {
  const parts = columns(fields).map(([key, field]) => {
    const column = `c.${quote(columnOf(key, field))}`;
    return `${literal(key)}, ${isReference(field) ? referenceSql(field, column, lookup) : column}`;
  });
  return `(select coalesce(json_agg(json_build_object('id', c.id, ${parts.join(', ')}) order by c.ordem, c.id), '[]') from ${quote(listTable(registry, name))} c where c.registro_id = t.id)`;
}

const removedSql = (idSql: string) =>
  `case when ${idSql} is not null then json_build_object('id', ${idSql}, 'nome', ${REMOVED}) end`;

const joined = (name: string) => quote(`j_${name}`);

/** `{id, nome}` of a reference that `joinsSql` has joined. */
function joinedSql(name: string, field: ReferenceField, column: string, lookup: Lookup): string {
  const target = lookup(field.target);
  const j = joined(name);
  const label = columnIn(target, target.label);
  const extra = field.target !== 'arquivos' ? '' : `, 'tamanho', ${j}.tamanho, 'tipo', ${j}.tipo`;
  return `case when ${j}.id is not null then json_build_object('id', ${j}.id, 'nome', ${j}.${quote(label)}${extra}) ${field.snapshot ? `else ${removedSql(column)} ` : ''}end`;
}

/**
 * Joins for the references that `selectSql` reads: one hash join serves thousands of rows, where a subselect runs once for each.
 * The few rows of a page are quicker with subselects, which cost nothing to plan.
 */
export const joinsSql = (registry: AnyRegistry, names: readonly string[], lookup: Lookup): string =>
  names
    .map((name) => {
      const field = fieldOf(registry, name);
      if (!isReference(field) || field.computed || field.asId) return '';
      return `left join ${quote(lookup(field.target).table)} ${joined(name)} on ${joined(name)}.id = t.${quote(columnOf(name, field))}`;
    })
    .filter(Boolean)
    .join(' ');

/**
 * One select expression for every given field, over alias `t`; references by a subselect each, or from the joins of `joinsSql`.
 */
export function selectSql(
  registry: AnyRegistry,
  names: readonly string[],
  lookup: Lookup,
  computed: Computed,
  isJoined = false,
): string {
  const parts = names.map(
    (name) => `${fieldSql(registry, name, fieldOf(registry, name), lookup, computed, isJoined)} as ${quote(name)}`,
  );
  return ['t.id', 't.versao', ...parts].join(', ');
}

/** The expression that answers one field, over alias `t`. */
export function fieldSql(
  registry: AnyRegistry,
  name: string,
  field: Field,
  lookup: Lookup,
  computed: Computed,
  isJoined = false,
): string {
  if (field.computed) return `(${computed[name]})`;
  if (isLinks(field)) return linksSql(registry, name, field, lookup);
  if (field.kind === 'rows') return childrenSql(registry, name, field.fields, lookup);
  const column = `t.${quote(columnOf(name, field))}`;
  if (!isReference(field)) return column;
  return isJoined && !field.asId ? joinedSql(name, field, column, lookup) : referenceSql(field, column, lookup);
}

/** Decimal strings of the driver become JSON numbers, and instants in PostgreSQL's JSON become ISO instants. */
export function wire(fields: Fields, row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    const field = fields[name];
    const value = row[name];
    if (!field || typeof value !== 'string') continue;
    if (traits[field.kind].stored === 'decimal') row[name] = Number(value);
    else if (field.kind === 'instant') row[name] = timestamptz(value);
  }
  return row;
}
