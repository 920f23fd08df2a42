-- Which talent the hire of an application made: with a talent that never began to work the hire is taken back.
alter table candidaturas add column talento_id bigint;
create index candidaturas_talento_id_ix on candidaturas (talento_id) where "talento_id" is not null;
alter table candidaturas add constraint candidaturas_talento_id_fk foreign key (talento_id) references talentos (id) on delete restrict;

-- Of somebody who was hired twice only the last talent is known.
update candidaturas c set talento_id = k.talento_id from candidatos k
where k.id = c.candidato_id and k.talento_id is not null and c.id = (
  select d.id from candidaturas d where d.candidato_id = k.id and d.situacao = 'C' order by d.encerrada_em desc nulls last, d.id desc limit 1);

-- An erasure may take some fields out of a line that tells of others, too, and still change none.
create or replace function auditoria_imutavel() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('vinculo.apaga', true) = 'sim'
    and (to_jsonb(new) - 'mudancas' - 'usuario_nome') = (to_jsonb(old) - 'mudancas' - 'usuario_nome')
    and not exists (select from jsonb_each(new.mudancas) m where m.value is distinct from old.mudancas -> m.key)
    and new.usuario_nome in ('', old.usuario_nome)
  then
    return new;
  end if;
  raise exception 'a trilha de auditoria não pode ser alterada';
end $$;

-- The talents that hires of these candidates made and that are gone: never an employment, so an erasure reaches what is left of them.
create function admissoes_desfeitas(candidatos_ bigint[]) returns setof bigint
  language sql stable security definer set search_path = public
  begin atomic
    select distinct t.id from auditoria a, jsonb_path_query(a.mudancas, '$.talento[*]') v,
      lateral (select (case jsonb_typeof(v) when 'number' then v else v -> 'id' end)::text::bigint as id) t
    where a.tabela = 'candidatos' and a.registro_id = any(candidatos_) and jsonb_typeof(v) in ('number', 'object') and not exists (select from talentos x where x.id = t.id);
  end;

-- What the trail tells of them, and of what was removed that was theirs; where a record of others named one of them, that field of its line goes.
create function apaga_admissoes_da_trilha(candidatos_ bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  desfeitas bigint[];
  linhas bigint[];
  nomes jsonb;
  quais jsonb;
begin
  select array_agg(x) into desfeitas from admissoes_desfeitas(candidatos_) x;
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
