import { ApiError, api } from '#kit/client/client.web.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';

/** The outcome of sending a record. */
export type Sent =
  | { as: 'saved'; id: number }
  /** somebody else saved meanwhile; this is the present record */
  | { as: 'stale'; present: RecordRow }
  | { as: 'faulty'; issues: readonly Issue[] }
  /** a sentence that stays on the screen */
  | { as: 'refused'; message: string }
  /** the client has shown it to the user already */
  | { as: 'told' };

const silent = ['FIELD_VALIDATION_VIOLATION', 'REGISTRO_ALTERADO', 'JA_SALVO'];

/** Sends a record; a new one (without `id`) carries the key under which it is made once. */
export async function sendRecord(path: string, id: number | undefined, body: object, key: string): Promise<Sent> {
  try {
    const saved = await (id === undefined
      ? api.post<RecordRow>(path, body, { silent, headers: { 'Idempotency-Key': key } })
      : api.put<RecordRow>(`${path}/${id}`, body, { silent }));
    return { as: 'saved', id: saved.id };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const present = (error.body as { registro?: RecordRow } | undefined)?.registro;
    if (error.code === 'REGISTRO_ALTERADO' && present) return { as: 'stale', present };
    if (error.code === 'FIELD_VALIDATION_VIOLATION')
      return { as: 'faulty', issues: error.errors ?? [{ field: '', message: error.message }] };
    if (error.code === 'JA_SALVO') return { as: 'refused', message: error.message };
    // The toast goes away; whoever comes back to the screen must still read that nothing was saved.
    if (error.status === 0 || error.status >= 500)
      return { as: 'refused', message: `${error.message} O que você digitou continua aqui: salve de novo em instantes.` };
    return { as: 'told' };
  }
}
