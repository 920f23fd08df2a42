-- Whoever has left is no longer asked, from the same day on; who has answered stays named.
create or replace view acompanhamentos_dos_talentos as
select v.id, v.versao, v.empresa_id, v.colaborador_id, v.nome, v.nome_ord, v.busca, v.area_atual_id, v.cargo_atual_id, v.data_admissao, v.periodo_id,
  v.dias, v.termino, v.situacao, v.avaliacao_id, coalesce(a.modelo_id, unico.id) as modelo_id,
  case when a.respondida_em is not null or exists (
      select from talentos x where x.id = a.avaliador_id and x.situacao in ('A', 'U')) then a.avaliador_id end as avaliador_id,
  case when a.respondida_em is not null then 'R' when a.id is not null and v.situacao = 'N' then 'S' when exists (
      select from rodadas r join participacoes p on p.rodada_id = r.id
      where r.dono = 'avaliacao/acompanhamentos-periodos-experiencia' and r.dono_id = a.id and p.estado = 'P') then 'P'
    when a.id is not null then 'E' else 'N' end as resposta,
  coalesce(v.percentual, a.percentual) as percentual, v.resultado, v.parecer
from periodos_dos_talentos v
left join acompanhamentos_experiencia a on a.colaborador_id = v.colaborador_id and a.periodo_id = v.periodo_id
left join lateral (
  select min(m.id) as id from modelos_avaliacao m
  where m.periodo_acompanhamento_experiencia_id = v.periodo_id and m.tipo = 'A' and m.ativo having count(*) = 1) unico on a.id is null;
