-- Records that a form has sent, by the key that it chose: sent again, because the answer was lost, they are not made twice. Kept for some days.
create table envios (
  usuario_id bigint not null references usuarios on delete cascade,
  empresa_id bigint not null references empresas on delete cascade,
  chave uuid not null,
  pedido text not null,
  registro_id bigint,
  criado_em timestamptz not null default now(),
  primary key (usuario_id, empresa_id, chave)
);
