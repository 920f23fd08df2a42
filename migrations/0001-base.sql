-- Similarity of texts by their trigrams: search in the middle of a word with an index.
create extension if not exists pg_trgm;

-- The form of a text that is searched and sorted: no accents, lower case, single spaces, none at the ends.
-- The same as fold() in src/kit/br/text.ts; a contract test holds the two together.
-- Marks: the combining diacritics of Unicode and the variation selectors of emoji. Spaces: those of \s in JavaScript.
create function dobra(texto text) returns text
  language sql immutable parallel safe strict
  return btrim(
    regexp_replace(
      lower(regexp_replace(normalize(texto, nfd), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+', '', 'g')),
      '[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'
    ),
    ' '
  );
