import { Refusal, refuse } from '#kit/http/refusal.ts';
import { type AnyRegistry, type Issue, writable } from '#kit/registry/registry.ts';
import type { Record_ } from '#kit/registry/store.server.ts';

const linhas = (record: Record_) => record.historicos as Record_[];

/** The record as a form would send it back: what is written, without what the server derives. */
export const corpoDoRegistro = (registry: AnyRegistry, record: Record_) =>
  Object.fromEntries(writable(registry).map(([name]) => [name, record[name]]));

/** One entry of a record's history; a 404 when it is not there. */
export function linhaDe(record: Record_, id: number): Record_ {
  const found = linhas(record).find((row) => row.id === id);
  if (!found) throw refuse.notFound();
  return found;
}

/** The history with one entry put in another's place. */
export function trocaLinha(record: Record_, id: number, row: Record<string, unknown>): unknown[] {
  linhaDe(record, id);
  return linhas(record).map((one) => (one.id === id ? { ...row, id } : one));
}

/** The history without one entry; the registry's own judge refuses an empty one. */
export function semLinha(record: Record_, id: number): unknown[] {
  linhaDe(record, id);
  return linhas(record).filter((one) => one.id !== id);
}

/** The entry that a save has added; entries stand in the order of their dates. */
export function linhaNova(before: Record_ | undefined, saved: Record_): Record_ | undefined {
  const known = new Set(before ? linhas(before).map(({ id }) => id) : []);
  return linhas(saved).find(({ id }) => !known.has(id));
}

/** A fault of the entry that was sent names the entry's own field, not its place in the record. */
export async function daLinha<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || !Array.isArray(error.extra.errors)) throw error;
    throw refuse.invalid(
      (error.extra.errors as Issue[]).map(({ field, message }) => ({ field: field.replace(/^historicos\.\d+\./, ''), message })),
    );
  }
}
