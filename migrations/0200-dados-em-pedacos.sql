-- As in 0174. The pattern of addresses ran from each letter before a sign @ to the next one: ten rows of 64 KB kept the database busy for 20 s each time
-- that they were read. An address is now sought from each sign @ in its piece, the signs before and after which no address has; the answers are the same.
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
      dados := dados || array(select regexp_replace(m[1], '\D', '', 'g')
        from regexp_matches(valor, '(?<!\d)(\d{3}[.\s]{0,2}\d{3}[.\s]{0,2}\d{3}[-.\s/]{0,2}\d{2})(?!\d)', 'g') m);
    end if;
    if strpos(valor, '@') > 0 then
      valor := regexp_replace(valor, '\s*@\s*', '@', 'g');
      -- As it stands between blanks, and without the signs around it: some of these may be part of an address, too.
      dados := dados || array(select p from regexp_split_to_table(valor, '[\s,;:<>()"]+') p where p like '%_@_%' and length(p) <= 320);
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
