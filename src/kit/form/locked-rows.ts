import { bare } from '#kit/fields/bare.ts';
import type { Fields } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Context } from './form.ts';

type Row = Readonly<Record<string, unknown>>;

/** A comparable text of a value: stored references are `{id, nome}`, judged ones are ids. */
const comparable = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map(bare) : (bare(value) ?? null));
const differ = (a: unknown, b: unknown) => comparable(a) !== comparable(b);

/** Demands that fields locked by the record are unchanged. Throws the refusal REGISTRO_GUARDADO with the lock's sentence. */
export function demandLockedFields(before: Row, value: Row, lock: { fields: readonly string[]; why: string }): void {
  if (changedOf(lock.fields, before, value).length > 0) throw locked(lock.why);
}

/** The fields whose value differs between the stored and the judged record. */
export const changedOf = (fields: readonly string[], before: Row, value: Row): readonly string[] =>
  fields.filter((name) => value[name] !== undefined && differ(before[name], value[name]));

/** The refusal of a change that the record's state locks. */
export const locked = (why: string) => new Refusal('REGISTRO_GUARDADO', why, 409);

/**
 * Demands that child rows locked by their list (`lockedWhen`) are unchanged in a judged record. Throws the refusal LINHA_GUARDADA
 * with the sentence of the first one that was changed or dropped.
 */
export function demandLockedRows(fields: Fields, before: Row, value: Row, world: Context): void {
  for (const [name, list] of Object.entries(fields)) {
    const given = value[name] as readonly Row[] | undefined;
    if (!list.lockedWhen || given === undefined) continue;
    const standing = Map.groupBy(given, ({ id }) => id);
    const written = Object.entries(list.fields).filter(([, column]) => !column.readOnly && !isHidden(column, world.can));
    for (const row of (before[name] ?? []) as readonly Row[]) {
      const sentence = list.lockedWhen(row, world);
      // Two rows with one id are refused: either could replace the locked one.
      const [now, ...doubles] = standing.get(row.id) ?? [];
      const asked = written.filter(([column]) => list.visibleWhen?.[column]?.(row, world) !== false);
      if (sentence && (!now || doubles.length > 0 || asked.some(([column]) => differ(row[column], now[column]))))
        throw new Refusal('LINHA_GUARDADA', sentence, 409);
    }
  }
}
