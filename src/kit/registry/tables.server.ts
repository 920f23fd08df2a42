import { type ColumnSpec, objectName, type TableSpec } from '#kit/db/schema.server.ts';
import { emptyOf, type Field, type Fields, isLinks, isReference } from '#kit/fields/field.ts';
import { type KindStored, traits } from '#kit/fields/traits.ts';
import { columnIn, columnOf, columns, foldedColumn, isFolded, isSelfOrdered, listTable, quote } from './names.server.ts';
import type { AnyRegistry } from './registry.ts';
import type { Lookup } from './select.server.ts';

/** Digits of a decimal column. */
const digits = { number: 18, percentage: 9, money: 14 } as const satisfies Record<KindStored<'decimal'>, number>;

/** PostgreSQL type of a field's column. */
function sqlType({ kind, decimals = 2 }: Field): string {
  const { stored } = traits[kind];
  switch (stored) {
    case 'reference':
      return 'bigint';
    case 'decimal':
      return `numeric(${digits[kind as KindStored<'decimal'>]},${decimals})`;
    case 'instant':
      return 'timestamp with time zone';
    case 'texts':
      return 'text[]';
    case 'text':
    case 'integer':
    case 'date':
    case 'boolean':
      return stored;
    case 'links':
    case 'rows':
      throw new Error(`a field of kind ${kind} has no column`);
  }
}

function fieldColumn(name: string, field: Field, isRequired: boolean): ColumnSpec {
  const isSwitch = emptyOf(field) === false;
  return {
    name: columnOf(name, field),
    type: sqlType(field),
    notNull: isRequired || isSwitch,
    ...(isSwitch ? { default: field.initial === true ? 'true' : 'false' } : {}),
  };
}

const isFilled = (field: Field) => field.required && !field.readOnly;
/**
 * Whoever lacks the authority of a row's field may add a row, where the field stays empty; a record with such a required field
 * they cannot insert (`unsayable`).
 */
const isFilledRow = (field: Field) => isFilled(field) && (field.sensitive === undefined || field.initial !== undefined);

/** References with a foreign key. */
const held = (fields: Fields) =>
  columns(fields).flatMap(([name, field]) => (isReference(field) && !field.snapshot ? [[name, field] as const] : []));

const references = (fields: Fields, lookup: Lookup) =>
  held(fields).map(([name, field]) => ({
    columns: [columnOf(name, field)],
    table: lookup(field.target).table,
    onDelete: 'restrict' as const,
  }));

/**
 * One index for each, without the rows whose reference is empty: a mostly empty reference then costs neither room nor time, and
 * every query by it has a value.
 */
const referenceIndexes = (fields: Fields, filled: (name: string, field: Field) => boolean) =>
  held(fields).map(([name, field]) => {
    const column = columnOf(name, field);
    return { columns: [column], ...(filled(name, field) ? {} : { where: `${quote(column)} is not null` }) };
  });

/** Sequential ids would reveal the order of the records. */
const random: ColumnSpec = { name: 'id', type: 'bigint', notNull: true, default: 'id_aleatorio()' };
const identity: ColumnSpec = { name: 'id', type: 'bigint', notNull: true, identity: true };
const owner: ColumnSpec = { name: 'registro_id', type: 'bigint', notNull: true };
const position: ColumnSpec = { name: 'ordem', type: 'integer', notNull: true };

const idOf = ({ trail }: AnyRegistry) => (trail === 'none' ? random : identity);

