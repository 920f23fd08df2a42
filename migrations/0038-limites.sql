-- What somebody may take of what all share: places in the queue, and room on the disk.

-- The system's own tasks (usuario_id null) go in the order in which they are due, users' by whose turn it is.
drop index tarefas_abertas_idx;
create index tarefas_abertas_idx on tarefas (usuario_id, executar_em, id) where estado in ('fila', 'executando');
create index tarefas_servidas_idx on tarefas (usuario_id, iniciada_em) where usuario_id is not null;

-- Bytes of stored files, kept by a trigger, so that a limit costs one row whatever was stored before.
create table ocupacao (
  empresa_id bigint not null,
  -- 0: the whole company; a user: what is theirs alone, which is every file but those sent for records
  usuario_id bigint not null,
  bytes bigint not null,
  primary key (empresa_id, usuario_id)
);

create function ocupacao_mudou() returns trigger language plpgsql as $$
begin
  insert into ocupacao as o (empresa_id, usuario_id, bytes)
  select empresa_id, dono, sum(case tg_op when 'INSERT' then tamanho else -tamanho end)
  from mudados cross join lateral (values (0), (case when uso <> 'envio' then criado_por end)) d (dono)
  where dono is not null
  -- In one order, or two statements over several companies would wait for each other.
  group by empresa_id, dono order by empresa_id, dono
  on conflict (empresa_id, usuario_id) do update set bytes = o.bytes + excluded.bytes;
  return null;
end $$;
create trigger ocupacao_mais after insert on arquivos referencing new table as mudados for each statement execute function ocupacao_mudou();
create trigger ocupacao_menos after delete on arquivos referencing old table as mudados for each statement execute function ocupacao_mudou();

insert into ocupacao (empresa_id, usuario_id, bytes)
select empresa_id, dono, sum(tamanho)
from arquivos cross join lateral (values (0), (case when uso <> 'envio' then criado_por end)) d (dono)
where dono is not null group by empresa_id, dono;

create index arquivos_tarefa_idx on arquivos (criado_por, empresa_id, id) where uso = 'tarefa';
