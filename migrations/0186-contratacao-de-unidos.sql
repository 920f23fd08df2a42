drop function apaga_admissoes_da_trilha(bigint[]);

-- What the trail tells of some of the talents whose hire was taken back, and of what was removed that was theirs; where a record of others named one of them,
-- that field of its line goes.
create function apaga_admissoes_da_trilha(candidatos_ bigint[], talentos_ bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  desfeitas bigint[];
  linhas bigint[];
  nomes jsonb;
  quais jsonb;
begin
  select array_agg(x) into desfeitas from admissoes_desfeitas(candidatos_) x where x = any(talentos_);
  if desfeitas is null then
    return;
  end if;
  quais := jsonb_build_object('ids', to_jsonb(desfeitas));
  -- A record that goes along with another one has a line of its removal that says its name alone: the last line that says whose it is counts.
  select array_agg(a.id) into linhas from auditoria a
  where (a.tabela = 'talentos' and a.registro_id = any(desfeitas)) or (a.tabela, a.registro_id) in (
    select d.tabela, d.registro_id from auditoria d, lateral (
      select coalesce(nullif(u.mudancas -> 'colaborador' -> 1, 'null'), u.mudancas -> 'colaborador' -> 0) as de from auditoria u
      where u.tabela = d.tabela and u.registro_id = d.registro_id and u.mudancas ? 'colaborador' order by u.id desc limit 1) x
    where d.mudancas ? 'colaborador' and jsonb_path_exists(d.mudancas, '$.colaborador[*] ? (@ == $ids[*] || @.id == $ids[*])', quais)
      and jsonb_path_exists(x.de, '$ ? (@ == $ids[*] || @.id == $ids[*])', quais)
      and exists (select from auditoria e where e.tabela = d.tabela and e.registro_id = d.registro_id and e.acao = 'E'));
  select jsonb_agg(distinct jsonb_build_object('id', a.registro_id, 'nome', n)) into nomes
  from auditoria a, jsonb_path_query(a.mudancas, '$.nome[*]') n where a.tabela = 'talentos' and a.registro_id = any(desfeitas) and jsonb_typeof(n) = 'string';
  perform set_config('vinculo.apaga', 'sim', true);
  update auditoria a set mudancas = a.mudancas - x.campos from (
    select b.id, array_agg(distinct m.key) as campos
    from auditoria b, jsonb_array_elements(nomes) d, jsonb_each(b.mudancas) m
    where b.empresa_id in (select empresa_id from auditoria t where t.tabela = 'talentos' and t.registro_id = any(desfeitas))
      and position((d -> 'nome')::text in b.mudancas::text) > 0
      and jsonb_path_exists(m.value, '$.** ? (@.id == $um.id && @.nome == $um.nome)', jsonb_build_object('um', d))
    group by b.id) x
  where a.id = x.id;
  delete from auditoria_guardados where auditoria_id = any(linhas);
  update auditoria set mudancas = '{}' where id = any(linhas) and mudancas <> '{}';
  perform set_config('vinculo.apaga', '', true);
end $$;
