import sql from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { apagaDaTrilha, DITAS } from './ditas.server.ts';

/**
 * Records with all that became part of them, and of those. A record that comes back from the bin has lost its merges, but its trail tells them;
 * one that was taken apart again is no part of it.
 */
export async function comUnificados(db: Queryable, candidatos: readonly number[]): Promise<number[]> {
  if (candidatos.length === 0) return [];
  const todos = await db.query<{ id: number }>(sql`
    with recursive todos(id) as (
      select unnest(${[...candidatos]}::bigint[])
      union select parte.id from todos t, lateral (
        select u.outro_id as id from candidatos_unificacoes u where u.candidato_id = t.id
        union all select x.id from (
          -- The last line about a record says whether it is a part.
          select distinct on (id) coalesce(m -> 1 ->> 'id', m -> 0 ->> 'id')::bigint as id, jsonb_typeof(m -> 1) = 'object' as dentro
          from auditoria a, lateral (select ${DITAS} -> 'unificadoCom' as m) l
          where a.tabela = 'candidatos' and a.registro_id = t.id and ${DITAS} ? 'unificadoCom' order by id, a.id desc) x
        where x.dentro) parte)
    select t.id from todos t where t.id = any(${[...candidatos]}::bigint[]) or not exists (
      -- Somebody else, HR has said.
      select from auditoria a where a.tabela = 'candidatos' and a.registro_id in (select id from todos) and ${DITAS} -> 'duasPessoas' -> 1 @> to_jsonb(t.id))`);
  return todos.map(({ id }) => id);
}

/** Rows that a merge took away, for there was room for one alone, stand in its snapshot only: what the trail says of them goes while that still tells. */
export async function apagaGuardadosDaTrilha(tx: Tx, candidatoId: number): Promise<void> {
  const guardados = await tx.query<{ tabela: string; ids: number[] }>(sql`
    select l ->> 'tabela' as tabela, array_agg((linha ->> 'id')::bigint) as ids
    from candidatos_unificacoes u, jsonb_path_query(u.retrato, '$.linhas[*]') l, jsonb_array_elements(l -> 'linhas') linha
    where u.candidato_id = ${candidatoId} and l ->> 'tabela' in (select tabelas_do_candidato()) and linha ? 'id' group by 1`);
  for (const { tabela, ids } of guardados) await apagaDaTrilha(tx, tabela, ids);
}
