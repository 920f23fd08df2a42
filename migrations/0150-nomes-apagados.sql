-- What imports learnt of titles holds these no more in words: a sheet without titles has those of its first person.
update importacao_memorias m set mapa = coalesce(
  (select jsonb_object_agg(rtrim(translate(encode(sha256(convert_to(e.key, 'UTF8')), 'base64'), '+/', '-_'), '='), e.value) from jsonb_each(m.mapa) e), '{}');

-- A saved search may look for somebody by their name: what the trail tells of it goes with them.
create or replace function apaga_da_trilha(tabela_ text, registros bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  if tabela_ <> 'buscas_candidatos' and tabela_ not in (select tabelas_do_candidato()) then
    raise exception 'a trilha de % não é de um candidato', tabela_;
  end if;
  perform set_config('vinculo.apaga', 'sim', true);
  delete from auditoria_guardados g using auditoria a where a.id = g.auditoria_id and a.tabela = tabela_ and a.registro_id = any(registros);
  update auditoria set mudancas = '{}' where tabela = tabela_ and registro_id = any(registros) and mudancas <> '{}';
  perform set_config('vinculo.apaga', '', true);
end $$;

-- Lines of records with which erased ones were merged once, and are not any more, name these.
create function apaga_unificacoes_da_trilha(apagados bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  outros bigint[];
begin
  select array_agg(distinct (v ->> 'id')::bigint) into outros from auditoria a, jsonb_path_query(a.mudancas, '$.*[*]') v
  where a.tabela = 'candidatos' and a.registro_id = any(apagados) and a.mudancas ?| array['unificadoCom', 'unificadoEm'] and jsonb_typeof(v) = 'object';
  perform set_config('vinculo.apaga', 'sim', true);
  update auditoria a set mudancas = '{}' where a.tabela = 'candidatos' and a.registro_id = any(outros)
    and jsonb_path_exists(a.mudancas, '$.*[*] ? (@.id == $ids[*])', jsonb_build_object('ids', to_jsonb(apagados)))
    and a.mudancas ?| array['unificadoCom', 'unificadoEm'];
  perform set_config('vinculo.apaga', '', true);
end $$;
