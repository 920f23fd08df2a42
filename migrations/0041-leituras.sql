-- Readings of guarded data that the trail tells once an hour: whoever is the first to put a row here writes the line. Kept for a day.
create table leituras (
  usuario_id bigint not null,
  empresa_id bigint not null,
  chave text not null,
  criado_em timestamptz not null default now(),
  primary key (usuario_id, empresa_id, chave)
);
