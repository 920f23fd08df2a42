import { bare } from './bare.ts';
import type { Fields } from './field.ts';

/** The ids of a registry's records, or of files, that a record refers to, in its rows too. */
export function idsIn(fields: Fields, target: string, record: Readonly<Record<string, unknown>> = {}): Set<unknown> {
  const named = Object.entries(fields).flatMap(([name, field]): unknown[] => {
    const values = [record[name]].flat();
    if (field.kind === 'rows')
      return values.flatMap((row) => [...idsIn(field.fields, target, (row ?? {}) as Record<string, unknown>)]);
    return field.target === target ? values.map(bare) : [];
  });
  return new Set(named);
}
