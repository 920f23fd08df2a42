import type { Database } from '#kit/db/database.server.ts';
import { loadReferencia } from '#modules/geral/referencia.server.ts';

/** States, cities and occupations, once. */
export const loadReference = (db: Database) => loadReferencia(db);
