-- Records that lead to nobody: ids without an order, and keys of forms without person, record or moment.

-- 49 random bits that nobody can foresee: fifteen digits, as addresses and JSON carry them.
create function id_aleatorio() returns bigint language sql volatile parallel safe as $$
  select ('x' || right(replace(gen_random_uuid()::text, '-', ''), 13))::bit(49)::bigint
$$;

create table envios_anonimos (
  chave bytea primary key,
  pedido bytea not null,
  dia date not null default hoje()
);
