-- The labels of a file whose rows refer to each other, folded, each with its row; -1 when several rows have it.
create table importacao_rotulos (
  importacao_id bigint not null references importacoes on delete cascade,
  rotulo text collate "C" not null,
  linha integer not null,
  primary key (importacao_id, rotulo)
);
