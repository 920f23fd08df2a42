/** Rows of a file that are read at a time. */
const PAGE = 500;
/** Bytes of their cells, which are kept several times over while they are judged. */
const TEXT_OF_A_PAGE = 4 * 1024 * 1024;

/**
 * SQL: the first of `rows`, in the order of `key`, with as much of their `texts` (json columns) as is kept at once; the first one comes in any
 * case. The next page begins behind the last key, until none comes.
 */
export const pageOf = (rows: string, key: string, ...texts: string[]): string => `
  select * from (
    select *, sum(${texts.map((text) => `coalesce(octet_length(${text}::text), 0)`).join(' + ')}) over (order by ${key} rows between unbounded preceding and 1 preceding) as vieram
    from (${rows} order by ${key} limit ${PAGE}) l) s
  where coalesce(vieram, 0) <= ${TEXT_OF_A_PAGE} order by ${key}`;
