import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { eraseFiles } from '#kit/files/erase.server.ts';
import { bySize, type Stored } from '#platform/audit/by-size.ts';
import { esquecePendencias } from '#platform/integracao/pendencias.server.ts';
import { arquivosDitos } from './ditas.server.ts';

/** Bytes of lines, as they are stored, that one statement takes fields out of: unpacked they may be a hundred times as many. */
const DE_UMA_VEZ = 512 * 1024;

const TALENTOS = 'gestao-talentos/talentos';

/**
 * What is left of talents whose hire was taken back, and who were never employed: their record in the bin, what was removed of it, what waited for the personnel
 * system, and what the trail tells of both. Before the trail of the candidates is emptied, which alone knows them. Answers the files that it named.
 */
export async function apagaAdmissoesDesfeitas(tx: Tx, acting: Acting, candidatos: readonly number[]): Promise<number[]> {
  const deles = [...candidatos];
  const talentos = (await tx.query<{ id: number }>(sql`select id from admissoes_desfeitas(${deles}::bigint[]) as id`)).map(
    ({ id }) => id,
  );
  if (talentos.length === 0) return [];
  const arquivos = await tiraDaLixeira(tx, talentos);
  await esquecePendencias(
    tx,
    acting,
    talentos.map((id) => `${TALENTOS}/${id}`),
  );
  await tx.query(sql`select apaga_admissoes_da_trilha(${deles}::bigint[])`);
  const citam = await tx.query<Stored>(sql`select id, bytes from citam_admissoes(${deles}::bigint[]) order by id`);
  for (const linhas of bySize(citam, DE_UMA_VEZ))
    await tx.query(sql`select apaga_citacoes_de_admissoes(${deles}::bigint[], ${linhas}::bigint[])`);
  await tx.query(sql`select apaga_admitidos_da_trilha(${deles}::bigint[])`);
  return arquivos;
}

/**
 * Of a record of two people: the talents that were hired on it since it took these others over, and whose hire was taken back, leave the bin. They have
 * what is both people's, and nobody could take that out of them.
 */
export async function apagaAdmissoesDesde(tx: Tx, candidatoId: number, unidos: readonly number[]): Promise<void> {
  const talentos = await tx.query<{ id: number }>(sql`
    with desde as (
      select min(u.id) as id from auditoria u where u.tabela = 'candidatos' and u.registro_id = ${candidatoId}
        and (coalesce(u.resumo, u.mudancas) -> 'unificadoCom' -> 1 ->> 'id')::bigint = any(${[...unidos]}::bigint[]))
    select t.id from admissoes_desfeitas(array[${candidatoId}::bigint]) t(id), desde
    where exists (select from auditoria a where a.tabela = 'talentos' and a.registro_id = t.id and a.acao = 'I' and a.id > desde.id)`);
  if (talentos.length === 0) return;
  await eraseFiles(
    tx,
    await tiraDaLixeira(
      tx,
      talentos.map(({ id }) => id),
    ),
  );
}

/** Takes talents out of the bin, with what was removed of them. Answers the files that were named there and in their trail. */
async function tiraDaLixeira(tx: Tx, talentos: readonly number[]): Promise<number[]> {
  const deles = [...talentos];
  const ids = JSON.stringify({ ids: deles });
  // What other companies have in the bin is not unpacked.
  const daEmpresa = sql`l.empresa_id in (
    select a.empresa_id from auditoria a where a.tabela = 'talentos' and a.registro_id = any(${deles}::bigint[]) and a.acao = 'I')`;
  const arquivos = await tx.query<{ id: number }>(sql`
    with entradas as (
      select l.id from lixeira l where ${daEmpresa} and ((l.tabela = 'talentos' and l.registro_id = any(${deles}::bigint[]))
        or l.ids && ${deles}::bigint[]
          and jsonb_path_exists(l.resumo, '$[0].linhas[*] ? (@.colaborador_id == $ids[*])', ${ids}::jsonb))),
    nomeados as materialized (
      select f.arquivo_id as id from lixeira_arquivos f where f.lixeira_id in (select id from entradas)
      union select v::text::bigint from (${arquivosDitos(sql`a.tabela = 'talentos' and a.registro_id = any(${deles}::bigint[])`)}) a
      where jsonb_typeof(v) = 'number'),
    vazias as (delete from lixeira where id in (select id from entradas))
    select id from nomeados`);
  // A removed record of many people keeps what is the others'.
  await tx.query(sql`
    update lixeira l set retrato = (
      select jsonb_agg(jsonb_set(p.parte, '{linhas}', coalesce((
        select jsonb_agg(r.linha order by r.n) from jsonb_array_elements(p.parte -> 'linhas') with ordinality r(linha, n)
        where not coalesce((r.linha ->> 'colaborador_id')::bigint = any(${deles}::bigint[]), false)), '[]')) order by p.n)
      from jsonb_array_elements(l.retrato) with ordinality p(parte, n))
    where ${daEmpresa} and l.ids && ${deles}::bigint[]
      and jsonb_path_exists(l.resumo, '$[1 to last].linhas[*] ? (@.colaborador_id == $ids[*])', ${ids}::jsonb)`);
  return arquivos.map(({ id }) => id);
}
