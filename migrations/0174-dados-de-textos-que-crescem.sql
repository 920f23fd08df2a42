-- As in 0155. The signs of which normalization makes up to eighteen letters, which no CPF and no address has, are blanks: thirty cells of 11,000 of
-- them kept the database busy for half a minute.
create or replace function dados_de_pessoas(celulas jsonb) returns text[] language plpgsql immutable parallel safe as $$
declare
  valor text;
  digitos text;
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
      dados := dados || array(select parte from regexp_split_to_table(valor, '[\s,;:<>()"]+') parte where parte like '%_@_%' and length(parte) <= 320)
        || array(select m[1] from regexp_matches(valor, '([[:alnum:]_][[:alnum:]._%+-]*@[[:alnum:]-]+(?:\.[[:alnum:]-]*[[:alnum:]])+)', 'g') m
          where length(m[1]) <= 320);
    end if;
  end loop;
  return dados;
end $$;
