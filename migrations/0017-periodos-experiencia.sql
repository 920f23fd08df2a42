-- Who waits for the confirmation of a dismissal still works, and is still in the trial.
create or replace view periodos_dos_talentos as
select t.id * 1000000 + p.id as id, 1 as versao, t.empresa_id, t.id as colaborador_id, t.nome, dobra(t.nome) as nome_ord, dobra(t.nome) as busca, t.area_atual_id, t.cargo_atual_id,
  t.data_admissao, p.id as periodo_id, p.dias, t.data_admissao + (p.dias - 1) as termino,
  case when t.data_admissao + (p.dias - 1) < current_date then 'V' when t.data_admissao + (p.dias - 1) <= current_date + 10 then 'P' else 'E' end as situacao,
  'N'::text as avaliacao
from talentos t join periodos_experiencia p on p.empresa_id = t.empresa_id and p.ativo
where t.situacao in ('A', 'U') and t.vinculo in ('E', 'A', 'ED');
