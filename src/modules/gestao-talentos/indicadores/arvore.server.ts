import sql from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import type { No } from './arvore.ts';

/** The trees of some companies, in the form of `nivelDe`. */
export const arvoreDe = (db: Queryable, empresas: readonly number[]): Promise<No[]> =>
  db.query<No>(sql`
    select a.id, a.nome, a.area_mae_id as mae, a.empresa_id as "empresaId", e.nome as empresa
    from areas_organizacionais a join empresas e on e.id = a.empresa_id
    where a.empresa_id = any(${[...empresas]}::bigint[]) order by e.nome_ord, a.nome_ord, a.id`);
