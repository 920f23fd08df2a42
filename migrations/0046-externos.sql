-- Who is no user: somebody known from outside (`candidatos:12`), or the form that somebody unknown fills in (`formulario:…`, a digest of its key).
-- With neither a user nor this, nobody is known. What belongs to a user names no outsider.
alter table if exists auditoria add column externo text;

alter table arquivos
  add column externo text,
  add constraint arquivos_um_dono_check check (criado_por is null or externo is null);
create index arquivos_externo_idx on arquivos (externo, empresa_id, criado_em desc) where externo is not null;

alter table tarefas
  add column externo text,
  add constraint tarefas_um_dono_check check (usuario_id is null or externo is null);
create index tarefas_externo_idx on tarefas (externo, empresa_id, id desc) where externo is not null;

alter table if exists envios
  drop constraint envios_pkey,
  alter column usuario_id drop not null,
  add column externo text,
  add constraint envios_quem_key unique nulls not distinct (empresa_id, chave, usuario_id, externo),
  add constraint envios_um_dono_check check (usuario_id is null or externo is null);
