-- Browsers in which somebody has entered: their failures count apart from those of strangers.
create table dispositivos (
  chave bytea not null,
  usuario_id bigint not null references usuarios (id) on delete cascade,
  expira_em timestamptz not null,
  primary key (chave, usuario_id)
);
create index dispositivos_usuario_idx on dispositivos (usuario_id);
create index dispositivos_expira_idx on dispositivos (expira_em);

create table dispositivos_externos (
  chave bytea not null,
  conta_id bigint not null references contas_externas (id) on delete cascade,
  expira_em timestamptz not null,
  primary key (chave, conta_id)
);
create index dispositivos_externos_conta_idx on dispositivos_externos (conta_id);
create index dispositivos_externos_expira_idx on dispositivos_externos (expira_em);

-- How old a session is says when it ends, however much it is used.
alter table sessoes_externas add column criada_em timestamptz not null default now();
