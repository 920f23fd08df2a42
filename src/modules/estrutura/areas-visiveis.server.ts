import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { OpenedByCpf } from '#kit/module/module.server.ts';
import { authoritiesIn } from '#platform/authority/access.server.ts';
import { RESPONSAVEIS, TALENTO } from './responsaveis.server.ts';

const VER_TODAS_AREAS = 'ROLE_VER_TODAS_AREAS';

const talento = raw(TALENTO);
const responsaveis = raw(RESPONSAVEIS.empresaEResponsaveis);
const corresponsaveis = raw(RESPONSAVEIS.empresaECoresponsaveis);

/** Over alias `p` of talentos: they have not left. */
const empregado = (hoje: string): Sql => sql`(p.data_desligamento is null or p.data_desligamento >= ${hoje}::date)`;

/** The employed people among those with these CPFs. */
const pessoas = (cpfs: Sql, hoje: string): Sql =>
  sql`select p.id from talentos p where p.cpf in (${cpfs}) and ${empregado(hoje)}`;

const cpfDe = (usuarioId: number | null) => sql`select u.cpf from usuarios u where u.id = ${usuarioId}`;

/** The areas of a company that people are responsible for and everything below them, as an SQL array. */
function areasDe(quem: Sql, empresaId: number): Sql {
  const respondo = (quais: Sql, desce: Sql) => sql`select a.id, ${desce} as desce
    from ${quais} r join areas_organizacionais a on a.id = r.registro_id
    where r.${talento} in (${quem}) and r.empresa_id = ${empresaId} and a.empresa_id = ${empresaId}`;
  return sql`array(
    with recursive minhas as (
      ${respondo(responsaveis, sql`a.replicar_responsaveis_para_areas_filhas`)}
      union ${respondo(corresponsaveis, sql`a.replicar_corresponsaveis_para_areas_filhas`)}
      union select f.id, true from minhas m join areas_organizacionais f on f.area_mae_id = m.id where m.desce
    ) select id from minhas)`;
}

/** The areas that the actor is responsible for and everything below them; undefined: the actor sees all areas. */
function minhasAreas(acting: Acting): Sql | undefined {
  if (acting.can(VER_TODAS_AREAS)) return undefined;
  const doUsuario = (id: number | null) => areasDe(pessoas(cpfDe(id), acting.today), acting.empresaId);
  const viewing = acting.kind === 'usuario' ? acting.viewing : undefined;
  if (!viewing) return doUsuario(acting.usuarioId);
  // As somebody else: the areas that both see. A profile has no areas, so it is seen with the actor's own.
  const vistas = [
    ...(viewing.mine(VER_TODAS_AREAS) ? [] : [doUsuario(acting.usuarioId)]),
    ...(viewing.theirs(VER_TODAS_AREAS) ? [] : [doUsuario(viewing.usuarioId ?? acting.usuarioId)]),
  ];
  return sql`array(${join(
    vistas.map((areas) => sql`select unnest(${areas})`),
    ' intersect ',
  )})`;
}

/**
 * The areas whose talents the actor may see, as a subselect of ids; undefined: all of them. Without the authority these are the
 * areas where they are responsible or co-responsible in the session's company (user and talent are one person by their CPF), and
 * everything below an area that passes its responsibles, or co-responsibles, on to its children.
 */
export function areasVisiveis(acting: Acting): Sql | undefined {
  const minhas = minhasAreas(acting);
  return minhas && sql`select unnest(${minhas}) as id`;
}

/**
 * The same areas as a condition on an area's id: `where … and ${daAreaVisivel(acting, sql`t.area_atual_id`)}`. With an array
 * PostgreSQL reads each page of talents once, where a join would return to it for every area.
 */
export function daAreaVisivel(acting: Acting, area: Sql): Sql {
  const minhas = minhasAreas(acting);
  return minhas ? sql`${area} = any(${minhas})` : sql`true`;
}

/**
 * Whether the actor answers for an area, or for one above it that passes its responsibles on, whatever else they may see. Whoever
 * sees the system as somebody else answers for none.
 */
export function areaQueRespondo(acting: Acting, area: Sql): Sql {
  if (acting.kind !== 'usuario' || acting.viewing) return sql`false`;
  return sql`${area} = any(${areasDe(pessoas(cpfDe(acting.usuarioId), acting.today), acting.empresaId)})`;
}

/** The employed people who answer for an area, or for one above it that passes its responsibles on, as `areaQueRespondo`: a select of their ids. */
export const respondemPela = (
  area: Sql,
  hoje: string,
): Sql => sql`select p.id from talentos p where ${empregado(hoje)} and p.id in (
  with recursive acima as (
    select a.id, a.area_mae_id, true as responsaveis, true as corresponsaveis from areas_organizacionais a where a.id = ${area}
    union all select m.id, m.area_mae_id, m.replicar_responsaveis_para_areas_filhas, m.replicar_corresponsaveis_para_areas_filhas
    from acima x join areas_organizacionais m on m.id = x.area_mae_id
  ) select r.${talento} from acima a join ${responsaveis} r on r.registro_id = a.id where a.responsaveis
  union select r.${talento} from acima a join ${corresponsaveis} r on r.registro_id = a.id where a.corresponsaveis)`;

/**
 * User and talent are one person by their CPF: the CPF of somebody responsible for areas opens these to its user, in every
 * company. Somebody who has left may return, and is then responsible again.
 */
export const areasAbertasPeloCpf: OpenedByCpf = async (tx, acting, cpf) => {
  const quem = sql`select p.id from talentos p where p.cpf = ${cpf}`;
  const empresas = await tx.query<{ id: number }>(sql`
    select empresa_id as id from ${responsaveis} where ${talento} in (${quem}) union select empresa_id from ${corresponsaveis} where ${talento} in (${quem})`);
  const meu = pessoas(cpfDe(acting.usuarioId), acting.today);
  for (const { id } of empresas) {
    if ((await authoritiesIn(tx, acting.usuarioId ?? 0, id)).has(VER_TODAS_AREAS)) continue;
    const row = await tx.one<{ vejo: boolean }>(sql`select ${areasDe(quem, id)} <@ ${areasDe(meu, id)} as vejo`);
    if (!row?.vejo)
      return 'Este CPF é de quem responde por áreas cujos talentos você não vê. Só quem os vê pode dá-lo a um usuário ou mudar o acesso de quem o tem.';
  }
  return undefined;
};
