import sql, { join, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import { areasVisiveis, nosRamos } from '#modules/estrutura/public.server.ts';
import { companiesWith } from '#platform/authority/companies-with.server.ts';
import { confirmado, nomeComMatricula } from '../indicadores/posicao.server.ts';
import type { FiltroDoQuadro } from './filtros.ts';

const VER_TODAS_AREAS = 'ROLE_VER_TODAS_AREAS';

/** The authorities of the report; several when its columns need more. They open nothing outside of the report. */
type Exigidas = string | readonly string[];

/**
 * The companies of a report: the present one, or the requested ones in which the user may print it and sees every area
 * (visibility by responsible areas works only in the present company). A subselect of ids.
 */
function empresasDoFiltro(acting: Acting, exigidas: Exigidas, pedidas: readonly number[]): Sql {
  if (pedidas.length === 0) return sql`(select ${acting.empresaId}::bigint)`;
  const alcance = companiesWith(acting, [exigidas, VER_TODAS_AREAS].flat());
  return sql`(select e.id from empresas e where e.ativo and e.id = any(${[...pedidas]}::bigint[])
    and (e.id = ${acting.empresaId} or e.id in (select c.id from ${alcance} c)))`;
}

const HOJE = { area: sql`t.area_atual_id`, cargo: sql`t.cargo_atual_id`, estabelecimento: sql`t.estabelecimento_atual_id` };

/**
 * Talents (alias `t`) that the report counts, by companies, visible areas and the filter's lists; not those whose admission is
 * unconfirmed. `lugar` is the place that the lists filter, by default today's; visibility always depends on today's.
 */
export function noAlcance(acting: Acting, exigidas: Exigidas, filtro: FiltroDoQuadro, lugar = HOJE): Sql {
  const { estabelecimentosIds, areasOrganizacionaisIds, soAreas, cargosIds } = filtro;
  const visiveis = areasVisiveis(acting);
  return join(
    [
      sql`t.empresa_id in ${empresasDoFiltro(acting, exigidas, filtro.empresasIds ?? [])}`,
      ...(visiveis ? [sql`(t.empresa_id <> ${acting.empresaId} or t.area_atual_id in (${visiveis}))`] : []),
      confirmado,
      among(lugar.estabelecimento, estabelecimentosIds),
      nosRamos(lugar.area, areasOrganizacionaisIds, soAreas),
      among(lugar.cargo, cargosIds),
    ],
    ' and ',
  );
}

/** Where talents are group headings, two of one name need different headings. */
export const nomeDoTalento = (agruparPor: string): Sql => (agruparPor === 'TALENTO' ? nomeComMatricula : sql`t.nome`);

/** The place of the talent `t`: aliases `e` company, `a` area, `c` position, `s` establishment. */
export const lugarDoTalento = sql`
  join empresas e on e.id = t.empresa_id
  left join areas_organizacionais a on a.id = t.area_atual_id
  left join cargos c on c.id = t.cargo_atual_id
  left join estabelecimentos s on s.id = t.estabelecimento_atual_id`;
