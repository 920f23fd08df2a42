-- What an erasure asks of the trail and of the bin unpacks no long text (ADR 73): a long line has a short form beside it, and lines and entries are found by the
-- ids that they tell. What ordinary rights can write a thousand times must not stop the erasure of anybody.

-- The ids that something long tells, and which of them are files.
create function ids_ditos(valor jsonb) returns jsonb language sql immutable parallel safe set search_path = public
  begin atomic
    select coalesce(jsonb_agg(x.v), '[]') from (
      select distinct jsonb_strip_nulls(jsonb_build_object('id', v -> 'id', 'tamanho', case jsonb_typeof(v -> 'tamanho') when 'number' then v -> 'tamanho' end)) as v
      from jsonb_path_query(valor, 'strict $.** ? (exists (@.id))') v where jsonb_typeof(v -> 'id') = 'number'
      union select v from jsonb_path_query(valor, '$[*] ? (@.type() == "number")') v) x;
  end;

-- A line as short as an erasure needs it: names and numbers as they are, of long lists their ids, no long text. Null where the line is short.
create function resumo_da_linha(linha jsonb) returns jsonb language plpgsql immutable parallel safe set search_path = public as $$
begin
  -- What is added to is unpacked: its size as it is stored says little.
  if pg_column_size(linha || '{}') <= 4096 then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(m.key, (
      select coalesce(jsonb_agg(case
          when jsonb_typeof(e.v) = 'string' and pg_column_size(e.v) > 1000 then 'null'
          when jsonb_typeof(e.v) = 'array' then ids_ditos(e.v)
          when jsonb_typeof(e.v) = 'object' and pg_column_size(e.v) > 1000 then jsonb_strip_nulls(jsonb_build_object('id', e.v -> 'id',
            'nome', case when pg_column_size(e.v -> 'nome') <= 1000 then e.v -> 'nome' end, 'dentro', ids_ditos(e.v)))
          else e.v end order by e.n), '[]')
      from jsonb_array_elements(case jsonb_typeof(m.value) when 'array' then m.value else jsonb_build_array(m.value) end) with ordinality e(v, n))), '{}')
    from jsonb_each(linha) m);
end $$;

-- The ids of records that a line, or its short form, tells: of what it names, and what it says as a number alone. It runs for each line that is written: no set search_path, no sorting.
create function ids_da_linha(linha jsonb) returns bigint[] language plpgsql immutable parallel safe cost 1000 as $$
begin
  return array(
    select v::bigint from jsonb_path_query(linha, 'strict $.** ? (exists (@.id)).id ? (@.type() == "number" && @ > 0 && @ < 1000000000000000)') v
    union all select v::bigint from jsonb_path_query(linha, '$.*[*] ? (@.type() == "number" && @ > 0 && @ < 1000000000000000 && @.floor() == @)') v);
end $$;

alter table auditoria add column resumo jsonb;
alter table auditoria_guardados add column resumo jsonb;

create function auditoria_resumida() returns trigger language plpgsql as $$
begin
  new.resumo := resumo_da_linha(new.mudancas);
  return new;
end $$;
create trigger auditoria_resumida before insert on auditoria for each row
  when (new.resumo is not null or pg_column_size(new.mudancas || '{}'::jsonb) > 4096) execute function auditoria_resumida();

create function guardados_resumidos() returns trigger language plpgsql as $$
begin
  new.resumo := resumo_da_linha(new.valores);
  return new;
end $$;
create trigger guardados_resumidos before insert or update on auditoria_guardados for each row
  when (new.resumo is not null or pg_column_size(new.valores || '{}'::jsonb) > 4096) execute function guardados_resumidos();

-- The same rule as before; what an erasure empties is not unpacked for it, and the short form follows.
create or replace function auditoria_imutavel() returns trigger language plpgsql as $$
declare
  antes auditoria;
