-- Of a saved search, or a view, only the lines of the trail that name whoever is erased lose what they say: its owner keeps the others.
create function apaga_linhas_da_trilha(tabela_ text, linhas bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if tabela_ not in ('buscas_candidatos', 'visoes') then
    raise exception 'a trilha de % não é de buscas nem de visões', tabela_;
  end if;
  perform set_config('vinculo.apaga', 'sim', true);
  delete from auditoria_guardados g using auditoria a where a.id = g.auditoria_id and a.tabela = tabela_ and a.id = any(linhas);
  update auditoria set mudancas = '{}' where tabela = tabela_ and id = any(linhas);
  perform set_config('vinculo.apaga', '', true);
end $$;

create or replace function apaga_da_trilha(tabela_ text, registros bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if tabela_ not in (select tabelas_do_candidato()) then
    raise exception 'a trilha de % não é de um candidato', tabela_;
  end if;
  perform set_config('vinculo.apaga', 'sim', true);
  delete from auditoria_guardados g using auditoria a where a.id = g.auditoria_id and a.tabela = tabela_ and a.registro_id = any(registros);
  update auditoria set mudancas = '{}' where tabela = tabela_ and registro_id = any(registros) and mudancas <> '{}';
  perform set_config('vinculo.apaga', '', true);
end $$;
