-- The external area: accounts of candidates, one a company and CPF, with sessions of their own.
create table contas_externas (
  id bigint generated always as identity primary key,
  empresa_id bigint not null references empresas (id),
  cpf text not null,
  nome text not null,
  email text,
  hash text not null,
  versao integer not null default 1,
  criada_em timestamptz not null default now(),
  unique (empresa_id, cpf)
);

create table sessoes_externas (
  chave bytea primary key,
  conta_id bigint not null references contas_externas (id) on delete cascade,
  vista_em timestamptz not null default now(),
  expira_em timestamptz not null
);
create index sessoes_externas_conta_idx on sessoes_externas (conta_id);
create index sessoes_externas_expira_idx on sessoes_externas (expira_em);

create table recuperacoes_externas (
  chave bytea primary key,
  conta_id bigint not null references contas_externas (id) on delete cascade,
  expira_em timestamptz not null
);
create index recuperacoes_externas_conta_idx on recuperacoes_externas (conta_id);
