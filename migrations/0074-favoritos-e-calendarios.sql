-- The key of the link that a message carries: what waits with a link that has ended is not sent.
alter table emails add column link_chave bytea;
create index emails_link_idx on emails (link_chave) where link_chave is not null;

-- A view is among the favourites of its user as long as `favorita` says so; `favoritos` gives it its place.
alter table favoritos drop constraint favoritos_caminho_check;
alter table favoritos add check (length(caminho) <= 400);

-- The address at which a user's calendar program reads one company's calendar without a session. Only a digest of it is kept.
create table calendarios_pessoais (
  usuario_id bigint not null references usuarios on delete cascade,
  empresa_id bigint not null references empresas on delete cascade,
  chave bytea not null unique,
  criado_em timestamptz not null default now(),
  lido_em timestamptz,
  primary key (usuario_id, empresa_id)
);
