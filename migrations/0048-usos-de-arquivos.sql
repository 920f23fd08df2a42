-- Files that a record names inside of its data, where no foreign key can: by these rows they are kept, and read by whoever reads the record.
create table arquivo_usos (
  tabela text not null,
  registro_id bigint not null,
  arquivo_id bigint not null references arquivos on delete restrict,
  primary key (tabela, registro_id, arquivo_id)
);
create index arquivo_usos_arquivo_idx on arquivo_usos (arquivo_id);
