import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { formatDate } from '#kit/br/date.ts';
import type { Queryable } from '#kit/db/database.server.ts';

/** Whether the candidate of this alias is on the blocklist on a day. */
export const bloqueado = (alias: Sql, dia: Sql): Sql =>
  sql`(${alias}.bloqueado and (${alias}.bloqueado_ate is null or ${alias}.bloqueado_ate >= ${dia}))`;

/** Why a candidate takes part in no selection now, told to HR alone: the reason of the block never leaves it. */
export async function bloqueioDe(db: Queryable, acting: Acting, candidatoId: number): Promise<string | undefined> {
  const bloqueio = await db.one<{ nome: string; ate: string | null }>(sql`
    select coalesce(c.nome_social, c.nome) as nome, c.bloqueado_ate as ate from candidatos c
    where c.id = ${candidatoId} and c.empresa_id = ${acting.empresaId} and ${bloqueado(sql`c`, sql`${acting.today}::date`)}`);
  if (!bloqueio) return undefined;
  return `${bloqueio.nome} está na lista de bloqueio${bloqueio.ate ? ` até ${formatDate(bloqueio.ate)}` : ''}.`;
}
