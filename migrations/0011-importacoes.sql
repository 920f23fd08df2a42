-- What the screen of an import asks for beyond the file: who sent it, its heading, what is made or left aside, whether it was tried out.
alter table importacoes
  add column usuario_nome text not null default '',
  -- [{row, cells}]: the first rows of the file, among which the heading is chosen
  add column inicio jsonb not null default '[]',
  -- the number, in the sheet, of the heading's last row
  add column cabecalho integer,
  add column ignora_opcionais boolean not null default false,
  -- fields whose unknown names become new records
  add column criar jsonb not null default '[]',
  -- the rows were saved and taken back: what hooks and constraints refuse is known; null: not judged yet
  add column ensaiada boolean,
  add column gravados integer not null default 0;

alter table importacao_linhas
  -- by unique set, what the row would occupy; null where the row does not say it
  add column chaves text[],
  -- field → name of the record that is made for it
  add column novos jsonb;

create index importacao_linhas_falhas_idx on importacao_linhas (importacao_id, linha) where falhas is not null;

-- Records of other registries that a batch made because its rows name them.
create table importacao_criados (
  importacao_id bigint not null references importacoes on delete cascade,
  -- `module/slug`
  cadastro text not null,
  registro_id bigint not null,
  registro_versao integer not null,
  primary key (importacao_id, cadastro, registro_id)
);
