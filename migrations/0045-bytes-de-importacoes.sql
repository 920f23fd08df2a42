-- The rows that an import stages are room that their importer takes, as its file is: they count in `ocupacao`.
alter table importacoes add column bytes bigint not null default 0;

update importacoes i set bytes = l.bytes
from (select importacao_id, sum(64 + pg_column_size(celulas) + coalesce(pg_column_size(falhas), 0) + coalesce(pg_column_size(entrada), 0) + coalesce(pg_column_size(correcoes), 0)
    + coalesce(pg_column_size(antes), 0)) as bytes from importacao_linhas group by importacao_id) l
where l.importacao_id = i.id;

create function ocupacao_importou() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into ocupacao as o (empresa_id, usuario_id, bytes)
    select empresa_id, dono, -sum(bytes) from antes cross join lateral (values (0), (usuario_id)) d (dono)
    where dono is not null and bytes <> 0
    group by empresa_id, dono order by empresa_id, dono
    on conflict (empresa_id, usuario_id) do update set bytes = o.bytes + excluded.bytes;
  else
    insert into ocupacao as o (empresa_id, usuario_id, bytes)
    select a.empresa_id, dono, sum(b.bytes - a.bytes) from antes a join depois b on b.id = a.id cross join lateral (values (0), (a.usuario_id)) d (dono)
    where dono is not null and b.bytes <> a.bytes
    group by a.empresa_id, dono order by a.empresa_id, dono
    on conflict (empresa_id, usuario_id) do update set bytes = o.bytes + excluded.bytes;
  end if;
  return null;
end $$;
create trigger ocupacao_muda after update on importacoes referencing old table as antes new table as depois for each statement execute function ocupacao_importou();
create trigger ocupacao_menos after delete on importacoes referencing old table as antes for each statement execute function ocupacao_importou();

insert into ocupacao as o (empresa_id, usuario_id, bytes)
select empresa_id, dono, sum(bytes) from importacoes cross join lateral (values (0), (usuario_id)) d (dono)
where dono is not null and bytes <> 0 group by empresa_id, dono
on conflict (empresa_id, usuario_id) do update set bytes = o.bytes + excluded.bytes;
