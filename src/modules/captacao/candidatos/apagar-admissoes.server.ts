import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';

/**
 * What is left of talents whose hire was taken back, and who were never employed: their record in the bin, what was removed of it, and what the trail tells
 * of both. Before the trail of the candidates is emptied, which alone knows them. Answers the files that it named.
 */
export async function apagaAdmissoesDesfeitas(tx: Tx, candidatos: readonly number[]): Promise<number[]> {
  const deles = [...candidatos];
  const talentos = (await tx.query<{ id: number }>(sql`select id from admissoes_desfeitas(${deles}::bigint[]) as id`)).map(
    ({ id }) => id,
  );
  if (talentos.length === 0) return [];
  const ids = JSON.stringify({ ids: talentos });
  const arquivos = await tx.query<{ id: number }>(sql`
    with entradas as (
      select l.id from lixeira l where (l.tabela = 'talentos' and l.registro_id = any(${talentos}::bigint[]))
        or jsonb_path_exists(l.retrato, '$[0].linhas[*] ? (@.colaborador_id == $ids[*])', ${ids}::jsonb)),
    nomeados as materialized (
      select f.arquivo_id as id from lixeira_arquivos f where f.lixeira_id in (select id from entradas)
      union select v::text::bigint from auditoria a, jsonb_path_query(a.mudancas, '$.** ? (exists (@.tamanho)).id') v
      where a.tabela = 'talentos' and a.registro_id = any(${talentos}::bigint[]) and jsonb_typeof(v) = 'number'),
    vazias as (delete from lixeira where id in (select id from entradas))
    select id from nomeados`);
  // A removed record of many people keeps what is the others'.
  await tx.query(sql`
    update lixeira l set retrato = (
      select jsonb_agg(jsonb_set(p.parte, '{linhas}', coalesce((
        select jsonb_agg(r.linha order by r.n) from jsonb_array_elements(p.parte -> 'linhas') with ordinality r(linha, n)
        where not coalesce((r.linha ->> 'colaborador_id')::bigint = any(${talentos}::bigint[]), false)), '[]')) order by p.n)
      from jsonb_array_elements(l.retrato) with ordinality p(parte, n))
    where jsonb_path_exists(l.retrato, '$[1 to last].linhas[*] ? (@.colaborador_id == $ids[*])', ${ids}::jsonb)`);
  await tx.query(sql`select apaga_admissoes_da_trilha(${deles}::bigint[])`);
  return arquivos.map(({ id }) => id);
}
