import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { mailsFollow } from '#platform/mail/follow.server.ts';
import { endTickets, endWhatWasBegun } from '#platform/questionario/tickets.server.ts';
import { candidatos } from './candidatos.registry.ts';
import { DITAS } from './ditas.server.ts';
import { comUnificados } from './unificados.server.ts';

/** Candidates as rounds name them: what was asked before a merge names the record that went. */
async function pessoasDe(tx: Tx, ids: readonly number[]): Promise<string[]> {
  const todos = await comUnificados(tx, ids);
  // What came with somebody else's record is asked at this one's address, until HR takes it out.
  const deDuas = await tx.query<{ id: number }>(sql`
    select distinct v::bigint as id from (
      select jsonb_array_elements_text(${DITAS} -> 'duasPessoas' -> 1) as v from auditoria a
      where a.tabela = 'candidatos' and a.registro_id = any(${todos}::bigint[])) a`);
  return [...todos, ...deDuas.map(({ id }) => id)].map((id) => `${candidatos.table}:${id}`);
}

/** Links that were sent to a former address end. */
export async function acabaOsLinks(tx: Tx, empresaId: number, candidato: number): Promise<void> {
  for (const pessoa of await pessoasDe(tx, [candidato])) await endTickets(tx, empresaId, pessoa);
}

/** The same for whoever changed it. The candidate's own change loses nothing of theirs; HR may have written somebody else's address. */
export async function acabaOEnviado(tx: Tx, { kind, empresaId }: Acting, candidato: number): Promise<void> {
  if (kind === 'externo') await acabaOsLinks(tx, empresaId, candidato);
  else await endWhatWasBegun(tx, empresaId, await pessoasDe(tx, [candidato]));
}

/** Letters to the candidate that wait for a former address follow; what HR was told of the candidate does not. */
export const cartasSeguem = async (tx: Tx, candidato: number, antes: string | null, agora: string | null): Promise<void> =>
  mailsFollow(tx, await pessoasDe(tx, [candidato]), antes, agora);

/** Of two records that become one, or were one: what either has begun to answer is not opened by a link to the other's address. */
export async function acabaOComecado(tx: Tx, empresaId: number, ids: readonly number[]): Promise<void> {
  const { enderecos } = await tx.only<{ enderecos: number }>(
    sql`select count(distinct coalesce(email, ''))::int as enderecos from candidatos where id = any(${[...ids]}::bigint[])`,
  );
  if (enderecos > 1) await endWhatWasBegun(tx, empresaId, await pessoasDe(tx, ids));
}
