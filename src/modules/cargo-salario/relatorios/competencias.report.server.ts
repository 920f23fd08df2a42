import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import type { TipoCompetencia } from '#modules/estrutura/public.ts';
import { admitidosAte, noRecorte, type Recorte } from './quadro.server.ts';

interface Filtro extends Recorte {
  dataBase: string;
  competenciasIds: number[];
  tipoCompetencia: TipoCompetencia | null;
}

/**
 * One row for each active talent and each competency that they have a level in or that their band requires, both as of the day:
 * `n` is the talent's level, `e` the required one, each with its position in the scale of levels.
 */
const niveisEm = (filtro: Filtro, acting: Acting): Sql => {
  const dia = sql`${filtro.dataBase}::date`;
  const vigente = (tabela: Sql, dono: Sql) => sql`
    select k.id, k.nivel_competencia_historico_id as escala from ${tabela} k
    where k.empresa_id = ${acting.empresaId} and ${dono} and k.data <= ${dia} order by k.data desc limit 1`;
  // Weighed as in the radar: both sides by the scale of the day; a level that it no longer has keeps the weight of its own scale.
  const nivel = (item: Sql, escala: Sql) => sql`
    left join niveis_competencia n on n.id = ${item}.nivel_competencia_id
    left join lateral (
      select o.ordem from niveis_competencia_historico_config_historicos_niveis o
      where o.nivel_competencia_id = ${item}.nivel_competencia_id and o.registro_id in (escala.id, ${escala}) order by o.registro_id = escala.id desc limit 1) o on true`;
  return sql`
    from ${admitidosAte(acting, filtro.dataBase)}
    join areas_organizacionais a on a.id = x.area_id
    join faixas_salariais f on f.id = x.faixa_id
    left join lateral (${vigente(sql`config_niveis_talentos`, sql`k.colaborador_id = x.id`)}) kt on true
    left join lateral (${vigente(sql`config_niveis_faixas`, sql`k.faixa_salarial_id = x.faixa_id`)}) kf on true
    left join (select id from niveis_competencia_historico where empresa_id = ${acting.empresaId} and data <= ${dia} order by data desc limit 1) escala on true
    join lateral (
      select coalesce(t.competencia, e.competencia) as competencia_id, t.descricao as nivel, t.ordem as tem, e.descricao as exigido, e.ordem as pede
      from (
        select i.competencia_id as competencia, n.descricao, o.ordem from config_niveis_talentos_configs_niveis_competencias i
        ${nivel(sql`i`, sql`kt.escala`)} where i.registro_id = kt.id
      ) t full join (
        select i.competencia_id as competencia, n.descricao, o.ordem from config_niveis_faixas_configs_niveis_competencias i
        ${nivel(sql`i`, sql`kf.escala`)} where i.registro_id = kf.id
      ) e on e.competencia = t.competencia
    ) i on true
    join competencias c on c.id = i.competencia_id
    where x.situacao = 'A'
      and ${noRecorte(filtro, { area: sql`x.area_id`, cargo: sql`x.cargo_id`, estabelecimento: sql`x.estabelecimento_id` })}
      and ${among(sql`c.id`, filtro.competenciasIds)}
      and (${filtro.tipoCompetencia}::text is null or c.tipo = ${filtro.tipoCompetencia}::text)`;
};

const competencia = sql`array_position(array['C', 'H', 'A'], c.tipo), c.nome_ord, c.id`;
const talento = sql`x.nome_ord, x.id`;
const area = sql`a.descricao_hierarquia_ord, a.id`;

interface PorCompetencia extends Filtro {
  somenteAbaixo: boolean;
  agruparPor: 'COMPETENCIA' | 'TALENTO' | 'AREA_ORGANIZACIONAL';
}

export const talentosCompetenciasQuery = (filtro: PorCompetencia, acting: Acting): Sql => {
  const ordem = {
    COMPETENCIA: sql`${competencia}, ${talento}`,
    TALENTO: sql`${talento}, ${competencia}`,
    AREA_ORGANIZACIONAL: sql`${area}, ${talento}, ${competencia}`,
  }[filtro.agruparPor];
  return sql`
    select a.descricao_hierarquia as area, c.nome as competencia, x.talento, c.tipo, f.nome_com_cargo as faixa, i.exigido, i.nivel, i.tem - i.pede as distancia
    ${niveisEm(filtro, acting)} and (not ${filtro.somenteAbaixo}::boolean or (i.exigido is not null and coalesce(i.tem < i.pede, true)))
    order by ${ordem}`;
};

export const matrizTalentosCompetenciasQuery = (filtro: Filtro & { mostrar: 'NIVEL' | 'DISTANCIA' }, acting: Acting): Sql => sql`
  select x.id, a.descricao_hierarquia as area, x.talento, f.nome_com_cargo as faixa, c.nome as competencia,
    ${filtro.mostrar === 'NIVEL' ? sql`i.nivel` : sql`to_char(i.tem - i.pede, 'FMSG9990')`} as valor
  ${niveisEm(filtro, acting)}
  order by ${area}, ${talento}, ${competencia}`;
