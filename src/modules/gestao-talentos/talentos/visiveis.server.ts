import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { quote } from '#kit/registry/names.server.ts';
import { areasVisiveis, daAreaVisivel } from '#modules/estrutura/public.server.ts';

/** The talents that the acting user may see, as a condition over alias `t` of `talentos`. */
export const talentosVisiveis = (acting: Acting): Sql =>
  sql`t.empresa_id = ${acting.empresaId} and ${daAreaVisivel(acting, sql`t.area_atual_id`)}`;

/** The `where` of a registry whose records (alias `t`) each refer to a talent in their `colaborador`. */
export const deTalentosVisiveis = (acting: Acting): Sql | undefined => quemSeVe(acting, sql`t.colaborador_id`);

/**
 * The `where` of a registry whose records refer to a talent in another column; everybody who opens the registry sees records
 * without a talent.
 */
export const deTalentosVisiveisEm =
  (coluna: string) =>
  (acting: Acting): Sql | undefined => {
    const column = sql`t.${raw(quote(coluna))}`;
    const visivel = quemSeVe(acting, column);
    return visivel && sql`(${column} is null or ${visivel})`;
  };

function quemSeVe(acting: Acting, column: Sql): Sql | undefined {
  if (!areasVisiveis(acting)) return undefined;
  return sql`${column} in (
    select v.id from talentos v where v.empresa_id = ${acting.empresaId} and ${daAreaVisivel(acting, sql`v.area_atual_id`)})`;
}

export interface TalentoVisivel {
  id: number;
  nome: string;
  dataAdmissao: string;
  dataDesligamento: string | null;
}

/** The talent, locked if asked; a 404 for one that the actor may not see. */
export async function talentoVisivel(db: Queryable, acting: Acting, id: unknown, lock = false): Promise<TalentoVisivel> {
  const found = await db.one<TalentoVisivel>(sql`
    select t.id, t.nome, t.data_admissao as "dataAdmissao", t.data_desligamento as "dataDesligamento" from talentos t
    where t.id = ${id} and ${talentosVisiveis(acting)} ${lock ? sql`for update` : sql``}`);
  if (!found) throw refuse.notFound();
  return found;
}
