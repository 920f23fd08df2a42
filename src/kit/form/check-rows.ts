import { z } from 'zod';
import { emptyOf, type Field, type Fields, MOST_ITEMS, says, tooMany } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { type Issue, issuesOf } from '#kit/refusal/issues.ts';
import { accepted } from './accepted.ts';
import type { Context } from './form.ts';

type Row = Record<string, unknown>;

/** Rows that are judged at a time. */
const SLICE = 200;
/** Faults of one list that end its judgement: an answer tells no more, and each takes its time. */
const ENOUGH = 1_200;

export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The stored value parsed as if the form had sent it; the initial value for a new record. */
export function keptValue(field: Field, before: unknown): unknown {
  if (before === undefined) return field.initial ?? emptyOf(field);
  const parsed = field.schema.safeParse(before);
  return parsed.success ? parsed.data : emptyOf(field);
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const written = (fields: Fields) => Object.entries(fields).filter(([, field]) => !field.readOnly);

/**
 * Why a list has too many rows for its field. Where the program has entered more than a person may, they stay, and a save may have as many as stood
 * there before.
 */
export function rowsTooMany({ max }: Field, given: readonly unknown[], before: unknown, { enters }: Context): string | undefined {
  if (max === undefined || enters || given.length <= max) return undefined;
  return given.length > (Array.isArray(before) ? before.length : 0) ? tooMany(max) : undefined;
}

interface JudgedRows {
  value: unknown;
  issues: Issue[];
  /** paths that the actor may not see: faults about them would reveal their values */
  unseen: string[];
}

/**
 * Judges child rows that have conditions, dates or guarded fields of their own, and long lists. Skips other fields, values that are no list, and
 * lists that are far too long.
 */
export function judgeRows(name: string, field: Field, given: unknown, context: Context): JudgedRows | undefined {
  if (field.kind !== 'rows') return undefined;
  const { fields } = field;
  const secret = written(fields).filter(([, one]) => isHidden(one, context.can));
  if (!Array.isArray(given) || given.length > MOST_ITEMS) return undefined;
  const isPlain = !field.dated && !field.visibleWhen && !field.requiredWhen && secret.length === 0;
  if (isPlain && given.length <= SLICE) return undefined;
  const before = context.before?.[name];
  const rowsBefore = Array.isArray(before) ? (before as Row[]) : [];
  const stood = new Map(rowsBefore.map((row) => [row.id, row]));
  /** where each stored row stands now */
  const standing = new Map<Row, { index: number; row: Row }>();
  const inForce = inForceOf(rowsBefore, field.dated);
  const issues: Issue[] = [];
  const unseen: string[] = [];
  /** fields of each row that the schema does not judge */
  const apart: Row[] = [];
  const rows = given.map((row: unknown, index) => {
    const aside: Row = {};
    apart.push(aside);
    if (!isRow(row) || issues.length > ENOUGH) return row;
    const filled = { ...row };
    const own = typeof row.id === 'number' ? stood.get(row.id) : undefined;
    if (own) {
      // An id is good once: further rows with it are new.
      stood.delete(row.id);
      standing.set(own, { index, row });
    }
    const past = own ?? inForce(row);
    for (const [key, one] of secret) {
      filled[key] = aside[key] = keptValue(one, past?.[key]);
      unseen.push(`${name}.${index}.${key}`);
    }
    const seen = accepted(fields, filled, { ...aside });
    for (const [key, one] of written(fields)) {
      if (Object.hasOwn(aside, key)) continue;
      if (field.visibleWhen?.[key]?.(seen, context) === false) aside[key] = emptyOf(one);
      else if (isEmpty(filled[key])) {
        const asked = field.requiredWhen?.[key]?.(seen, context);
        if (asked) issues.push({ field: `${name}.${index}.${key}`, message: asked === true ? says(one.label) : asked });
      }
    }
    return { ...filled, ...aside };
  });
  const reported = new Set(issues.map(({ field: path }) => path));
  let parsed: Row[] | undefined = [];
  for (let from = 0; from === 0 || from < rows.length; from += SLICE) {
    if (issues.length > ENOUGH) return { value: rows, issues, unseen };
    const slice = field.schema.safeParse(rows.slice(from, from + SLICE));
    if (slice.success) {
      parsed?.push(...(slice.data as Row[]));
      continue;
    }
    parsed = undefined;
    for (const { field: path, message } of issuesOf(slice.error)) {
      // Whether there are enough rows does not depend on the slice.
      if (path === '' && rows.length > SLICE) continue;
      const [index = '', key = ''] = path.split('.');
      const isApart = path !== '' && Object.hasOwn(apart[from + Number(index)] ?? {}, key);
      const full = path === '' ? name : `${name}.${from + Number(index)}${path.slice(index.length)}`;
      if (!isApart && !reported.has(full)) issues.push({ field: full, message });
    }
  }
  if (field.dated) {
    const found = repeated(name, field.dated, rows);
    if (found.length === 0 && secret.length > 0) found.push(...reordered(name, field.dated, rowsBefore, standing));
    issues.push(...found.filter(({ field: path }) => !reported.has(path)));
  }
  if (issues.length > 0) return { value: rows, issues, unseen };
  const judged = parsed ?? rows.map((row, index) => partly(fields, row as Row, apart[index] ?? {}));
  return { value: judged.map((row, index) => ({ ...row, ...apart[index] })), issues, unseen };
}

/** The judged part of a row; its other fields are put into `aside` unjudged. */
function partly(fields: Fields, row: Row, aside: Row): Row {
  const shape = Object.fromEntries(
    written(fields).flatMap(([key, one]) => (Object.hasOwn(aside, key) ? [] : [[key, one.schema]])),
  );
  return { ...z.object(shape).parse(row), ...(row.id === undefined ? {} : { id: row.id }) };
}

const byDay = (rows: readonly Row[], key: string) =>
  rows.toSorted((a, b) => {
    const [one, other] = [String(a[key]), String(b[key])];
    return one < other ? -1 : Number(one > other);
  });

/**
 * The entry of a dated history that a new entry follows, or replaces when both begin on the same day: the new one keeps its
 * hidden values.
 */
function inForceOf(rows: readonly Row[], key: string | undefined): (row: Row) => Row | undefined {
  if (key === undefined) return () => undefined;
  const dayOf = (row: Row) => String(row[key]);
  const ordered = byDay(rows, key);
  return ({ [key]: day }) => {
    if (typeof day !== 'string') return undefined;
    let [from, to] = [0, ordered.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (dayOf(ordered[middle] as Row) <= day) from = middle + 1;
      else to = middle;
    }
    return ordered[from - 1];
  };
}

/** Two entries of one dated history cannot begin on the same day. */
function repeated(name: string, key: string, rows: readonly unknown[]): Issue[] {
  const seen = new Set<unknown>();
  return rows.flatMap((row, index) => {
    const date = isRow(row) ? row[key] : undefined;
    if (isEmpty(date)) return [];
    const isSecond = seen.has(date);
    seen.add(date);
    return isSecond ? [{ field: `${name}.${index}.${key}`, message: 'Já existe um histórico nesta data' }] : [];
  });
}

/**
 * Entries of a dated history that moved past another, also past one that is removed. They keep values that the actor does not see, so
 * that these would be in force at another time.
 */
function reordered(
  name: string,
  key: string,
  rowsBefore: readonly Row[],
  standing: ReadonlyMap<Row, { index: number; row: Row }>,
): Issue[] {
  const places = byDay(rowsBefore, key).map((before) => {
    const now = standing.get(before);
    const day = now?.row[key];
    return {
      index: now?.index,
      day: typeof day === 'string' ? day : before[key],
      moved: now !== undefined && day !== before[key],
    };
  });
  return places.flatMap((later, at) => {
    const earlier = places[at - 1];
    if (!earlier || String(earlier.day) < String(later.day)) return [];
    const guilty = [later, earlier].find(({ moved }) => moved);
    return guilty
      ? [
          {
            field: `${name}.${guilty.index}.${key}`,
            message: 'Só quem vê todos os valores deste histórico pode mudar a ordem dele',
          },
        ]
      : [];
  });
}
