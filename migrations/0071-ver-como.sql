-- A session may see the system as another user or as a profile. It ends with whom it sees, and the trail has the end, however it comes.
alter table sessoes
  add column vendo_usuario_id bigint references usuarios (id) on delete cascade,
  add column vendo_perfil_id bigint references perfis (id) on delete cascade,
  add constraint sessoes_vendo check (num_nonnulls(vendo_usuario_id, vendo_perfil_id) <= 1);
create index sessoes_vendo_usuario_idx on sessoes (vendo_usuario_id) where vendo_usuario_id is not null;
create index sessoes_vendo_perfil_idx on sessoes (vendo_perfil_id) where vendo_perfil_id is not null;

create function deixa_de_ver_como() returns trigger language plpgsql as $$
begin
  insert into auditoria (usuario_id, usuario_nome, empresa_id, requisicao, tabela, registro_id, acao, mudancas)
  values (old.usuario_id, coalesce((select nome from usuarios where id = old.usuario_id), ''), old.empresa_id, 'sessao',
    case when old.vendo_perfil_id is null then 'usuarios' else 'perfis' end, coalesce(old.vendo_usuario_id, old.vendo_perfil_id),
    'L', '{"verComo": ["Início", "Fim"]}');
  return null;
end $$;
create trigger deixa_de_ver_como after delete on sessoes for each row
  when (old.vendo_usuario_id is not null or old.vendo_perfil_id is not null) execute function deixa_de_ver_como();
create trigger deixa_de_ver_como_e_segue after update of vendo_usuario_id, vendo_perfil_id on sessoes for each row
  when ((old.vendo_usuario_id is not null or old.vendo_perfil_id is not null)
    and (old.vendo_usuario_id, old.vendo_perfil_id) is distinct from (new.vendo_usuario_id, new.vendo_perfil_id))
  execute function deixa_de_ver_como();
