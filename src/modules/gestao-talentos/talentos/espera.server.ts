import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { amend } from '#kit/store/amend.server.ts';
import { esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { atualizaAtuais } from './atuais.server.ts';
import { talentos } from './talentos.registry.ts';

/** Under which name an admission or a dismissal waits among the pending items. */
export const pendenciaDoTalento = (id: number) => `gestao-talentos/talentos/${id}`;

/** A dismissal was requested and waits for its confirmation (situation U), or no longer waits. Answers false for whose admission is awaited. */
export async function esperaDesligamento(tx: Tx, acting: Acting, talentoId: number, espera: boolean): Promise<boolean> {
  const talento = await tx.one<{ id: number; statusAC: string | null }>(
    sql`select id, status_ac as "statusAC" from talentos where id = ${talentoId} and (status_ac is null or status_ac = 'U') for update`,
  );
  if (talento && (await amend(tx, acting, talentos, talento, { statusAC: espera ? 'U' : null })))
    await atualizaAtuais(tx, acting.today, sql`x.id = ${talentoId}`);
  return talento !== undefined;
}

/** The dismissal is no more: neither its confirmation nor the personnel system is waited for. */
export async function deixaDeEsperar(tx: Tx, acting: Acting, talentoId: number): Promise<void> {
  if (await esperaDesligamento(tx, acting, talentoId, false))
    await esquecePendencias(tx, acting, [pendenciaDoTalento(talentoId)]);
}
