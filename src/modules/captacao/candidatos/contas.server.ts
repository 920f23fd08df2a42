import sql, { type Sql } from 'sql-template-tag';
import type { Acting, Change } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Linha } from './linhas.server.ts';
import type { Retrato } from './retrato.server.ts';

// Which account of the portal a record belongs to, and which records an account has erased. The tie alone lets read. An erasure also reaches what was
// the account's, and what that became part of, as merges and the trail of the account remember it. Never the CPF, which somebody else may have typed.

/** The accounts, as `conta`, whose ties went with the records that were merged into others, over alias `u` of the merges. */
const CONTAS_DO_RETRATO = sql`
  lateral (select (l ->> 'conta_id')::bigint as conta
    from jsonb_path_query(u.retrato, '$.linhas[*] ? (@.tabela == "candidatos_contas").linhas[*]') l) x`;

/** Whether the tie of an account went with a record that was merged into another, over alias `u` of the merges; as its index has it. */
const teveConta = (contaId: number | Sql): Sql => sql`
  jsonb_path_query_array(u.retrato, '$.linhas[*] ? (@.tabela == "candidatos_contas").linhas[*].conta_id') @> to_jsonb(${contaId}::bigint)`;

const LEMBRADO = sql`(a.mudancas -> 'cadastro' ->> 0)::bigint`;
/** What the trail of an account, over alias `a`, remembers of a record that lost its tie, as its index has it; nothing from before it was led away from that record. */
const LEMBRA = sql`a.tabela = 'contas_externas' and jsonb_typeof(a.mudancas -> 'cadastro' -> 0) = 'number'
  and not exists (select from contas_externas d
    where d.id = a.registro_id and a.id <= (d.desligada_de ->> (a.mudancas -> 'cadastro' ->> 0))::bigint)`;
const lembraDe = (candidatos: Sql): Sql =>
  sql`${LEMBRA} and a.mudancas -> 'cadastro' -> 0 in (select to_jsonb(r.id) from (${candidatos}) r(id))`;
/** The record was not the account's own: its own was merged into it. */
const UNIFICADO: Change['changes'] = { unificado: [true, null] };
const SO_UNIFICADO = sql`a.mudancas ? 'unificado'`;

const lembra = (tx: Tx, acting: Acting, contaId: number, candidatoId: number, mais: Change['changes'] = {}) =>
  acting.audit(tx, { table: 'contas_externas', id: contaId, action: 'A', changes: { cadastro: [candidatoId, null], ...mais } });

/** The records that are there and that the erasure of an account reaches, as `id`: its own at `lugar` 0, then the others, maybe more than once. */
const alcance = (empresaId: number | Sql, contaId: number | Sql): Sql => sql`
  select l.candidato_id as id, 0 as lugar from candidatos_contas l where l.conta_id = ${contaId}
  union all select u.candidato_id, 1 from candidatos_unificacoes u where u.empresa_id = ${empresaId} and ${teveConta(contaId)}
  union all select r.id, 1 from auditoria a join candidatos r on r.id = ${LEMBRADO} where ${LEMBRA} and a.registro_id = ${contaId}
  union all select u.candidato_id, 1 from auditoria a join candidatos_unificacoes u on u.outro_id = ${LEMBRADO} where ${LEMBRA} and a.registro_id = ${contaId}`;

/** The other way round: the accounts that reach a record, its own first, and whether each has a record now. */
const quemAlcanca = (db: Queryable, candidatoId: number) =>
  db.query<{ id: number; lugar: number; temRegistro: boolean }>(sql`
    select c.id, min(x.lugar) as lugar, exists (select from candidatos_contas l where l.conta_id = c.id) as "temRegistro" from (
      select conta_id as conta, 0 as lugar from candidatos_contas where candidato_id = ${candidatoId}
      union all select x.conta, 1 from candidatos_unificacoes u, ${CONTAS_DO_RETRATO} where u.candidato_id = ${candidatoId}
      union all select a.registro_id, 1 from auditoria a where ${lembraDe(sql`
        select ${candidatoId}::bigint union select outro_id from candidatos_unificacoes where candidato_id = ${candidatoId}`)}
    ) x join contas_externas c on c.id = x.conta group by c.id order by lugar, c.id`);

