-- The civil date of an instant, of now when none is said: the day of São Paulo, as today() in src/kit/br/date.ts says it. `current_date` is the
-- day of UTC, which begins three hours earlier. A contract test holds the two together.
create function hoje(agora timestamptz default now()) returns date
  language sql stable parallel safe
  return (agora at time zone 'America/Sao_Paulo')::date;

create or replace view periodos_dos_talentos as
select t.id * 1000000 + p.id as id, 1 as versao, t.empresa_id, t.id as colaborador_id, t.nome, dobra(t.nome) as nome_ord, dobra(t.nome) as busca, t.area_atual_id, t.cargo_atual_id,
  t.data_admissao, p.id as periodo_id, p.dias, t.data_admissao + (p.dias - 1) as termino,
  case when t.data_admissao + (p.dias - 1) < hoje() then 'V' when t.data_admissao + (p.dias - 1) <= hoje() + 10 then 'P' else 'E' end as situacao,
  'N'::text as avaliacao
from talentos t join periodos_experiencia p on p.empresa_id = t.empresa_id and p.ativo
where t.situacao in ('A', 'U') and t.vinculo in ('E', 'A', 'ED');
