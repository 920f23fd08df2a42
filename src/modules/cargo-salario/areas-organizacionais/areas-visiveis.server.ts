import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { TALENTO, tabelaDe } from './arvore.server.ts';

const VER_TODAS_AREAS = 'ROLE_VER_TODAS_AREAS';

const talento = raw(TALENTO);
const responsaveis = raw(tabelaDe('empresaEResponsaveis'));
const corresponsaveis = raw(tabelaDe('empresaECoresponsaveis'));

/** The areas that somebody answers for and what stands below them, as an SQL array; undefined: they see all of them. */
function minhasAreas(acting: Acting): Sql | undefined {
  if (acting.can(VER_TODAS_AREAS)) return undefined;
  const pessoas = sql`select p.id from talentos p join usuarios u on u.cpf = p.cpf
    where u.id = ${acting.usuarioId} and (p.data_desligamento is null or p.data_desligamento >= ${acting.today}::date)`;
  const respondo = (quais: Sql, desce: Sql) => sql`select a.id, ${desce} as desce
    from ${quais} r join areas_organizacionais a on a.id = r.registro_id
    where r.${talento} in (${pessoas}) and r.empresa_id = ${acting.empresaId} and a.empresa_id = ${acting.empresaId}`;
  return sql`array(
    with recursive minhas as (
      ${respondo(responsaveis, sql`a.replicar_responsaveis_para_areas_filhas`)}
      union ${respondo(corresponsaveis, sql`a.replicar_corresponsaveis_para_areas_filhas`)}
      union select f.id, true from minhas m join areas_organizacionais f on f.area_mae_id = m.id where m.desce
    ) select id from minhas)`;
}

/**
 * The areas whose talents somebody may see, as a subselect of ids; undefined: all of them. Whoever lacks the authority sees the areas that they
 * answer for, as responsible or co-responsible in the session's company (user and talent are one person by their CPF), and what stands below an
 * area that hands its responsibles, or co-responsibles, down to its children.
 */
export function areasVisiveis(acting: Acting): Sql | undefined {
  const minhas = minhasAreas(acting);
  return minhas && sql`select unnest(${minhas}) as id`;
}

/**
 * The same as a condition on an area's id: `where … and ${daAreaVisivel(acting, sql`t.area_atual_id`)}`. With the array at hand before the talents are
 * looked for, PostgreSQL reads each page of them once, where a join would come back to it for every area.
 */
export function daAreaVisivel(acting: Acting, area: Sql): Sql {
  const minhas = minhasAreas(acting);
  return minhas ? sql`${area} = any(${minhas})` : sql`true`;
}
