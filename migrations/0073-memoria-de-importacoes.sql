-- How a company read files of one set of titles last: the field of each column, and the values that stand for others.
create table importacao_memorias (
  empresa_id bigint not null,
  cadastro text not null,
  -- digest of the titles, in whatever order
  titulos text not null,
  -- title → field, null for a column that is not read
  mapa jsonb not null default '{}',
  -- [{campo, de, para}]
  trocas jsonb not null default '[]',
  usuario_nome text not null default '',
  em timestamptz not null default now(),
  primary key (empresa_id, cadastro, titulos)
);

alter table importacoes
  -- [{campo, nome}]: single names that become new records
  add criar_nomes jsonb not null default '[]',
  add puladas integer not null default 0;
-- Rows that somebody left out of the import.
alter table importacao_linhas add pulada boolean not null default false;
