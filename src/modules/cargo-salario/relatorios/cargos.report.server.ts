import sql, { raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import { firstTexts } from '#kit/query/few.server.ts';
import { nosRamos, valorDaFaixa } from '#modules/estrutura/public.server.ts';
import { escolaridades } from '#modules/estrutura/public.ts';
import { talentosVisiveis, trabalhaEm } from '#modules/gestao-talentos/public.server.ts';

interface Filtro {
  areasIds: number[];
  soAreas: boolean;
  gruposOcupacionaisIds: number[];
  cargosIds: number[];
  situacao: 'T' | 'A' | 'I';
}

const hoje = (acting: Acting) => sql`${acting.today}::date`;

/** Positions within the filter, of the session's company, over alias `c`. */
function escolhidos({ areasIds, soAreas, gruposOcupacionaisIds, cargosIds, situacao }: Filtro, acting: Acting): Sql {
  return sql`c.empresa_id = ${acting.empresaId}
    and (${situacao}::text = 'T' or c.ativa = (${situacao}::text = 'A'))
    and ${among(sql`c.id`, cargosIds)}
    and ${among(sql`c.grupo_ocupacional_id`, gruposOcupacionaisIds)}
    and (${areasIds.length === 0} or exists (select 1 from cargos_areas_organizacionais l where l.registro_id = c.id and ${nosRamos(sql`l.alvo_id`, areasIds, soAreas)}))`;
}

export const cargosDetalhadoQuery = (filtro: Filtro, acting: Acting): Sql => sql`
  select c.nome as cargo, c.nome_mercado as "nomeMercado", g.nome as "grupoOcupacional",
    ${raw(firstTexts('select a.nome as texto, a.nome_ord as ordem from cargos_areas_organizacionais l join areas_organizacionais a on a.id = l.alvo_id where l.registro_id = c.id'))} as areas,
    ${JSON.stringify(escolaridades)}::jsonb ->> c.escolaridade as escolaridade, c.missao,
    f.nome as faixa, b.codigo as "codigoCBO", ${valorDaFaixa(sql`f.id`, hoje(acting))} as "valorAtual"
  from cargos c
  left join grupos_ocupacionais g on g.id = c.grupo_ocupacional_id
  left join faixas_salariais f on f.cargo_id = c.id
  left join codigos_cbo b on b.id = f.codigo_cbo_id
  where ${escolhidos(filtro, acting)}
  order by c.nome_ord, c.id, f.nome_ord, f.id`;

export const cargosResumidoQuery = (filtro: Filtro, acting: Acting): Sql => sql`
  select c.nome as cargo, c.nome_mercado as "nomeMercado", g.nome as "grupoOcupacional",
    v.faixas, v.menor as "menorValor", v.maior as "maiorValor",
    (select count(*)::int from talentos t where t.cargo_atual_id = c.id and ${talentosVisiveis(acting)} and ${trabalhaEm(acting.today)}) as talentos
  from cargos c
  left join grupos_ocupacionais g on g.id = c.grupo_ocupacional_id
  cross join lateral (
    select count(*)::int as faixas, min(x.valor) as menor, max(x.valor) as maior
    from (select ${valorDaFaixa(sql`f.id`, hoje(acting))} as valor from faixas_salariais f where f.cargo_id = c.id) x
  ) v
  where ${escolhidos(filtro, acting)}
  order by c.nome_ord, c.id`;
