-- What may be CPFs, as eleven digits, and the e-mails, in small letters, among the texts and numbers of cells, whatever stands beside them: the signs
-- and blanks of sheets, and full-width characters. Nothing longer than an address may be, which an index would refuse. In plpgsql, which takes half of
-- the time of one query.
create function dados_de_pessoas(celulas jsonb) returns text[] language plpgsql immutable parallel safe as $$
declare
  valor text;
  digitos text;
  dados text[] := '{}';
begin
  for valor in select v #>> '{}' from jsonb_path_query(celulas, 'strict $.** ? (@.type() == "number" || @ like_regex "[0-9@\uFF10-\uFF19\uFF20\uFE6B]")') v loop
    valor := lower(normalize(valor, NFKC));
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

-- An erasure finds at once what names somebody, or what was brought for them, among all rows that are kept.
alter table importacao_linhas add column dados text[] generated always as (dados_de_pessoas(celulas || coalesce(correcoes, '[]'))) stored;
create index importacao_linhas_dados_idx on importacao_linhas using gin (dados);
create index importacao_linhas_registro_idx on importacao_linhas (registro_id) where registro_id is not null;
create index importacao_linhas_existente_idx on importacao_linhas (existente_id) where existente_id is not null;
create index importacao_linhas_avisos_idx on importacao_linhas (importacao_id) where avisos is not null;
alter table importacoes add column dados text[] generated always as (dados_de_pessoas(colunas || inicio)) stored;
