import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '#kit/db/database.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { daFatia, type No } from './arvore.ts';

/** The trees of some companies, in the form of `nivelDe`. */
export const arvoreDe = (db: Queryable, empresas: readonly number[]): Promise<No[]> =>
  db.query<No>(sql`
    select a.id, a.nome, a.area_mae_id as mae, a.empresa_id as "empresaId", e.nome as empresa
    from areas_organizacionais a join empresas e on e.id = a.empresa_id
    where a.empresa_id = any(${[...empresas]}::bigint[]) order by e.nome_ord, a.nome_ord, a.id`);

/** Whether an area is in the slice of that key: in its branch, or the area itself. */
export function naFatia(area: Sql, fatia: string): Sql {
  const da = daFatia(fatia);
  if (!da) return sql`false`;
  return da.propria ? sql`${area} = ${da.area}` : nosRamos(area, [da.area]);
}

/** The name of the slice of that key, as the chart writes it. */
export async function nomeDaFatia(db: Queryable, empresaId: number, fatia: string): Promise<string | undefined> {
  const da = daFatia(fatia);
  const area =
    da &&
    (await db.one<{ nome: string }>(sql`
    select nome from areas_organizacionais where id = ${da.area} and empresa_id = ${empresaId}`));
  return area && (da.propria ? `${area.nome} (direto)` : area.nome);
}
