-- As in 0200, one by one: an array that is joined to an array is copied each time, and ten rows of many cells took 25 s. The answers are the same.
create or replace function dados_de_pessoas(celulas jsonb) returns text[] language plpgsql immutable parallel safe as $$
declare
  valor text;
  digitos text;
  pedaco text;
  parte text;
  antes text;
  dominio text;
  dados text[] := '{}';
begin
  for valor in select v #>> '{}' from jsonb_path_query(celulas, 'strict $.** ? (@.type() == "number" || @ like_regex "[0-9@\uFF10-\uFF19\uFF20\uFE6B]")') v loop
    valor := lower(normalize(regexp_replace(valor, '[\u3200-\u33FF\uFB50-\uFDFF\uFF9E\uFF9F]', ' ', 'g'), NFKC));
    digitos := regexp_replace(valor, '\D', '', 'g');
    if length(digitos) between 1 and 11 then
      dados := dados || lpad(digitos, 11, '0');
    elsif digitos <> '' then
      for pedaco in select regexp_replace(m[1], '\D', '', 'g')
        from regexp_matches(valor, '(?<!\d)(\d{3}[.\s]{0,2}\d{3}[.\s]{0,2}\d{3}[-.\s/]{0,2}\d{2})(?!\d)', 'g') m loop
        dados := dados || pedaco;
      end loop;
    end if;
    if strpos(valor, '@') > 0 then
      valor := regexp_replace(valor, '\s*@\s*', '@', 'g');
      -- As it stands between blanks, and without the signs around it: some of these may be part of an address, too.
      for pedaco in select p from regexp_split_to_table(valor, '[\s,;:<>()"]+') p where p like '%_@_%' and length(p) <= 320 loop
        dados := dados || pedaco;
      end loop;
      for pedaco in select p from regexp_split_to_table(valor, '[^[:alnum:]._%+@-]+') p where p like '%_@_%' loop
        antes := null;
        foreach parte in array string_to_array(pedaco, '@') loop
          dominio := case when antes <> '' then substring(parte from '^[[:alnum:]-]+(?:\.[[:alnum:]-]*[[:alnum:]])+') end;
          if length(antes) + 1 + length(dominio) <= 320 then
            dados := dados || (antes || '@' || dominio);
          end if;
          antes := ltrim(substr(parte, coalesce(length(dominio), 0) + 1), '.%+-');
        end loop;
      end loop;
    end if;
  end loop;
  return dados;
end $$;

-- The ids of an entry of the bin stand beside its short form: half a million took 12 s, each time that somebody was erased.
alter table lixeira add column ids bigint[] not null default '{}';
create or replace function lixeira_resumida() returns trigger language plpgsql as $$
begin
  new.resumo := resumo_do_retrato(new.retrato);
  new.ids := array(
    select distinct v::bigint
    from jsonb_array_elements(jsonb_path_query_array(new.resumo, '$[*].linhas[*].* ? (@.type() == "number")')) v);
  return new;
end $$;
update lixeira set ids = array(
  select distinct v::bigint from jsonb_array_elements(jsonb_path_query_array(resumo, '$[*].linhas[*].* ? (@.type() == "number")')) v);
drop index lixeira_ids_ix;
drop function ids_do_retrato(jsonb);
create index lixeira_ids_ix on lixeira using gin (ids);
