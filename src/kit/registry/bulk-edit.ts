import type { World } from '#kit/acting/world.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { type AnyForm, defineForm, writable } from '#kit/form/form.ts';
import type { AnyRegistry } from './registry.ts';

/** Most records that are edited at once. */
export const MOST_EDITED = 500;

/** A file belongs to one record, and rows have a history of their own: neither is edited in several records. */
const ONE_RECORDS = ['file', 'files', 'image', 'rows'];

/** Fields that can be set in several records at once: not unique fields, those that change other records, nor those that the company does not use. */
export function bulkFields(registry: AnyRegistry): Fields {
  if (registry.bulkEdit === false || registry.readOnly || registry.trail === 'none') return {};
  // One name for several records would leave nobody able to tell them apart.
  const apart = new Set([registry.label, ...(registry.unique?.flat() ?? [])]);
  const shared = ([name, field]: readonly [string, Field]) =>
    !apart.has(name) && !field.unused && !field.reaches && !ONE_RECORDS.includes(field.kind);
  return Object.fromEntries(writable(registry).filter(shared));
}

/** The bulk fields that have a button of their own. */
export const bulkFirst = ({ bulkEdit }: AnyRegistry): readonly string[] => bulkEdit || [];

/** The bulk fields that somebody may write. */
export const bulkFieldsFor = (registry: AnyRegistry, can: World['can']): Fields =>
  Object.fromEntries(Object.entries(bulkFields(registry)).filter(([, field]) => !isHidden(field, can)));

/** The form of a bulk edit: each value is judged by itself, before it is judged with each record. */
export const bulkForm = (fields: Fields, names: readonly string[]): AnyForm =>
  defineForm({ fields: Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) });

/** The change of one record in an edit: field → value before and after; absent fields stay. */
export interface RecordChange {
  id: number;
  /** the record's name */
  nome: string;
  /** the version that the preview showed */
  versao: number;
  antes: Readonly<Record<string, unknown>>;
  depois: Readonly<Record<string, unknown>>;
}

/** A record that is not changed, and the reason. */
export interface NotChanged {
  id: number;
  /** null: the record is out of the reader's reach */
  nome: string | null;
  message: string;
}

/** The preview of an edit, for each of the records. */
export interface BulkPreview {
  alterados: RecordChange[];
  /** records that have these values already, or whose fields do not apply */
  inalterados: { id: number; nome: string }[];
  falhas: NotChanged[];
}

/** The outcome of an edit. */
export interface BulkEdited {
  id: number;
  alterados: number;
  inalterados: number;
  falhas: NotChanged[];
}

/** An edit that may still be undone. */
export interface LastBulkEdit {
  id: number;
  alterados: number;
  /** labels of the changed fields */
  campos: string[];
  em: string;
}
