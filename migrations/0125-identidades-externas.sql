-- One person at several companies: accounts that one login opens (ADR 82). It says nothing of the person; the accounts do.
create table identidades_externas (
  id bigint generated always as identity primary key,
  criada_em timestamptz not null default now()
);
alter table contas_externas add column identidade_id bigint references identidades_externas (id) on delete set null;
create unique index contas_externas_identidade_empresa_uq on contas_externas (identidade_id, empresa_id);
