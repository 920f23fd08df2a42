import sql from 'sql-template-tag';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { parameter } from '#kit/query/list-parameters.ts';
import type { Hooks } from '#kit/store/store.server.ts';

/** `colaboradorId` of a list's query string: the records of one talent. */
export const doColaborador: Pick<Hooks, 'extraQuery' | 'extraWhere'> = {
  extraQuery: { colaboradorId: parameter.id('Os registros deste talento') },
  extraWhere(query) {
    if (query.colaboradorId === undefined) return undefined;
    const { colaboradorId } = queryOf({ query: { colaboradorId: query.colaboradorId } }, { colaboradorId: inQuery.id });
    return sql`t.colaborador_id = ${colaboradorId}`;
  },
};