/** An account went with a record that is not there, and remembers it and the rows that came with it. */
export const lembraDoQueVeio = (
  tx: Tx,
  acting: Acting,
  contaId: number,
  { vai, vieram }: { vai: number; vieram: Retrato['referencias'] },
) => lembra(tx, acting, contaId, vai, { vieram: [vieram, null] });

/** The merges into a record that came with an account: its tie went with what was merged, or its trail remembers that. */
export const unidasDaConta = (tx: Tx, candidatoId: number, contaId: number) =>
  tx.query<{ id: number }>(sql`
    select id from candidatos_unificacoes u where candidato_id = ${candidatoId} and (u.retrato -> 'contas' @> to_jsonb(${contaId}::bigint)
      or exists (select from auditoria a where ${LEMBRA} and a.registro_id = ${contaId} and ${LEMBRADO} = u.outro_id))`);

/**
 * An account reaches a record no more, once the merges that came with it end: neither by its tie, nor by what its trail remembers of that record until
 * now. Another account goes on reaching it.
 */
export async function afastaConta(tx: Tx, acting: Acting, candidatoId: number, contaId: number): Promise<void> {
  const outras = (await quemAlcanca(tx, candidatoId)).filter(({ id, lugar }) => id !== contaId && lugar > 0);
  await tx.query(sql`delete from candidatos_contas where candidato_id = ${candidatoId} and conta_id = ${contaId}`);
  await tx.query(
    sql`update contas_externas set desligada_de = desligada_de || jsonb_build_object(${candidatoId}::bigint, (
      select coalesce(max(a.id), 0) from auditoria a where a.tabela = 'contas_externas' and a.registro_id = ${contaId})) where id = ${contaId}`,
  );
  for (const { id } of outras) await lembra(tx, acting, id, candidatoId, UNIFICADO);
}

/** The rows that came with the records of accounts that were led away, by table. */
export const vieramCom = (tx: Queryable, contas: readonly number[]) =>
  tx.query<{ tabela: string; ids: number[] }>(sql`
    select v ->> 'tabela' as tabela, array_agg(x.id::bigint) as ids
    from auditoria a, jsonb_array_elements(a.mudancas -> 'vieram' -> 0) v, jsonb_array_elements_text(nullif(v -> 'ids', 'null')) x(id)
    where ${LEMBRA} and a.registro_id = any(${[...contas]}::bigint[]) and v ->> 'tabela' in (select tabelas_do_candidato()) group by 1`);

/** The accounts that go with a record, its own first: one that has another record stays with that. */
export async function contasDe(db: Queryable, candidatoId: number): Promise<number[]> {
  const contas = await quemAlcanca(db, candidatoId);
  return contas.filter(({ lugar, temRegistro }) => lugar === 0 || !temRegistro).map(({ id }) => id);
}

/** The CPF with which somebody registered at the portal whose erasure reaches the record. */
export async function cpfDaConta(tx: Queryable, candidatoId: number): Promise<string | null> {
  const [primeira] = await quemAlcanca(tx, candidatoId);
  if (!primeira) return null;
  return (await tx.only<{ cpf: string }>(sql`select cpf from contas_externas where id = ${primeira.id}`)).cpf;
}

/** No account reaches a record that is not there; as the index of what accounts remember has it. */
export const nenhumaConta = (removido: Sql): Sql => sql`
  not exists (select from auditoria a join contas_externas c on c.id = a.registro_id where ${LEMBRA} and a.mudancas -> 'cadastro' -> 0 = to_jsonb(${removido}))`;

/** For so long the company (alias `e`) keeps what is left of a record that left the bin: a year where it keeps candidates without end. */
export const MESES_DE_QUEM_SAIU = sql`make_interval(months => coalesce(nullif(e.tempo_exclusao_candidato, 0), 12))`;

/**
 * Accounts, over alias `c`, whose record was removed and left the bin, when nothing has happened to them for the months of
 * their company: no screen shows an account without a record. One that reaches a record goes with that.
 */
export const contasVencidas = sql`not exists (${alcance(sql`c.empresa_id`, sql`c.id`)})
  and exists (select from auditoria a where ${LEMBRA} and a.registro_id = c.id)
  and not exists (select from auditoria a join lixeira i on i.tabela = 'candidatos' and i.registro_id = ${LEMBRADO}
    where ${LEMBRA} and a.registro_id = c.id)
  and greatest(c.criada_em, (select max(a.instante) from auditoria a where ${LEMBRA} and a.registro_id = c.id),
    (select r.salvo_em from rascunhos_externos r where r.conta_id = c.id), (select max(s.vista_em) from sessoes_externas s where s.conta_id = c.id))
    < now() - ${MESES_DE_QUEM_SAIU}`;

