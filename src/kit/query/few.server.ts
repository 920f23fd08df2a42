/** The texts that one cell tells; how many more there are is said. */
const MOST = 15;

/** The first texts of a query of `texto` and `ordem`, in one cell. What does not fit is never put together, however much there is. */
export const firstTexts = (query: string): string => `(
  select string_agg(x.texto, ', ' order by x.lugar) filter (where x.lugar <= ${MOST}) || case when count(*) > ${MOST} then ' e mais ' || (count(*) - ${MOST}) else '' end
  from (select q.texto, row_number() over (order by q.ordem) as lugar from (${query}) q) x)`;
