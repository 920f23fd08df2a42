import { bare } from './bare.ts';
import type { Field, Fields, Guard } from './field.ts';

type Can = (authority: string) => boolean;
type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

/** All authorities that a field requires. */
export const guardsOf = ({ sensitive = [] }: Field): readonly Guard[] =>
  typeof sensitive === 'string' ? [sensitive] : sensitive;

/** Whether somebody lacks an authority that a field requires. */
export const isHidden = (field: Field | undefined, can: Can): boolean =>
  field?.sensitive !== undefined && !guardsOf(field).every((guard) => can(guard));

/** Whether a field is left out for somebody; a masked field is not, in lists, records and exports. */
export const isAbsent = (field: Field | undefined, can: Can): boolean => isHidden(field, can) && field?.masked === undefined;

/** The fields that somebody gets, in clear or masked. */
export const readable = (fields: Fields, { can }: { can: Can }): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => !isAbsent(field, can)));

/** The value that replaces one that somebody may not read. */
const inPlaceOf = ({ masked }: Field, value: unknown): unknown => (masked && typeof value === 'string' ? masked(value) : null);

/** Whether a field, or a field of its rows, requires an authority. */
const guards = (field: Field): boolean => field.sensitive !== undefined || Object.values(field.fields ?? {}).some(guards);

/** All authorities that the fields of a record require, and those of its rows. */
export const guardsIn = (fields: Fields): Guard[] => [
  ...new Set(Object.values(fields).flatMap((field) => [...guardsOf(field), ...guardsIn(field.fields ?? {})])),
];

/** Whether a record has a guarded field, in its rows too. */
export const hasGuards = (fields: Fields): boolean => Object.values(fields).some(guards);

const guarded = new WeakMap<Fields, [string, Field][]>();

/** The guarded fields, cached for each declaration. */
function secretsOf(fields: Fields): [string, Field][] {
  let known = guarded.get(fields);
  if (!known) guarded.set(fields, (known = Object.entries(fields).filter(([, field]) => guards(field))));
  return known;
}

/** The guarded fields of a record's changes, and of their rows. */
export const guardedChanges = (
  fields: Fields,
  changes: Readonly<Record<string, [unknown, unknown]>>,
): Record<string, [unknown, unknown]> =>
  Object.fromEntries(secretsOf(fields).flatMap(([name]) => (changes[name] ? [[name, changes[name]]] : [])));

/**
 * The changes of an entry of the trail with what stands in clear beside it, as far as these fields are declared: what a declaration
 * does not know, it cannot guard, and keeps its mask.
 */
export function inClear(
  fields: Fields,
  changes: Readonly<Record<string, [unknown, unknown]>>,
  clear: Readonly<Record<string, [unknown, unknown]>> | null,
): Record<string, [unknown, unknown]> {
  const known = Object.entries(clear ?? {}).flatMap(([name, [before, after]]): [string, [unknown, unknown]][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || !guards(field)) return [];
    return [[name, [declared(field, before), declared(field, after)]]];
  });
  return { ...changes, ...Object.fromEntries(known) };
}

/** Child rows without columns that are not declared. */
const declared = ({ fields }: Field, value: unknown): unknown =>
  fields && Array.isArray(value)
    ? rowsOf(value).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || Object.hasOwn(fields, name))),
      )
    : value;

/** Labels of the given fields that are guarded and that `can` allows to read. */
export const guardedOf = (fields: Fields, names: readonly string[], can: Can): string[] =>
  secretsOf(fields).flatMap(([name, field]) => (names.includes(name) && !isHidden(field, can) ? [field.label] : []));

const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Record<string, unknown>[]) : []);

/** Empties, or masks, what somebody may not read, in child rows too; changes the record in place and answers with it. */
export function hide<R extends Record<string, unknown>>(fields: Fields, record: R, can: Can): R {
  const own = record as Record<string, unknown>;
  for (const [name, field] of secretsOf(fields)) {
    if (!(name in own)) continue;
    if (isHidden(field, can)) own[name] = inPlaceOf(field, own[name]);
    else if (field.fields) for (const row of rowsOf(own[name])) hide(field.fields, row, can);
  }
  return record;
}

/** The part of a record that somebody may not see, to compare two states of it; undefined when they may see all of it. */
export function hiddenPart(fields: Fields, record: Readonly<Record<string, unknown>>, can: Can): string | undefined {
  const hidden = secretsOf(fields).flatMap(([name, field]) => {
    if (isHidden(field, can)) return [[name, bare(record[name]) ?? null]];
    const { fields: own = {} } = field;
    const rows = rowsOf(record[name]).map((row) => hiddenPart(own, row, can));
    return rows.some((row) => row !== undefined) ? [[name, rows]] : [];
  });
  return hidden.length > 0 ? JSON.stringify(hidden) : undefined;
}

/** Whether the record shows its reader something that an authority guards. */
export const shows = (fields: Fields, record: Readonly<Record<string, unknown>>, can: Can): boolean =>
  secretsOf(fields).some(([name, field]) => {
    if (isHidden(field, can)) return false;
    const value = record[name];
    if (field.sensitive && value !== null && value !== undefined) return true;
    const { fields: own } = field;
    return own !== undefined && rowsOf(value).some((row) => shows(own, row, can));
  });

/** What the trail stores in place of a secret. */
export const MASK = '•••';
const masked = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0) ? null : MASK;

/** Nobody: the trail itself keeps masks. */
const nobody: Can = () => false;

/** The value of a field as the trail stores it; with `can`, as somebody may read it. */
export function trailed(field: Field | undefined, value: unknown, can: Can = nobody): unknown {
  if (field?.sensitive && !isHidden(field, can)) return value ?? null;
  if (field?.masked && typeof value === 'string') return field.masked(value);
  if (field?.sensitive) return masked(value);
  const fields = field?.fields;
  if (!fields || secretsOf(fields).length === 0 || !Array.isArray(value)) return value ?? null;
  return rowsOf(value).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, one]) => [name, trailed(fields[name], one, can)])),
  );
}

/**
 * The changes of an entry of the trail that are told to somebody. What they are not given of a record is left out here, too, and so are
 * those columns of rows: that a field is filled, as the report on a disability, tells enough. `reads`: what is not masked for them.
 */
export const told = (fields: Fields, changes: Changes, can: Can, reads = can): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, [before, after]]): [string, [unknown, unknown]][] => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (isAbsent(field, can)) return [];
      const [de, para] = [before, after].map((value) => given(field, trailed(field, value, reads), can));
      const isLeftOut = Array.isArray(de) && JSON.stringify(de) === JSON.stringify(para);
      return isLeftOut ? [] : [[name, [de, para]]];
    }),
  );

/** Rows without the columns that somebody is not given. */
const given = (field: Field | undefined, value: unknown, can: Can): unknown =>
  field?.fields && hasGuards(field.fields) && Array.isArray(value)
    ? rowsOf(value).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !isAbsent(field.fields?.[name], can))))
    : value;
