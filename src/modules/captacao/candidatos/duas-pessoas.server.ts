import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { keepFiles } from '#kit/files/readers.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { apagaAdmissoesDesde } from './apagar-admissoes.server.ts';
import { acabaOsLinks } from './comecado.server.ts';
import { afastaConta, lembraDoQueVeio, unidasDaConta } from './contas.server.ts';
import { mexeuHoje } from './mudanca.server.ts';
import { type Retrato, UNIFICACOES } from './retrato.server.ts';
import { mudou } from './unificar.server.ts';
import { candidatoVisivel, travaCandidaturas } from './visiveis.server.ts';

interface Unida {
  id: number;
  fica: number;
  vai: number;
  contas: number[];
  vieram: Retrato['referencias'];
}

/**
 * For two people whose records can no longer be taken apart: a merge, those that came with it, and all others of the accounts that they brought are kept
 * no more, and these accounts read and erase the record no more. HR takes out by hand what the record has of the other person.
 */
export async function saoDuasPessoas(tx: Tx, acting: Acting, id: number): Promise<void> {
  const vistas = await unidas(tx, acting, id);
  const [{ fica }] = vistas;
  const contas = vistas.flatMap((uma) => uma.contas);
  // As their own erasure does, the accounts first.
  await tx.query(sql`select 1 from contas_externas where id = any(${contas}::bigint[]) order by id for update`);
  await travaCandidaturas(tx, [fica]);
  await candidatoVisivel(tx, acting, fica, true);
  const delas = await unidas(tx, acting, id);
  await acabaOsLinks(tx, acting.empresaId, fica);
  const outras = new Map<number, Outras>();
  for (const conta of new Set(delas.flatMap((uma) => uma.contas))) outras.set(conta, await outrasDa(tx, acting, conta, delas));
  await acabam(tx, delas);
  for (const uma of delas) for (const conta of uma.contas) await lembraDoQueVeio(tx, acting, conta, uma);
  for (const [conta, { todas, soDela }] of outras) {
    await afastaConta(tx, acting, fica, conta);
    await acabam(tx, todas);
    for (const uma of soDela) await lembraDoQueVeio(tx, acting, conta, uma);
  }
  const foram = new Set([...delas, ...[...outras.values()].flatMap(({ soDela }) => soDela)].map(({ vai }) => vai));
  await apagaAdmissoesDesde(tx, fica, [...foram]);
  await mudou(tx, fica);
  await mexeuHoje(tx, sql`t.id = ${fica}`);
  await acting.audit(tx, { table: 'candidatos', id: fica, action: 'A', changes: { duasPessoas: [null, [...foram]] } });
}

async function acabam(tx: Tx, unidas: readonly Unida[]): Promise<void> {
  await tx.query(sql`delete from candidatos_unificacoes where id = any(${unidas.map(({ id }) => id)}::bigint[])`);
  for (const { id } of unidas) await keepFiles(tx, UNIFICACOES, id, []);
}

interface Outras {
  todas: Unida[];
  /** what came with nobody else */
  soDela: Unida[];
}

/**
 * What else came with an account that is led away. A merge that has somebody else's account in it, or among those that came with it, ends alone, and these
 * stay: that account goes on reaching the record.
 */
async function outrasDa(tx: Tx, acting: Acting, conta: number, delas: readonly [Unida, ...Unida[]]): Promise<Outras> {
  const [{ fica }] = delas;
  const levadas = new Set(delas.flatMap((uma) => uma.contas));
  const ids = new Set(delas.map((uma) => uma.id));
  const todas: Unida[] = [];
  const soDela: Unida[] = [];
  for (const { id } of await unidasDaConta(tx, fica, conta)) {
    if (ids.has(id)) continue;
    const [ela, ...antes] = await unidas(tx, acting, id);
    const temOutra = [ela, ...antes].some((uma) => ids.has(uma.id) || uma.contas.some((de) => !levadas.has(de)));
    todas.push(ela, ...(temOutra ? [] : antes));
    if (!temOutra) soDela.push(ela, ...antes);
  }
  return { todas, soDela };
}

/** A merge and those that had made the record that went, which are the other's now too. */
async function unidas(db: Queryable, { empresaId }: Acting, id: number): Promise<[Unida, ...Unida[]]> {
  const [esta, ...antes] = await db.query<Unida>(sql`
    with recursive todas(id) as (
      select ${id}::bigint
      union select m::bigint from todas t join candidatos_unificacoes u on u.id = t.id,
        jsonb_path_query(u.retrato, '$.referencias[*] ? (@.tabela == "candidatos_unificacoes").ids[*]') m)
    select u.id, u.candidato_id as fica, u.outro_id as vai, u.retrato -> 'referencias' as vieram,
      array(
        select c.id from jsonb_array_elements_text(u.retrato -> 'contas') v join contas_externas c on c.id = v::bigint
        where c.empresa_id = u.empresa_id order by c.id) as contas
    from todas t join candidatos_unificacoes u on u.id = t.id where u.empresa_id = ${empresaId} order by u.id = ${id} desc`);
  if (esta?.id !== id) throw refuse.notFound();
  return [esta, ...antes];
}
