-- The text of a file, read once in the background (src/kit/text). The file decides who may read it, and it goes with the file.
create table textos_de_arquivos (
  arquivo_id bigint primary key references arquivos on delete cascade,
  empresa_id bigint not null,
  -- A: waits to be read; L: read; S: has no text
  situacao text not null default 'A' check (situacao in ('A', 'L', 'S')),
  -- why it has none
  motivo text check ((motivo is not null) = (situacao = 'S')),
  texto text check ((texto is not null) = (situacao = 'L')),
  meio text check (meio in ('camada', 'ocr')),
  paginas integer,
  feito_em timestamptz
);
create index textos_de_arquivos_esperam_ix on textos_de_arquivos (arquivo_id) where situacao = 'A';

-- A text as the full-text search reads it: small letters without accents, spaces for the signs that join words, and the plurals and endings that the stems of
-- Portuguese need accents for, written one way. Each character of a composed text stays in its place, so that a found word is found in the text too.
-- The same as searched() in src/kit/text/search.ts; a contract test holds the two together. Each step is a plain replacement: regular expressions take
-- ten times as long.
create function palavras(texto text) returns text
  language plpgsql immutable parallel safe strict as $$
declare
  dobrado text := normalize(lower(texto), nfd) || ' ';
  sinal text;
  final text[];
begin
  foreach sinal in array string_to_array(E'\u0300\u0301\u0302\u0303\u0308\u030a\u0327', null) loop
    dobrado := replace(dobrado, sinal, '');
  end loop;
  foreach sinal in array string_to_array(E'\n.,;:!?-/()@_"&+=~<>', null) loop
    dobrado := replace(dobrado, sinal, ' ');
  end loop;
  foreach final slice 1 in array array[['oes ', 'ao  '], ['aes ', 'ao  '], ['ais ', 'al  '], ['eis ', 'el  '], ['ois ', 'ol  '], ['uis ', 'ul  '], ['ns ', 'm  '],
      ['cao ', 'ção ']] loop
    dobrado := replace(dobrado, final[1], final[2]);
  end loop;
  return left(dobrado, -1);
end $$;

-- Only the beginning of a very long text is searched, since a vector may hold 1 MB.
create function vetor_de_palavras(texto text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('pg_catalog.portuguese', palavras(left(coalesce(texto, ''), 100000)));
