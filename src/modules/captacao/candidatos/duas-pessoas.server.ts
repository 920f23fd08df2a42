import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { keepFiles } from '#kit/files/readers.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { acabaOsLinks } from './comecado.server.ts';
import { afastaConta, lembraDoQueVeio } from './contas.server.ts';
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
 * For two people whose records can no longer be taken apart: a merge, and those that came with it, are kept no more, and the accounts that they brought read and
 * erase the record no more. HR takes out by hand what the record has of the other person.
 */
export async function saoDuasPessoas(tx: Tx, acting: Acting, id: number): Promise<void> {
  const [{ fica, contas }] = await unidas(tx, acting, id);
  // As their own erasure does, the accounts first.
  await tx.query(sql`select 1 from contas_externas where id = any(${contas}::bigint[]) order by id for update`);
  await travaCandidaturas(tx, [fica]);
  await candidatoVisivel(tx, acting, fica, true);
  const delas = await unidas(tx, acting, id);
  await acabaOsLinks(tx, acting.empresaId, fica);
  const acabam = delas.map((uma) => uma.id);
  await tx.query(sql`delete from candidatos_unificacoes where id = any(${acabam}::bigint[])`);
  for (const uma of delas) for (const conta of uma.contas) await lembraDoQueVeio(tx, acting, conta, uma);
  for (const conta of new Set(delas.flatMap((uma) => uma.contas))) acabam.push(...(await afastaConta(tx, acting, fica, conta)));
  for (const um of acabam) await keepFiles(tx, UNIFICACOES, um, []);
  await mudou(tx, fica);
  await mexeuHoje(tx, sql`t.id = ${fica}`);
  await acting.audit(tx, {
    table: 'candidatos',
    id: fica,
    action: 'A',
    changes: { duasPessoas: [null, delas.map(({ vai }) => vai)] },
  });
}

/** A merge and those that had made the record that went, which are the other's now too. */
async function unidas(db: Queryable, { empresaId }: Acting, id: number): Promise<[Unida, ...Unida[]]> {
  const [esta, ...antes] = await db.query<Unida>(sql`
    with recursive todas(id) as (
      select ${id}::bigint
      union select m::bigint from todas t join candidatos_unificacoes u on u.id = t.id,
        jsonb_path_query(u.retrato, '$.referencias[*] ? (@.tabela == "candidatos_unificacoes").ids[*]') m)
    select u.id, u.candidato_id as fica, u.outro_id as vai, u.retrato -> 'referencias' as vieram,
      array(select c.id from contas_externas c where u.retrato -> 'contas' @> to_jsonb(c.id) and c.empresa_id = u.empresa_id) as contas
    from todas t join candidatos_unificacoes u on u.id = t.id where u.empresa_id = ${empresaId} order by u.id = ${id} desc`);
  if (esta?.id !== id) throw refuse.notFound();
  return [esta, ...antes];
}
