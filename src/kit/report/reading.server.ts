import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';

/** A reading of many records is one line of the trail: no record of it is 0. */
const NO_RECORD = 0;

/** Tells the trail, once for the whole sheet, which guarded columns somebody has read; nothing where there was none. */
export async function tellReading(db: Database, acting: Acting, table: string, guarded: readonly string[]): Promise<void> {
  if (guarded.length === 0) return;
  await acting.audit(db, { table, id: NO_RECORD, action: 'L', changes: { colunas: [null, guarded.join(', ')] } });
}
