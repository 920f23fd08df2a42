import { bare } from '#kit/fields/bare.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { changeLines, type TrailLine } from '#kit/history/trail-lines.ts';

type Values = Readonly<Record<string, unknown>>;

/** One record as two people left it, each from the same state; values as the form holds them. */
export interface Meeting {
  /** the state that both started from */
  base: Values;
  mine: Values;
  theirs: Values;
}

const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Values[]) : []);

/** A comparable value without what its input adds: records by their id, an empty text as null. */
function comparable(value: unknown): unknown {
  if (value === '' || value === undefined) return null;
  return Array.isArray(value) ? value.map(comparable) : bare(value);
}

function same(field: Field, a: unknown, b: unknown): boolean {
  if (field.kind !== 'rows') return JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
  const [left, right] = [rowsOf(a), rowsOf(b)];
  return left.length === right.length && left.every((row, index) => sameRow(field, row, right[index]));
}

const sameRow = ({ fields = {} }: Field, a: Values, b: Values | undefined) =>
  b !== undefined && a.id === b.id && Object.entries(fields).every(([name, field]) => same(field, a[name], b[name]));

/**
 * Merges row by row: my changes of a row win, every other row is as they left it. A row that I changed and they removed becomes a
 * new one.
 */
function mergedRows(field: Field, { base, mine, theirs }: Record<keyof Meeting, readonly Values[]>): Values[] {
  const byId = (rows: readonly Values[]) => new Map(rows.map((row) => [row.id, row]));
  const [was, now] = [byId(base), byId(theirs)];
  const kept = mine.flatMap((row): Values[] => {
    if (row.id === undefined) return [row];
    const standing = now.get(row.id);
    if (sameRow(field, row, was.get(row.id))) return standing ? [standing] : [];
    const { id: _gone, ...anew } = row;
    return [standing ? row : anew];
  });
  return [...kept, ...theirs.filter(({ id }) => !was.has(id))];
}

type Written = readonly (readonly [string, Field])[];

/** Whether two states of a record are equal. */
export const isSame = (fields: Written, a: Values, b: Values): boolean =>
  fields.every(([name, field]) => same(field, a[name], b[name]));

/** The record with both people's changes; mine win where both changed the same field. */
export function merged(fields: Written, { base, mine, theirs }: Meeting): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(([name, field]) => {
      if (same(field, mine[name], base[name])) return [name, theirs[name]];
      if (field.kind !== 'rows') return [name, mine[name]];
      return [name, mergedRows(field, { base: rowsOf(base[name]), mine: rowsOf(mine[name]), theirs: rowsOf(theirs[name]) })];
    }),
  );
}

/** The other person's changes, and the changes that mine would make to the present record. */
export function meetingLines(fields: Fields, written: Written, meeting: Meeting) {
  const { base, theirs } = meeting;
  const result = merged(written, meeting);
  const linesOf = (from: Values, to: Values): TrailLine[] =>
    changeLines(
      fields,
      Object.fromEntries(
        written.flatMap(([name, field]) => (same(field, from[name], to[name]) ? [] : [[name, [from[name], to[name]]]])),
      ),
    ).filter(({ de, para }) => de !== para);
  return { theirs: linesOf(base, theirs), mine: linesOf(theirs, result) };
}
