-- One CPF may have several accounts in a company: a registration never tells whether the CPF is known (ADR 75).
alter table contas_externas drop constraint contas_externas_empresa_id_cpf_key;
create index contas_externas_empresa_id_cpf_ix on contas_externas (empresa_id, cpf);

-- Who logs in, and the record that is theirs.
create table candidatos_contas (
  candidato_id bigint primary key references candidatos (id) on delete cascade,
  conta_id bigint not null unique references contas_externas (id) on delete cascade
);

-- What somebody has filled in and not yet sent.
create table rascunhos_externos (
  conta_id bigint primary key references contas_externas (id) on delete cascade,
  dados jsonb not null,
  salvo_em timestamptz not null default now()
);

-- Puzzles that a browser solves before it may write; each counts once.
create table desafios_externos (
  chave text primary key,
  expira_em timestamptz not null
);
create index desafios_externos_expira_ix on desafios_externos (expira_em);

-- The texts that were shown, and who accepted which, when, and from which address.
create table termos_privacidade (
  empresa_id bigint not null references empresas (id) on delete cascade,
  versao text not null,
  texto text not null,
  desde timestamptz not null default now(),
  primary key (empresa_id, versao)
);
create table aceites_privacidade (
  id bigint generated always as identity primary key,
  conta_id bigint not null references contas_externas (id) on delete cascade,
  finalidade text not null check (finalidade in ('termo', 'banco')),
  versao text,
  endereco text not null,
  aceito_em timestamptz not null default now(),
  retirado_em timestamptz
);
create index aceites_privacidade_conta_ix on aceites_privacidade (conta_id);

-- The receipts of erasures: nothing in them leads to the person.
create table pedidos_titulares (
  id bigint generated always as identity primary key,
  empresa_id bigint not null references empresas (id) on delete cascade,
  protocolo text not null unique,
  atendido_em timestamptz not null default now()
);

alter table parametros_sistema add column campos_candidato_obrigatorio text[];
