-- What the lines of the results of a concluded evaluation say in words, once for all whom it evaluated, as they were then: its questions and aspects, and the
-- competencies of each configuration of levels. `avaliados_desempenho.resultado` keeps the numbers, in the same order; results from before keep both.
create table itens_apurados (
  avaliacao_desempenho_id bigint not null references avaliacoes_desempenho on delete cascade,
  -- 'perguntas', 'aspectos', or 'competencias:' and the id of the configuration
  quais text not null,
  itens jsonb not null,
  primary key (avaliacao_desempenho_id, quais)
);

-- The lines of somebody's result with words and numbers; `proprias` are those that were kept with the person. What has no number there was answered by nobody.
create function linhas_apuradas(avaliacao bigint, config bigint, qual text, proprias jsonb) returns table (x jsonb, n bigint)
language sql stable parallel safe rows 20
begin atomic
  select coalesce(e.comum || e.propria, e.comum, e.propria), e.n
  from rows from (
    jsonb_array_elements((
      select i.itens from itens_apurados i
      where i.avaliacao_desempenho_id = avaliacao and i.quais = case qual when 'competencias' then qual || ':' || config else qual end)),
    jsonb_array_elements(proprias)) with ordinality as e(comum, propria, n)
  where proprias is not null;
end;
