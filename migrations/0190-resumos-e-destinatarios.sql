-- By what a server knows a definition that it has read already.
create function resumo_de(documento jsonb) returns bytea language sql immutable strict parallel safe
return sha256(convert_to(documento::text, 'UTF8'));
alter table questionario_versoes add column resumo bytea not null generated always as (resumo_de(definicao)) stored;

-- The user whom a mail goes to, at their address of the moment it leaves. No reference: what was sent stays when the user goes.
alter table emails add column usuario_id bigint;
create index emails_usuario_id_ix on emails (usuario_id) where usuario_id is not null;
