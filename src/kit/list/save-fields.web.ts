import { api } from '#kit/client/client.web.ts';
import { type AnyRegistry, inputOf } from '#kit/registry/registry.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';

/** Saves some fields of a listed record through its ordinary save: what else it holds is read first, and the version is the one that the user saw. */
export async function saveFields(
  path: string,
  registry: AnyRegistry,
  row: RecordRow,
  fieldsOf: (record: RecordRow) => Readonly<Record<string, unknown>>,
  silent: readonly string[] = ['FIELD_VALIDATION_VIOLATION'],
): Promise<RecordRow> {
  const record = await api.get<RecordRow>(`${path}/${row.id}`, {}, { quiet: true });
  const body = { ...inputOf(registry, record), ...fieldsOf(record), versao: row.versao };
  return api.put<RecordRow>(`${path}/${row.id}`, body, { silent });
}
