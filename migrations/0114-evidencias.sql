-- Files that whoever evaluates joins to what they say of a competency, as evidence. They go with the answer.
create table evidencias_avaliadas (
  competencia_avaliada_id bigint not null references competencias_avaliadas on delete cascade,
  ordem smallint not null,
  arquivo_id bigint not null references arquivos on delete restrict,
  primary key (competencia_avaliada_id, ordem)
);
create index evidencias_avaliadas_arquivo_id_ix on evidencias_avaliadas (arquivo_id);