/**
 * The records that the erasure of an account reaches, its own first. Another one that was hired, which the law keeps, does not hold up the
 * erasure of its own.
 */
export async function registrosDe(tx: Queryable, empresaId: number, contaId: number): Promise<number[]> {
  const registros = await tx.query<{ id: number }>(sql`
    select x.id, min(x.lugar) as lugar from (${alcance(empresaId, contaId)}) x
    where x.lugar = 0 or not (exists (select from candidatos_contas where conta_id = ${contaId})
      and exists (select from candidatos c where c.id = x.id and c.contratado))
    group by x.id order by lugar, x.id`);
  return registros.map(({ id }) => id);
}

/** The records of accounts that were removed and are not there. */
export async function removidosDe(tx: Queryable, contas: readonly number[]): Promise<number[]> {
  const removidos = await tx.query<{ id: number }>(sql`
    select distinct r.id from (select ${LEMBRADO} as id from auditoria a where ${LEMBRA} and a.registro_id = any(${contas}::bigint[])) r
    where not exists (select from candidatos c where c.id = r.id)`);
  return removidos.map(({ id }) => id);
}

/** The removal of a record takes its tie to the account, and its merges, with the ties of their accounts. The trail of each account remembers the records. */
export async function soltaConta(tx: Tx, acting: Acting, candidatoId: number): Promise<void> {
  const contas = await quemAlcanca(tx, candidatoId);
  if (contas.length === 0) return;
  const unidos = await tx.query<{ id: number }>(
    sql`select outro_id as id from candidatos_unificacoes where candidato_id = ${candidatoId}`,
  );
  for (const { id: conta, lugar } of contas.toReversed()) {
    for (const { id } of unidos) await lembra(tx, acting, conta, id, UNIFICADO);
    await lembra(tx, acting, conta, candidatoId, lugar === 0 ? {} : UNIFICADO);
  }
}

/** A record that comes back from the bin, where it still is, is its own account's again, unless that has got another one. */
export async function prendeConta(tx: Tx, candidatoId: number): Promise<void> {
  if (!(await tx.one(sql`select 1 from lixeira where tabela = 'candidatos' and registro_id = ${candidatoId} limit 1`))) return;
  // Older lines do not say whose own it was: that account's was the last.
  const dona = await tx.one<{ id: number }>(sql`
    select a.registro_id as id from auditoria a where ${lembraDe(sql`select ${candidatoId}::bigint`)} and not ${SO_UNIFICADO} order by a.id desc limit 1`);
  if (dona && (await semRegistro(tx, [dona.id])).get(dona.id))
    await tx.query(sql`insert into candidatos_contas (candidato_id, conta_id) values (${candidatoId}, ${dona.id})`);
}

/** Of the ties that a merge took away, those that come back. An account that has another record now remembers that this was its own, too. */
export async function prendeDeVolta(tx: Tx, acting: Acting, candidatoId: number, lacos: readonly Linha[]): Promise<Linha[]> {
  const contas = await semRegistro(
    tx,
    lacos.map(({ conta_id }) => Number(conta_id)),
  );
  for (const [id, livre] of contas) if (!livre) await lembra(tx, acting, id, candidatoId);
  return lacos.filter(({ conta_id }) => contas.get(Number(conta_id)));
}

/** Which of some accounts are there, and whether each has no record. Whoever registers anew holds the account: after the wait it has one. */
async function semRegistro(tx: Tx, ids: readonly number[]): Promise<Map<number, boolean>> {
  const quais = sql`c.id = any(${ids}::bigint[])`;
  await tx.query(sql`select 1 from contas_externas c where ${quais} order by c.id for key share`);
  const contas = await tx.query<{ id: number; livre: boolean }>(sql`
    select c.id, not exists (select from candidatos_contas l where l.conta_id = c.id) as livre from contas_externas c where ${quais} order by c.id`);
  return new Map(contas.map(({ id, livre }) => [id, livre]));
}