begin
  if tg_op = 'UPDATE' and current_setting('vinculo.apaga', true) = 'sim' and new.usuario_nome in ('', old.usuario_nome) then
    antes := old;
    antes.mudancas := new.mudancas;
    antes.usuario_nome := new.usuario_nome;
    antes.resumo := new.resumo;
    if antes is not distinct from new and (new.mudancas = '{}'
      or new.mudancas = old.mudancas - array(select k from jsonb_object_keys(old.mudancas) k where not new.mudancas ? k))
    then
      new.resumo := resumo_da_linha(new.mudancas);
      return new;
    end if;
  end if;
  raise exception 'a trilha de auditoria não pode ser alterada';
end $$;

-- Only what is stored packed, or is long as it is, can be long.
alter table auditoria disable trigger auditoria_imutavel;
update auditoria a set resumo = x.resumo from (
  select id, resumo_da_linha(mudancas) as resumo from auditoria
  where pg_column_compression(mudancas) is not null or pg_column_size(mudancas) > 4096 offset 0) x
where a.id = x.id and x.resumo is not null;
alter table auditoria enable trigger auditoria_imutavel;
update auditoria_guardados set valores = valores where pg_column_compression(valores) is not null or pg_column_size(valores) > 4096;

create index auditoria_ids_ix on auditoria using gin (ids_da_linha(coalesce(resumo, mudancas))) where acao <> 'L';

-- So many lines at a time as one statement empties in seconds; answers how many they were.
drop function apaga_da_trilha(text, bigint[]);
create function apaga_da_trilha(tabela_ text, registros bigint[], quantas integer) returns integer
  language plpgsql security definer set search_path = public as $$
declare
  vazias integer;
begin
  if tabela_ not in (select tabelas_do_candidato()) then
    raise exception 'a trilha de % não é de um candidato', tabela_;
  end if;
  perform set_config('vinculo.apaga', 'sim', true);
  delete from auditoria_guardados g using auditoria a where a.id = g.auditoria_id and a.tabela = tabela_ and a.registro_id = any(registros);
  update auditoria set mudancas = '{}' where id in (
    select a.id from auditoria a where a.tabela = tabela_ and a.registro_id = any(registros) and coalesce(a.resumo, a.mudancas) <> '{}' limit quantas);
  get diagnostics vazias = row_count;
  perform set_config('vinculo.apaga', '', true);
  return vazias;
end $$;

