import { createHash, createHmac } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { installationSecret } from '#kit/files/secrets.server.ts';

/** So many at a time: others are served in between. */
const BATCH = 2_000;

/** What the database keeps of a personal link. */
export const digestOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/**
 * The tickets of participations: 256 bits for the fragment of each personal link. A participation always gets the same one, so that a
 * reminder leaves the link of the invitation valid, until `endTickets`; the database holds digests alone.
 */
export async function ticketsFor(tx: Queryable, ids: readonly number[]): Promise<Map<number, string>> {
  const secret = await installationSecret();
  const tickets = new Map<number, string>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const held = await tx.query<{ id: number; serie: number }>(sql`
      select id, bilhete_serie as serie from participacoes where id = any(${ids.slice(at, at + BATCH)}::bigint[]) order by id for no key update`);
    const made = new Map(
      held.map(({ id, serie }) => {
        const named = serie === 0 ? `participacao ${id}` : `participacao ${id} ${serie}`;
        return [id, createHmac('sha256', secret).update(named).digest('base64url')] as const;
      }),
    );
    const found = await tx.query<{ id: number }>(sql`
      update participacoes p set bilhete = b.bilhete
      from unnest(${[...made.keys()]}::bigint[], ${[...made.values()].map(digestOf)}::bytea[]) as b(id, bilhete)
      where p.id = b.id returning p.id`);
    for (const { id } of found) tickets.set(id, made.get(id) as string);
  }
  return tickets;
}

/**
 * Ends the links of what somebody has not answered yet: from now on they get others. Where answers are not identified, so do those of what
 * they have answered: an invitation that came again to whoever waits alone would tell who has answered.
 */
export const endTickets = (tx: Queryable, empresaId: number, pessoa: string) =>
  tx.query(sql`
    update participacoes p set bilhete = null, bilhete_serie = bilhete_serie + 1 from rodadas r
    where r.id = p.rodada_id and p.empresa_id = ${empresaId} and p.pessoa = ${pessoa} and (p.estado <> 'R' or r.modo <> 'I') and p.bilhete is not null`);

/**
 * Somebody else has written another address for these people, which may be somebody else's: their links end, and what they have begun and not
 * sent is lost, because the next link would open it.
 */
export async function endWhatWasBegun(tx: Queryable, empresaId: number, pessoas: readonly string[]): Promise<void> {
  for (const pessoa of pessoas) await endTickets(tx, empresaId, pessoa);
  await tx.query(sql`
    with delas as (select id from participacoes where empresa_id = ${empresaId} and pessoa = any(${[...pessoas]}::text[]) and estado <> 'R' for no key update),
    fora as (delete from rascunhos_de_respostas r using delas d where r.participacao_id = d.id)
    update participacoes p set estado = 'N' from delas d where p.id = d.id and p.estado = 'P'`);
}

/** The ticket of one participation; undefined: it is gone, or was answered. */
export async function ticketFor(tx: Queryable, participacaoId: number): Promise<string | undefined> {
  const waits = await tx.one(sql`select from participacoes where id = ${participacaoId} and estado <> 'R'`);
  return waits && (await ticketsFor(tx, [participacaoId])).get(participacaoId);
}
