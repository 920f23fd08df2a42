-- A person's employments follow each other (ADR 17): of one CPF in a company at most one goes on, and no two end on one day. An admission that
-- the personnel system cancelled never was one.
alter table talentos drop constraint talentos_empresa_id_cpf_uq;

create unique index talentos_empresa_id_cpf_vinculo on talentos
  (empresa_id, cpf, (case when status_ac is distinct from 'C' then coalesce(data_desligamento, 'infinity'::date) end));
