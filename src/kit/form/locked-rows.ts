import { bare } from '#kit/fields/bare.ts';
import type { Fields } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Context } from './form.ts';

type Row = Readonly<Record<string, unknown>>;

/** References as read are `{id, nome}`, as judged their ids. */
const said = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map(bare) : (bare(value) ?? null));
const differ = (a: unknown, b: unknown) => said(a) !== said(b);

/** Fields that the record locks still say what they said. Throws the refusal REGISTRO_GUARDADO with the lock's sentence. */
export function demandLockedFields(before: Row, value: Row, lock: { fields: readonly string[]; why: string }): void {
  if (changedOf(lock.fields, before, value).length > 0) throw locked(lock.why);
}

/** Those of the fields in which a judged record differs from what stands. */
export const changedOf = (fields: readonly string[], before: Row, value: Row): readonly string[] =>
  fields.filter((name) => value[name] !== undefined && differ(before[name], value[name]));

/** The record does not allow it as it stands. */
export const locked = (why: string) => new Refusal('REGISTRO_GUARDADO', why, 409);

/**
 * Child rows that their list locks (`lockedWhen`) still stand in a judged record, as they were. Throws the refusal LINHA_GUARDADA with the sentence of
 * the first that was changed or dropped.
 */
export function demandLockedRows(fields: Fields, before: Row, value: Row, world: Context): void {
  for (const [name, list] of Object.entries(fields)) {
    const given = value[name] as readonly Row[] | undefined;
    if (!list.lockedWhen || given === undefined) continue;
    const standing = Map.groupBy(given, ({ id }) => id);
    const written = Object.entries(list.fields).filter(([, column]) => !column.readOnly && !isHidden(column, world.can));
    for (const row of (before[name] ?? []) as readonly Row[]) {
      const sentence = list.lockedWhen(row, world);
      // Of two rows with one id either could take the place of what is locked.
      const [now, ...doubles] = standing.get(row.id) ?? [];
      const asked = written.filter(([column]) => list.visibleWhen?.[column]?.(row, world) !== false);
      if (sentence && (!now || doubles.length > 0 || asked.some(([column]) => differ(row[column], now[column]))))
        throw new Refusal('LINHA_GUARDADA', sentence, 409);
    }
  }
}
