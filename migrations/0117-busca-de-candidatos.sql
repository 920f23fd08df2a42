-- A million texts are searched by their index alone. Two things stood in its way: with text and vector in the row, four rows filled a page, and the hits of a
-- common word were read from all over the table; and the planner, which does not count what it takes to unpack a vector, read the whole table for a word in
-- half of the texts.
-- Rows become narrow as they are written.
alter table candidatos_busca set (toast_tuple_target = 128);

-- The candidates of a company whose text has the words; always by the index.
create function candidatos_com_palavras(empresa bigint, consulta tsquery) returns setof bigint
  language sql stable
  set enable_seqscan = off
  begin atomic
    select candidato_id from candidatos_busca where empresa_id = empresa and vetor @@ consulta;
  end;
