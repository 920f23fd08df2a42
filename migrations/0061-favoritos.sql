-- The screens that a user keeps at the top of the menu, by their addresses, in the user's order.
create table favoritos (
  usuario_id bigint not null references usuarios on delete cascade,
  caminho text not null check (length(caminho) <= 300),
  ordem int not null,
  primary key (usuario_id, caminho)
);
