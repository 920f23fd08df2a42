import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';

// Which account of the portal a record belongs to. It is told by the tie alone, never by the CPF, which somebody else may have typed; a tie that
// a merge or a removal took away is still known by what these have kept.

/** The accounts, as `conta`, whose ties went with the records that were merged into others, over alias `u` of the merges. */
const CONTAS_DO_RETRATO = sql`
  lateral (select (l ->> 'conta_id')::bigint as conta
    from jsonb_path_query(u.retrato, '$.linhas[*] ? (@.tabela == "candidatos_contas").linhas[*]') l) x`;

/** Whether the tie of an account went with a record that was merged into another, over alias `u` of the merges; as its index has it. */
const teveConta = (contaId: number | Sql): Sql => sql`
  jsonb_path_query_array(u.retrato, '$.linhas[*] ? (@.tabela == "candidatos_contas").linhas[*].conta_id') @> to_jsonb(${contaId}::bigint)`;

/** The accounts of a record, its own first, with those of the records that were merged into it. */
export async function contasDe(tx: Queryable, candidatoId: number): Promise<number[]> {
  const contas = await tx.query<{ id: number }>(sql`
    select conta_id as id, 0 as lugar from candidatos_contas where candidato_id = ${candidatoId}
    union select x.conta, 1 from candidatos_unificacoes u, ${CONTAS_DO_RETRATO} where u.candidato_id = ${candidatoId}
      and not exists (select from candidatos_contas o where o.conta_id = x.conta)
    order by lugar, id`);
  return contas.map(({ id }) => id);
}

/** The CPF with which somebody registered at the portal who has the record, or had one that was merged into it. */
export async function cpfDaConta(tx: Queryable, candidatoId: number): Promise<string | null> {
  const contas = await contasDe(tx, candidatoId);
  const conta = await tx.one<{ cpf: string }>(
    sql`select cpf from contas_externas where id = any(${contas}::bigint[]) order by array_position(${contas}::bigint[], id) limit 1`,
  );
  return conta?.cpf ?? null;
}

/** What the trail of an account, over alias `a`, says of its record that was removed. */
const REMOVIDO = sql`a.tabela = 'contas_externas' and jsonb_typeof(a.mudancas -> 'cadastro' -> 0) = 'number'`;
const removidoDe = (onde: Sql): Sql =>
  sql`select a.id as linha, a.registro_id as conta, (a.mudancas -> 'cadastro' ->> 0)::bigint as candidato from auditoria a where ${REMOVIDO} and ${onde}`;

/** Whether an account, over alias `c`, had a record that was removed or merged into another: who has it may still ask for erasure. */
export const temPassado = sql`(exists (select from auditoria a where ${REMOVIDO} and a.registro_id = c.id)
  or exists (select from candidatos_unificacoes u where u.empresa_id = c.empresa_id and ${teveConta(sql`c.id`)}))`;

/**
 * Accounts, over alias `c`, whose record was removed and left the bin, when nothing has happened to them for the months for which their
 * company (alias `e`) keeps candidates. A company that keeps these without end keeps those, too.
 */
export const contasVencidas = sql`coalesce(e.tempo_exclusao_candidato, 0) > 0
  and not exists (select from candidatos_contas l where l.conta_id = c.id)
  and not exists (select from candidatos_unificacoes u, ${CONTAS_DO_RETRATO} where u.empresa_id = c.empresa_id and x.conta = c.id)
  and exists (select from auditoria a where ${REMOVIDO} and a.registro_id = c.id)
  and not exists (select from auditoria a, lixeira i where ${REMOVIDO} and a.registro_id = c.id
    and i.tabela = 'candidatos' and i.registro_id = (a.mudancas -> 'cadastro' ->> 0)::bigint)
  and greatest(c.criada_em, (select max(a.instante) from auditoria a where ${REMOVIDO} and a.registro_id = c.id),
    (select r.salvo_em from rascunhos_externos r where r.conta_id = c.id), (select max(s.vista_em) from sessoes_externas s where s.conta_id = c.id))
    < now() - make_interval(months => e.tempo_exclusao_candidato)`;

/**
 * The records of an account: its own first, then those that one of its own was merged into. One of these that was hired, which the law
 * keeps, does not hold up the erasure of its own.
 */
export async function registrosDe(tx: Queryable, empresaId: number, contaId: number): Promise<number[]> {
  const seu = sql`select candidato_id as id from candidatos_contas where conta_id = ${contaId}`;
  const seus = await tx.query<{ id: number }>(sql`
    select id, 0 as lugar from (${seu}) s
    union select u.candidato_id, 1 from candidatos_unificacoes u where u.empresa_id = ${empresaId} and ${teveConta(contaId)}
      and u.candidato_id not in (${seu})
      and not (exists (${seu}) and exists (select from candidatos c where c.id = u.candidato_id and c.contratado))
    order by lugar, id`);
  return seus.map(({ id }) => id);
}

/** The records of accounts that were removed and are not there. */
export async function removidosDe(tx: Queryable, contas: readonly number[]): Promise<number[]> {
  const removidos = await tx.query<{ id: number }>(sql`
    select distinct r.candidato as id from (${removidoDe(sql`a.registro_id = any(${contas}::bigint[])`)}) r
    where not exists (select from candidatos c where c.id = r.candidato)`);
  return removidos.map(({ id }) => id);
}

/**
 * The removal of a record takes its tie to the account, and its merges, with the ties of their accounts. The trail of each account
 * remembers the records; the record's own is told last.
 */
export async function soltaConta(tx: Tx, acting: Acting, candidatoId: number): Promise<void> {
  const contas = await contasDe(tx, candidatoId);
  if (contas.length === 0) return;
  const unidos = await tx.query<{ id: number }>(
    sql`select outro_id as id from candidatos_unificacoes where candidato_id = ${candidatoId}`,
  );
  for (const conta of contas.toReversed())
    for (const id of [...unidos.map((um) => um.id), candidatoId])
      await acting.audit(tx, { table: 'contas_externas', id: conta, action: 'A', changes: { cadastro: [id, null] } });
}

/** A record that comes back from the bin, where it still is, is its account's again, unless that has got another one. */
export async function prendeConta(tx: Tx, { empresaId }: Acting, candidatoId: number): Promise<void> {
  if (!(await tx.one(sql`select 1 from lixeira where tabela = 'candidatos' and registro_id = ${candidatoId} limit 1`))) return;
  const semRegistro = sql`a.registro_id in (
    select c.id from contas_externas c where c.empresa_id = ${empresaId} and not exists (select from candidatos_contas l where l.conta_id = c.id))`;
  await tx.query(sql`
    insert into candidatos_contas (candidato_id, conta_id)
    select r.candidato, r.conta from (${removidoDe(semRegistro)}) r where r.candidato = ${candidatoId} order by r.linha desc limit 1`);
}