create or replace function apaga_unificacoes_da_trilha(apagados bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  outros bigint[];
begin
  select array_agg(distinct (v ->> 'id')::bigint) into outros from (
    select jsonb_path_query(coalesce(a.resumo, a.mudancas), '$.*[*]') as v from auditoria a
    where a.tabela = 'candidatos' and a.registro_id = any(apagados) and coalesce(a.resumo, a.mudancas) ?| array['unificadoCom', 'unificadoEm']) x
  where jsonb_typeof(v) = 'object';
  perform set_config('vinculo.apaga', 'sim', true);
  update auditoria a set mudancas = '{}' where a.tabela = 'candidatos' and a.registro_id = any(outros)
    and coalesce(a.resumo, a.mudancas) ?| array['unificadoCom', 'unificadoEm']
    and jsonb_path_exists(coalesce(a.resumo, a.mudancas), '$.*[*] ? (@.id == $ids[*])', jsonb_build_object('ids', to_jsonb(apagados)));
  perform set_config('vinculo.apaga', '', true);
end $$;

create or replace function admissoes_desfeitas(candidatos_ bigint[]) returns setof bigint
  language sql stable security definer set search_path = public
  begin atomic
    -- Not joined to the line: a plan that remembers what it found by the line would unpack all of it.
    select distinct t.id from (
      select jsonb_path_query(coalesce(a.resumo, a.mudancas), '$.talento[*]') as v from auditoria a
      where a.tabela = 'candidatos' and a.registro_id = any(candidatos_)) a,
      lateral (select (case jsonb_typeof(v) when 'number' then v else v -> 'id' end)::text::bigint as id) t
    where jsonb_typeof(v) in ('number', 'object') and not exists (select from talentos x where x.id = t.id);
  end;

-- What the trail tells of what was removed that was theirs. A record that goes along with another one has a line of its removal that says its name alone: the
-- last line that says whose it is counts.
create or replace function apaga_admissoes_da_trilha(candidatos_ bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  desfeitas bigint[];
  linhas bigint[];
  quais jsonb;
begin
  select array_agg(x) into desfeitas from admissoes_desfeitas(candidatos_) x;
  if desfeitas is null then
    return;
  end if;
  quais := jsonb_build_object('ids', to_jsonb(desfeitas));
  with achados as materialized (
    select d.tabela, d.registro_id, coalesce(d.resumo, d.mudancas) as ditas from auditoria d
    where d.acao <> 'L' and ids_da_linha(coalesce(d.resumo, d.mudancas)) && desfeitas),
  quem as materialized (
    select distinct d.tabela, d.registro_id from achados d
    where jsonb_path_exists(d.ditas, '$.colaborador[*] ? (@ == $ids[*] || @.id == $ids[*])', quais))
  select array_agg(a.id) into linhas from quem d join auditoria a on a.tabela = d.tabela and a.registro_id = d.registro_id, lateral (
    select coalesce(nullif(s.ditas -> 'colaborador' -> 1, 'null'), s.ditas -> 'colaborador' -> 0) as de
    from auditoria u, lateral (select coalesce(u.resumo, u.mudancas) as ditas) s
    where u.tabela = d.tabela and u.registro_id = d.registro_id and s.ditas ? 'colaborador' order by u.id desc limit 1) x
  where jsonb_path_exists(x.de, '$ ? (@ == $ids[*] || @.id == $ids[*])', quais)
    and exists (select from auditoria e where e.tabela = d.tabela and e.registro_id = d.registro_id and e.acao = 'E');
  perform set_config('vinculo.apaga', 'sim', true);
  delete from auditoria_guardados where auditoria_id = any(linhas);
  update auditoria set mudancas = '{}' where id = any(linhas) and coalesce(resumo, mudancas) <> '{}';
  perform set_config('vinculo.apaga', '', true);
end $$;

-- The talents that hires of these candidates made and that are gone, by each name that they had.
create function nomes_das_admissoes(candidatos_ bigint[]) returns setof jsonb
  language sql stable security definer set search_path = public
  begin atomic
    select distinct jsonb_build_object('id', registro_id, 'nome', n) from (
      select a.registro_id, jsonb_path_query(coalesce(a.resumo, a.mudancas), '$.nome[*]') as n from auditoria a
      where a.tabela = 'talentos' and a.registro_id in (select admissoes_desfeitas(candidatos_))) x
    where jsonb_typeof(n) = 'string';
  end;
revoke execute on function nomes_das_admissoes from public;

-- Lines of others that tell of them, or of somebody with their number if they are long, with their stored size. Those of the candidates, by which they are
-- known, are emptied later.
create function citam_admissoes(candidatos_ bigint[]) returns table (id bigint, bytes integer)
  language sql stable security definer set search_path = public
  begin atomic
    with desfeitas as materialized (select array(select admissoes_desfeitas(candidatos_)) as ids),
    nomes as materialized (select n from nomes_das_admissoes(candidatos_) n),
    achadas as materialized (
      select b.id from auditoria b
      where b.acao <> 'L' and ids_da_linha(coalesce(b.resumo, b.mudancas)) && (select ids from desfeitas))
    select b.id, pg_column_size(b.mudancas) from achadas join auditoria b using (id)
    where b.empresa_id in (select t.empresa_id from auditoria t where t.tabela = 'talentos' and t.registro_id in (select admissoes_desfeitas(candidatos_)))
      and not (b.tabela = 'candidatos' and b.registro_id = any(candidatos_)) and not (b.tabela = 'talentos' and b.registro_id = any((select ids from desfeitas)::bigint[]))
      and (b.resumo is not null or exists (select from nomes
        where jsonb_path_exists(b.mudancas, '$.** ? (@.id == $um.id && @.nome == $um.nome)', jsonb_build_object('um', nomes.n))));
  end;

-- Of these lines, the fields that name them go. So many at a time as one statement can unpack.
create function apaga_citacoes_de_admissoes(candidatos_ bigint[], linhas bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
begin
  perform set_config('vinculo.apaga', 'sim', true);
  update auditoria a set mudancas = a.mudancas - x.campos from (
    select b.id, array_agg(distinct m.key) as campos
    from auditoria b, jsonb_each(b.mudancas) m, nomes_das_admissoes(candidatos_) d
    where b.id = any(linhas) and not (b.tabela = 'candidatos' and b.registro_id = any(candidatos_)) and b.empresa_id in (
        select empresa_id from auditoria t where t.tabela = 'talentos' and t.registro_id in (select admissoes_desfeitas(candidatos_)))
      and jsonb_path_exists(m.value, '$.** ? (@.id == $um.id && @.nome == $um.nome)', jsonb_build_object('um', d))
    group by b.id) x
  where a.id = x.id;
  perform set_config('vinculo.apaga', '', true);
end $$;

-- Their own lines, which alone know their names: at the end.
create function apaga_admitidos_da_trilha(candidatos_ bigint[]) returns void
  language plpgsql security definer set search_path = public as $$
declare
  desfeitas bigint[];
begin
  select array_agg(x) into desfeitas from admissoes_desfeitas(candidatos_) x;
  perform set_config('vinculo.apaga', 'sim', true);
  delete from auditoria_guardados g using auditoria a where a.id = g.auditoria_id and a.tabela = 'talentos' and a.registro_id = any(desfeitas);
  update auditoria set mudancas = '{}' where tabela = 'talentos' and registro_id = any(desfeitas) and coalesce(resumo, mudancas) <> '{}';
  perform set_config('vinculo.apaga', '', true);
end $$;

-- Of an entry of the bin, which rows it holds and of what each is.
create function resumo_do_retrato(retrato jsonb) returns jsonb language sql immutable parallel safe set search_path = public
  begin atomic
    select coalesce(jsonb_agg(jsonb_build_object('tabela', p.parte -> 'tabela', 'linhas', (
        select coalesce(jsonb_agg((
          select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(l.linha) c
          where (c.key = 'id' or c.key like '%\_id' and c.key <> 'empresa_id') and jsonb_typeof(c.value) = 'number') order by l.n), '[]')
        from jsonb_array_elements(case jsonb_typeof(p.parte -> 'linhas') when 'array' then p.parte -> 'linhas' else '[]' end) with ordinality l(linha, n)))
      order by p.n), '[]')
    from jsonb_array_elements(case jsonb_typeof(retrato) when 'array' then retrato else '[]' end) with ordinality p(parte, n);
  end;

-- The ids that such a short form tells.
create function ids_do_retrato(resumo jsonb) returns bigint[] language sql immutable parallel safe cost 1000 set search_path = public
  begin atomic
    select array(select distinct v::bigint from jsonb_path_query(resumo, '$[*].linhas[*].* ? (@.type() == "number")') v);
  end;

alter table lixeira add column resumo jsonb not null default '[]';
update lixeira set resumo = resumo_do_retrato(retrato);
create function lixeira_resumida() returns trigger language plpgsql as $$
begin
  new.resumo := resumo_do_retrato(new.retrato);
  return new;
end $$;
create trigger lixeira_resumida before insert or update of retrato, resumo on lixeira for each row execute function lixeira_resumida();
create index lixeira_ids_ix on lixeira using gin (ids_do_retrato(resumo));
