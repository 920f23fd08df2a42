import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { atualizaAtuais } from './atuais.server.ts';

/** A dismissal was asked for and not confirmed yet (situation U), or no longer waits. */
export async function esperaDesligamento(tx: Tx, acting: Acting, talentoId: number, espera: boolean): Promise<void> {
  const status = espera ? 'U' : null;
  const changed = await tx.one(sql`
    update talentos set status_ac = ${status}, versao = versao + 1
    where id = ${talentoId} and status_ac is distinct from ${status} and (status_ac is null or status_ac = 'U') returning id`);
  if (changed) await atualizaAtuais(tx, acting.today, sql`x.id = ${talentoId}`);
}
