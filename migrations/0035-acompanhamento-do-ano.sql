-- Who was not evaluated in time is told for a year: of those who came long ago nobody asks. So only who was hired lately is looked at, which an index
-- finds, and 100,000 talents no more cost the list of trials 190 to 530 ms.
create or replace view periodos_dos_talentos as
select t.id * 1000000 + p.id as id, 1 as versao, t.empresa_id, t.id as colaborador_id, t.nome, t.nome_ord, t.nome_ord as busca, t.area_atual_id, t.cargo_atual_id,
  t.data_admissao, p.id as periodo_id, p.dias, t.data_admissao + (p.dias - 1) as termino, 'A'::text as situacao,
  a.id as avaliacao_id, a.data, a.percentual, a.resultado, a.parecer
from avaliacoes_experiencia a
join talentos t on t.id = a.colaborador_id
join periodos_experiencia p on p.id = a.periodo_id
union all
select t.id * 1000000 + p.id, 1, t.empresa_id, t.id, t.nome, t.nome_ord, t.nome_ord, t.area_atual_id, t.cargo_atual_id,
  t.data_admissao, p.id, p.dias, t.data_admissao + (p.dias - 1),
  case when t.data_admissao + (p.dias - 1) < (select hoje()) - 30 then 'N'
    when t.data_admissao + (p.dias - 1) < (select hoje()) then 'V' when t.data_admissao + (p.dias - 1) <= (select hoje()) + 10 then 'P' else 'E' end,
  null::bigint, null::date, null::numeric(9,2), null::text, null::text
from periodos_experiencia p
join talentos t on t.empresa_id = p.empresa_id and t.data_admissao > (select hoje()) - 365 - p.dias
where p.ativo and t.situacao in ('A', 'U') and t.vinculo in ('E', 'A', 'ED') and not exists (
  select from avaliacoes_experiencia b join periodos_experiencia c on c.id = b.periodo_id
  where b.colaborador_id = t.id and (c.id = p.id or (b.parecer <> 'PRORROGAR' and c.dias < p.dias)));
