import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import type { Period } from '#kit/report/period.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { nomeComMatricula, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { liderDe } from '../experiencia/acompanhamentos.server.ts';

interface DasAreas {
  areasIds: readonly number[] | null;
  soAreas: boolean;
}

interface Numerado extends DasAreas, Period {
  periodoAcompanhamento: number | null;
}

/** Talents `t` of the filter's areas whom the reader sees, in their area `o` and position `c`. */
const lugar = sql`
  left join areas_organizacionais o on o.id = t.area_atual_id
  left join cargos c on c.id = t.cargo_atual_id`;
const dasAreas = (acting: Acting, { areasIds, soAreas }: DasAreas): Sql =>
  sql`${talentosVisiveis(acting)} and ${nosRamos(sql`t.area_atual_id`, areasIds, soAreas)}`;

/** The active periods in the order of their days: the first one has number 1. */
const numerados = (empresaId: number) => sql`
  (select id, row_number() over (order by dias, id)::int as numero from periodos_experiencia where empresa_id = ${empresaId} and ativo)`;
const deNumero = ({ periodoAcompanhamento }: Numerado): Sql =>
  periodoAcompanhamento === null ? sql`true` : sql`n.numero = ${periodoAcompanhamento}`;

export const experienciaPrevistaQuery = (filtro: Numerado, acting: Acting): Sql => sql`
  select o.descricao_hierarquia as area, t.nome as talento, c.nome as cargo, t.data_admissao as "dataAdmissao", p.nome as periodo, v.termino, v.situacao,
    (select l.nome from talentos l where l.id = coalesce((
      select a.avaliador_id from acompanhamentos_experiencia a where a.colaborador_id = t.id and a.periodo_id = p.id), ${liderDe})) as avaliador
  from periodos_dos_talentos v
  join talentos t on t.id = v.colaborador_id
  join periodos_experiencia p on p.id = v.periodo_id
  left join ${numerados(acting.empresaId)} n on n.id = p.id ${lugar}
  where ${dasAreas(acting, filtro)} and ${deNumero(filtro)} and v.termino between ${filtro.dataIni}::date and ${filtro.dataFim}::date
  order by o.descricao_hierarquia_ord, o.id, v.termino, t.nome_ord, t.id, p.id`;

export const experienciaAcompanhadaQuery = (filtro: Numerado, acting: Acting): Sql => sql`
  select o.descricao_hierarquia as area, t.nome as talento, c.nome as cargo, t.data_admissao as "dataAdmissao", p.nome as periodo, v.data, v.avaliador,
    v.percentual, v.resultado, v.parecer, v.contrato_ate as "contratoAte"
  from avaliacoes_experiencia v
  join talentos t on t.id = v.colaborador_id
  join periodos_experiencia p on p.id = v.periodo_id
  left join ${numerados(acting.empresaId)} n on n.id = p.id ${lugar}
  where ${dasAreas(acting, filtro)} and ${deNumero(filtro)} and v.data between ${filtro.dataIni}::date and ${filtro.dataFim}::date
  order by o.descricao_hierarquia_ord, o.id, v.data, t.nome_ord, t.id, p.id`;

/** Equal means have one place. Whoever has no percentage has none. */
export const rankingDaExperienciaQuery = (
  filtro: DasAreas & Period & { avaliacoesIds: readonly number[] },
  acting: Acting,
): Sql => sql`
  select rank() over (order by x.media desc)::int as posicao, x.talento, x.area, x.cargo, x.avaliacoes, x.media
  from (
    select t.nome as talento, t.nome_ord, t.id, o.descricao_hierarquia as area, c.nome as cargo, count(*)::int as avaliacoes,
      round(avg(v.percentual), 2) as media
    from avaliacoes_experiencia v join talentos t on t.id = v.colaborador_id ${lugar}
    where ${dasAreas(acting, filtro)} and v.modelo_id = any(${[...filtro.avaliacoesIds]}::bigint[]) and v.percentual is not null
      and v.data between ${filtro.dataIni}::date and ${filtro.dataFim}::date
    group by t.id, o.id, c.id) x
  order by x.media desc, x.nome_ord, x.id`;

export const cartaoDaExperienciaQuery = (
  filtro: DasAreas & { colaboradoresIds: readonly number[] | null },
  acting: Acting,
): Sql => sql`
  select ${nomeComMatricula} || coalesce(' · ' || c.nome, '') || ' · admissão em ' || to_char(t.data_admissao, 'DD/MM/YYYY') as talento,
    p.nome as periodo, v.termino, x.data, x.avaliador, x.percentual, x.resultado, x.parecer, x.contrato_ate as "contratoAte", x.observacao
  from periodos_dos_talentos v
  join talentos t on t.id = v.colaborador_id
  join periodos_experiencia p on p.id = v.periodo_id
  left join avaliacoes_experiencia x on x.id = v.avaliacao_id ${lugar}
  where ${dasAreas(acting, filtro)} and ${among(sql`t.id`, filtro.colaboradoresIds)}
  order by t.nome_ord, t.id, v.dias, p.id`;
