import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { among } from '#kit/query/among.server.ts';
import { nosRamos } from '#modules/estrutura/public.server.ts';
import { confirmado, talentosVisiveis } from '#modules/gestao-talentos/public.server.ts';
import { lugarDaVaga, nomeDaVaga, noPeriodo, ordemDaVaga, vagas } from './alcance.server.ts';
import type { FiltroDaVaga } from './filtros.ts';

interface FiltroDoAno extends Omit<FiltroDaVaga, 'dataIni' | 'dataFim'> {
  ano: number;
}

export const vagaMotivoQuery = (filtro: FiltroDoAno, acting: Acting): Sql => sql`
  select coalesce(m.descricao, 'Sem motivo informado') as motivo, count(*)::int as solicitacoes, sum(s.quantidade)::float8 as vagas,
    sum(s.qtd_vagas_preenchidas)::float8 as preenchidas, round(100.0 * sum(s.quantidade) / sum(sum(s.quantidade)) over (), 2) as percentual
  from solicitacoes_pessoal s ${lugarDaVaga} left join motivos_solicitacao m on m.id = s.motivo_solicitacao_id
  where ${vagas(acting, filtro)} and s.data between make_date(${filtro.ano}, 1, 1) and make_date(${filtro.ano}, 12, 31)
  group by m.id order by 3 desc, 1, m.id`;

/** The day by which a closed request is filtered is that of its end; an unfinished one has only its own. A cancelled one lasted no time. */
export const duracaoVagaQuery = (filtro: FiltroDaVaga, acting: Acting): Sql => sql`
  select coalesce(g.nome, 'Sem cargo') as cargo, ${nomeDaVaga} as vaga, a.descricao_hierarquia as area, s.quantidade, s.qtd_vagas_preenchidas as preenchidas,
    s.data, s.data_encerramento as encerrada, d.dias, s.qtd_dias_previsao as previstos, case when d.dias is not null then greatest(0, d.dias - s.qtd_dias_previsao) end as atraso
  from solicitacoes_pessoal s ${lugarDaVaga}
  cross join lateral (select case when s.situacao <> 'C' then greatest(0, coalesce(s.data_encerramento, ${acting.today}::date) - s.data) end as dias) d
  where ${vagas(acting, filtro)} and ${noPeriodo(sql`coalesce(s.data_encerramento, s.data)`, filtro)}
  order by g.nome_ord nulls last, g.id, ${ordemDaVaga}`;

interface FiltroDeTalentos extends Omit<FiltroDaVaga, 'dataIni' | 'dataFim'> {
  filtrarPor: '1' | '2';
  gruposOcupacionaisIds: readonly number[] | null;
}

export const talentosCargoAreaQuery = (filtro: FiltroDeTalentos, acting: Acting): Sql => {
  const { filtrarPor, areasIds, soAreas, cargosIds, gruposOcupacionaisIds, estabelecimentosIds, statusSolicitacao } = filtro;
  const escolhidos =
    filtrarPor === '1'
      ? nosRamos(sql`t.area_atual_id`, areasIds, soAreas)
      : sql`${among(sql`c.id`, cargosIds)} and ${among(sql`c.grupo_ocupacional_id`, gruposOcupacionaisIds)}`;
  return sql`
    select a.descricao_hierarquia as area, c.nome as cargo, t.nome as talento, t.matricula, x.nome as faixa, e.nome as estabelecimento,
      t.data_admissao as admissao, coalesce(p.vagas, 0) as vagas
    from talentos t
    join areas_organizacionais a on a.id = t.area_atual_id
    join cargos c on c.id = t.cargo_atual_id
    left join lateral (select h.faixa_salarial_id from talentos_historicos h
      where h.registro_id = t.id and h.data <= ${acting.today}::date order by h.data desc, h.id desc limit 1) h on true
    left join faixas_salariais x on x.id = h.faixa_salarial_id
    left join estabelecimentos e on e.id = t.estabelecimento_atual_id
    left join (
      select f.cargo_id, sum(s.quantidade)::float8 as vagas from solicitacoes_pessoal s ${lugarDaVaga} where ${vagas(acting, { statusSolicitacao })} group by 1
    ) p on p.cargo_id = c.id
    where ${talentosVisiveis(acting)} and t.situacao = 'A' and ${confirmado} and ${escolhidos}
      and ${among(sql`t.estabelecimento_atual_id`, estabelecimentosIds)}
    order by ${filtrarPor === '1' ? sql`a.descricao_hierarquia_ord, a.id` : sql`c.nome_ord, c.id`}, t.nome_ord, t.id`;
};
