import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { amend } from '#kit/store/amend.server.ts';
import { atualizaAtuais } from './atuais.server.ts';
import { talentos } from './talentos.registry.ts';

/** A dismissal was requested and waits for its confirmation (situation U), or no longer waits. */
export async function esperaDesligamento(tx: Tx, acting: Acting, talentoId: number, espera: boolean): Promise<void> {
  const talento = await tx.one<{ id: number; statusAC: string | null }>(
    sql`select id, status_ac as "statusAC" from talentos where id = ${talentoId} and (status_ac is null or status_ac = 'U') for update`,
  );
  if (talento && (await amend(tx, acting, talentos, talento, { statusAC: espera ? 'U' : null })))
    await atualizaAtuais(tx, acting.today, sql`x.id = ${talentoId}`);
}
