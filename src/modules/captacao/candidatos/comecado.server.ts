import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { endTickets, endWhatWasBegun } from '#platform/questionario/tickets.server.ts';
import { candidatos } from './candidatos.registry.ts';

const pessoaDe = (candidato: number) => `${candidatos.table}:${candidato}`;

/** Links that were sent to a former address end. The candidate's own change loses nothing of theirs; HR may have written somebody else's address. */
export async function acabaOEnviado(tx: Tx, { kind, empresaId }: Acting, candidato: number): Promise<void> {
  if (kind === 'externo') await endTickets(tx, empresaId, pessoaDe(candidato));
  else await endWhatWasBegun(tx, empresaId, [pessoaDe(candidato)]);
}

/** Of two records that become one, or were one: what either has begun to answer is not opened by a link to the other's address. */
export async function acabaOComecado(tx: Tx, empresaId: number, ids: readonly number[]): Promise<void> {
  const { enderecos } = await tx.only<{ enderecos: number }>(
    sql`select count(distinct coalesce(email, ''))::int as enderecos from candidatos where id = any(${[...ids]}::bigint[])`,
  );
  if (enderecos > 1) await endWhatWasBegun(tx, empresaId, ids.map(pessoaDe));
}
