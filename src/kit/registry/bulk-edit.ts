import type { World } from '#kit/acting/world.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { type AnyForm, defineForm, writable } from '#kit/form/form.ts';
import type { AnyRegistry } from './registry.ts';

/** Most records that are edited at once. */
export const MOST_EDITED = 500;

/** A file belongs to one record, and rows have a history of their own. */
const ONE_RECORDS = ['file', 'files', 'image', 'rows'];

/** Fields that several records may be given at once: not what tells them apart, nor what the company does not use. */
export function bulkFields(registry: AnyRegistry): Fields {
  if (registry.bulkEdit === false || registry.readOnly || registry.trail === 'none') return {};
  const apart = new Set(registry.unique?.flat());
  const shared = ([name, field]: readonly [string, Field]) =>
    !apart.has(name) && !field.unused && !ONE_RECORDS.includes(field.kind);
  return Object.fromEntries(writable(registry).filter(shared));
}

/** Those of them that somebody may write. */
export const bulkFieldsFor = (registry: AnyRegistry, can: World['can']): Fields =>
  Object.fromEntries(Object.entries(bulkFields(registry)).filter(([, field]) => !isHidden(field, can)));

/** The form of what is to be changed: each value is judged by itself, before it is judged with the record that it goes into. */
export const bulkForm = (fields: Fields, names: readonly string[]): AnyForm =>
  defineForm({ fields: Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) });

/** What an edit does, or would do, to one record: field → value before and after; what is not said stays. */
export interface RecordChange {
  id: number;
  /** how the record is called */
  nome: string;
  /** the version that was seen */
  versao: number;
  antes: Readonly<Record<string, unknown>>;
  depois: Readonly<Record<string, unknown>>;
}

/** A record that is not changed, and why. */
export interface NotChanged {
  id: number;
  /** null: its reader does not know it */
  nome: string | null;
  message: string;
}

/** What an edit would do to each of the records. */
export interface BulkPreview {
  alterados: RecordChange[];
  /** records that say it already, or that the fields do not apply to */
  inalterados: { id: number; nome: string }[];
  falhas: NotChanged[];
}

/** What it did. */
export interface BulkEdited {
  id: number;
  alterados: number;
  inalterados: number;
  falhas: NotChanged[];
}

/** An edit that may still be put back. */
export interface LastBulkEdit {
  id: number;
  alterados: number;
  /** labels of what was changed */
  campos: string[];
  em: string;
}