/** The tables that a registry needs: its own, one a child list, one a many-to-many. */
export function tablesOf(registry: AnyRegistry, lookup: Lookup): TableSpec[] {
  if (registry.view) return [];
  const { fields } = registry;
  const scoped = registry.scope === 'empresa';
  const filled = (name: string, field: Field) => isFilled(field) && !registry.visibleWhen?.[name];
  const own: ColumnSpec[] = [
    idOf(registry),
    ...(scoped ? [{ name: 'empresa_id', type: 'bigint', notNull: true }] : []),
    { name: 'versao', type: 'integer', notNull: true, default: '1' },
    ...columns(fields).map(([name, field]) => fieldColumn(name, field, filled(name, field))),
  ];
  const folded = columns(fields)
    .filter(([name]) => isFolded(registry, name))
    .map(([name, field]) => columnOf(name, field));
  for (const column of folded)
    own.push({ name: foldedColumn(column), type: 'text', notNull: false, collation: 'C', generated: `dobra(${quote(column)})` });
  const searched = registry.search.map((name) => `coalesce(${quote(columnIn(registry, name))}, '')`);
  if (!registry.searchOf)
    own.push({ name: 'busca', type: 'text', notNull: false, generated: `dobra(${searched.join(` || ' ' || `)})` });

  const company = scoped ? ['empresa_id'] : [];
  const sorted = (name: string) => (isFolded(registry, name) ? foldedColumn(columnIn(registry, name)) : columnIn(registry, name));
  // A required reference to a record of the company already holds the company's key; a second key would cost a check with every
  // row.
  const names = held(fields).some(
    ([name, field]) => field.kind === 'ref' && filled(name, field) && lookup(field.target).scope === 'empresa',
  );
  const main: TableSpec = {
    name: registry.table,
    columns: own,
    primaryKey: ['id'],
    uniques: (registry.unique ?? []).slice(registry.successive ? 1 : 0).map((set) => ({
      columns: [
        ...company,
        ...set.map((name) => (isFolded(registry, name) ? foldedColumn(columnIn(registry, name)) : columnIn(registry, name))),
      ],
      // Two records of one name without a parent are duplicates, just as two with the same parent; a lone number may be empty any
      // number of times.
      ...(set.length > 1 && set.some((name) => fields[name]?.kind === 'ref' && !fields[name].required)
        ? { nullsNotDistinct: true }
        : {}),
    })),
    indexes: [
      ...[registry.sort.field, ...registry.orders].map((name) => ({ columns: [...company, sorted(name), 'id'] })),
      ...(registry.searchOf ? [] : [{ columns: ['busca'], using: 'gin' as const, opclass: 'gin_trgm_ops' }]),
      ...referenceIndexes(fields, filled),
    ],
    foreignKeys: [
      ...(scoped && !names ? [{ columns: ['empresa_id'], table: 'empresas', onDelete: 'restrict' as const }] : []),
      ...references(fields, lookup),
    ],
  };
  return [main, ...Object.entries(fields).flatMap(([name, field]) => listTables(registry, name, field, lookup))];
}

function listTables(registry: AnyRegistry, name: string, field: Field, lookup: Lookup): TableSpec[] {
  const table = listTable(registry, name);
  const toOwner = { columns: ['registro_id'], table: registry.table, onDelete: 'cascade' as const };
  if (isLinks(field))
    return [
      {
        name: table,
        columns: [owner, { name: 'alvo_id', type: 'bigint', notNull: true }, position],
        primaryKey: ['registro_id', 'alvo_id'],
        uniques: [],
        indexes: [{ columns: ['alvo_id'] }],
        foreignKeys: [toOwner, { columns: ['alvo_id'], table: lookup(field.target).table, onDelete: 'restrict' as const }],
      },
    ];
  if (field.kind !== 'rows') return [];
  const { fields } = field;
  const filled = (key: string, one: Field) => isFilledRow(one) && !field.visibleWhen?.[key];
  const rows: TableSpec = {
    name: table,
    columns: [
      idOf(registry),
      owner,
      ...(isSelfOrdered(fields) ? [] : [position]),
      ...columns(fields).map(([key, one]) => fieldColumn(key, one, filled(key, one))),
    ],
    primaryKey: ['id'],
    uniques: [],
    indexes: [{ columns: ['registro_id', 'ordem'] }, ...referenceIndexes(fields, filled)],
    foreignKeys: [toOwner, ...references(fields, lookup)],
  };
  return [field.dated ? datedTable(rows, columnIn({ fields }, field.dated)) : rows];
}

/**
 * A history that no statement can break: each entry ends (`ate`, exclusive; null: still open) where another entry of the record
 * begins, no two end on one day, at most one is open, and none ends before it began. So the ends of n entries are n different
 * values among the n - 1 later beginnings and 'open': each entry ends exactly where the next begins, with neither gap nor
 * overlap.
 */
function datedTable(table: TableSpec, since: string): TableSpec {
  const until = ['registro_id', 'ate'];
  return {
    ...table,
    columns: [...table.columns, { name: 'ate', type: 'date', notNull: false }],
    uniques: [
      { columns: ['registro_id', since] },
      { columns: until, nullsNotDistinct: true, deferrable: true },
      ...(table.uniques ?? []),
    ],
    // The unique key also serves to find the entries of a record.
    indexes: (table.indexes ?? []).slice(1),
    checks: [{ name: objectName(table.name, ['ate'], 'ck'), expression: `ate > ${quote(since)}` }],
    foreignKeys: [
      ...(table.foreignKeys ?? []),
      { columns: until, table: table.name, references: ['registro_id', since], deferrable: true },
    ],
  };
}
