import type { Database } from '#kit/db/database.server.ts';
import { loadReferencia } from '#modules/geral/referencia.server.ts';
import { ensureParametros } from '#modules/utilitario/parametros-sistema.server.ts';

/** States, cities, occupations and the installation's parameters, once. */
export async function loadReference(db: Database): Promise<void> {
  await loadReferencia(db);
  await ensureParametros(db);
}
