import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { program } from '#kit/acting/world.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { lideradosPor, souEu, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';

export interface DoTalento {
  id: number;
  nome: string;
  cargo: string | null;
  area: string | null;
  /** the acting user is this talent */
  eu: boolean;
  /** … answers for their area */
  lidero: boolean;
  /** … sees them by an authority of their profile */
  rh: boolean;
}

/** Over alias `t` of talentos: those whom the acting user is, leads, or sees by an authority. */
export const quemVejo = (acting: Acting, authority: string): Sql =>
  sql`(t.empresa_id = ${acting.empresaId} and (${souEu(acting)} or ${lideradosPor(acting)} or ${porAutoridade(acting, authority)}))`;

const porAutoridade = (acting: Acting, authority: string): Sql =>
  acting.can(authority) ? sql`(${talentosVisiveis(acting)})` : sql`false`;

/** A talent and what the acting user is to them; a 404 for whoever is nothing to them. */
export async function doTalento(db: Queryable, acting: Acting, id: number, authority: string): Promise<DoTalento> {
  const found = await db.one<DoTalento>(sql`
    select t.id, t.nome, c.nome as cargo, a.nome as area,
      ${souEu(acting)} as eu, ${lideradosPor(acting)} as lidero, ${porAutoridade(acting, authority)} as rh
    from talentos t left join cargos c on c.id = t.cargo_atual_id left join areas_organizacionais a on a.id = t.area_atual_id
    where t.id = ${id} and ${quemVejo(acting, authority)}`);
  if (!found) throw refuse.notFound();
  return found;
}

/** The users that talents log in as. */
export const usuariosDe = async (tx: Tx, talentos: readonly number[]): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(sql`
      select distinct u.id from usuarios u join talentos t on t.cpf = u.cpf where t.id = any(${[...talentos]}::bigint[])`)
  ).map(({ id }) => id);

/** The mark of an actor whom a route of the module has judged. */
const JULGADO = Symbol('julgado');

/** The same actor for the store, after the module has judged what they may do: a talent holds no authority over registries. */
export const comoPrograma = <A extends Acting>(acting: A): A => ({ ...acting, can: program, [JULGADO]: true });

/** Whether `comoPrograma` has made this actor; in a registry's own screens nobody is one. */
export const foiJulgado = (acting: Acting): boolean => JULGADO in acting;
