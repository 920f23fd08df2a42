import type { z } from 'zod';
import type { Field, Fields } from '#kit/fields/field.ts';
import type { KindStored } from '#kit/fields/traits.ts';

/** A saved record: its fields, by the names of the wire. */
export type Record_ = Record<string, unknown> & { id: number; versao: number };

/** A child row, as it is saved or about to be. */
export type Row = Record<string, unknown> & { id?: number | null };

/** The rows that a value holds. */
export const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value : []);

/** The child rows of a record, by the name of the field. */
export const rowsIn = (record: Readonly<Record<string, unknown>> | undefined, name: string): Row[] => rowsOf(record?.[name]);

/** A saved record of those fields, as it is read. */
export type RecordOf<F extends Fields> = { id: number; versao: number } & { -readonly [K in keyof F]: ReadValue<F[K]> };

/** The form in which a reference is read. */
type Reference<F extends Field> = F extends { asId: true } ? number : { id: number; nome: string };
type NullIfEmpty<F extends Field> = null extends z.output<F['schema']> ? null : never;

type ReadValue<F extends Field> = F extends { kind: 'rows'; fields: infer R extends Fields }
  ? ({ id: number } & { [K in keyof R]: ReadValue<R[K]> })[]
  : F['kind'] extends KindStored<'reference'>
    ? Reference<F> | NullIfEmpty<F>
    : F['kind'] extends KindStored<'links'>
      ? Reference<F>[]
      : z.output<F['schema']>;
