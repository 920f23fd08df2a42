import sql from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { countIn, moveVersion } from './access.server.ts';
import { ALL_COMPANIES } from './perfis.registry.ts';

/**
 * A newer version brings authorities that nobody holds, and nobody can grant what they lack. So at start they are added to the
 * profiles that already reach every company and may edit profiles. Answers how many were new; the first start only records them.
 */
export async function grantNewAuthorities(db: Database, authorities: Iterable<string>): Promise<number> {
  return db.tx(async (tx) => {
    const before = await tx.one<{ n: number }>(sql`select count(*)::int as n from autoridades_conhecidas`);
    const fresh = await tx.query<{ autoridade: string }>(
      sql`insert into autoridades_conhecidas (autoridade) select unnest(${[...authorities]}::text[]) on conflict do nothing returning autoridade`,
    );
    if (before?.n === 0 || fresh.length === 0) return 0;
    const names = fresh.map(({ autoridade }) => autoridade);
    const profiles = await tx.query<{ id: number }>(
      sql`update perfis set autoridades = array(select distinct unnest(autoridades || ${names}::text[])), versao = versao + 1
          where ${countIn([ALL_COMPANIES, 'ROLE_CAD_PERFIL_EDITAR'], (oneOf) => sql`autoridades && ${[...oneOf]}::text[]`)} returning id`,
    );
    for (const { id } of profiles)
      await tx.query(
        sql`insert into auditoria (usuario_nome, requisicao, tabela, registro_id, acao, mudancas) values ('Sistema', 'inicio', 'perfis', ${id}, 'A', ${JSON.stringify({ autoridades: [null, names] })})`,
      );
    await moveVersion(tx);
    return names.length;
  });
}
