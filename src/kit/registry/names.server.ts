import { type Field, type Fields, fieldOf, isList, isReference } from '#kit/fields/field.ts';
import type { AnyRegistry } from './registry.ts';

/** `areaMae` → `area_mae`, `codigoAC` → `codigo_ac`, `areas-interesse` → `areas_interesse`. */
const snake = (name: string) =>
  name
    .replaceAll('-', '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** The column of a field; a reference's column ends in `_id`, once. */
export function columnOf(name: string, field: Field): string {
  const plain = snake(name);
  return isReference(field) && !plain.endsWith('_id') ? `${plain}_id` : plain;
}

/** The column of a registry's field, by the field's name. */
export const columnIn = (registry: { fields: Fields }, name: string): string => columnOf(name, fieldOf(registry, name));

/** Table of links or of child rows of a field that holds several. */
export const listTable = (registry: AnyRegistry, name: string) => `${registry.table}_${snake(name).replace(/_ids$/, '')}`;

/** The registry's table and those of its lists. */
export const tableNames = (registry: AnyRegistry): string[] => [
  registry.table,
  ...Object.entries(registry.fields).flatMap(([name, field]) => (isList(field) ? [listTable(registry, name)] : [])),
];

/** The field whose values a column of one of the registry's tables holds; of a list, the list as well. */
export function fieldsAt(registry: AnyRegistry, table: string, column: string): Field[] {
  const among = (fields: Fields) =>
    Object.entries(fields).flatMap(([name, field]) => (!isList(field) && columnOf(name, field) === column ? [field] : []));
  if (table === registry.table) return among(registry.fields);
  return Object.entries(registry.fields).flatMap(([name, field]) =>
    isList(field) && listTable(registry, name) === table ? [field, ...among(field.fields ?? {})] : [],
  );
}

/** Child rows with a field `ordem` are sorted by it; others by the order of the screen. */
export const isSelfOrdered = (fields: Fields) => 'ordem' in fields;

/** Fields that have a column in the registry's own table. */
export const columns = (fields: Fields) => Object.entries(fields).filter(([, field]) => !isList(field) && !field.computed);

/** Text columns that lists sort by have a folded copy, so that "Ônix" is sorted under O. */
export const foldedColumn = (column: string) => `${column}_ord`;

export const isFolded = (registry: AnyRegistry, name: string) =>
  registry.fields[name]?.kind === 'text' && [...registry.columns, registry.secondary, registry.label].includes(name);

/** The columns of the registry's table that lists select, filter, sort and search by. */
export const columnNames = (registry: AnyRegistry): string[] => {
  const own = columns(registry.fields).map(([name, field]) => columnOf(name, field));
  const folded = columns(registry.fields).flatMap(([name, field]) =>
    isFolded(registry, name) ? [foldedColumn(columnOf(name, field))] : [],
  );
  return [
    'id',
    ...(registry.scope === 'empresa' ? ['empresa_id'] : []),
    'versao',
    ...own,
    ...folded,
    ...(registry.searchOf ? [] : ['busca']),
  ];
};

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
