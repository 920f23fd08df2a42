import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { companiesOf, createAccessCache } from './access.server.ts';

/** The actor with their rights in another company of theirs; undefined: it is none of theirs. */
export async function actingIn(tx: Queryable, acting: Acting, empresaId: number): Promise<Acting | undefined> {
  const usuarioId = acting.usuarioId ?? 0;
  if (!(await companiesOf(tx, usuarioId)).some(({ id }) => id === empresaId)) return undefined;
  const access = await createAccessCache(tx)(usuarioId, empresaId, 0);
  return actingOf({ id: usuarioId, nome: acting.usuarioNome }, access, acting.requestId);
}
