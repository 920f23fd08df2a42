import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { fold } from '#kit/br/text.ts';
import { containing } from '#kit/db/like.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { parameter } from '#kit/query/list-parameters.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { camposExtrasHooks } from '#platform/empresa/campos-extras.server.ts';
import { geral } from './module.ts';

/** `codigoOudescricao`: digits look for the code from its start, words for the description. */
const codigosCbosHooks: Hooks = {
  // Spelled so in the spec.
  extraQuery: { codigoOudescricao: parameter.text('Começo do código, ou parte da descrição') },
  extraWhere(query) {
    const { codigoOudescricao = '' } = queryOf(
      { query: { codigoOudescricao: query.codigoOudescricao } },
      { codigoOudescricao: inQuery.text.optional() },
    );
    const asked = fold(codigoOudescricao);
    if (asked === '') return undefined;
    return /^[\d-]+$/.test(asked)
      ? sql`t.codigo like ${`${asked.replaceAll('-', '')}%`}`
      : sql`t.busca like ${containing(asked)}`;
  },
};

export const geralServer = defineModuleServer({
  declaration: geral,
  hooks: { 'codigos-cbos': codigosCbosHooks, 'campos-extras': camposExtrasHooks },
  routes(app: FastifyInstance, { db }) {
    const open = { config: forUsers, schema: { tags: ['Geral'] } };

    app.get(
      '/api/geral/estados/:id/cidades',
      withAnswer(open, z.array(named.extend({ codigoIbge: z.string().nullable() }))),
      (request) => {
        queryOf(request, { estadoId: inQuery.id.optional() });
        return db.query(
          sql`select id, nome, codigo_ibge as "codigoIbge" from (
            select id, nome, nome_ord, codigo_ibge from cidades where uf_id = ${recordIdOf(request)}
            order by codigo_ibge is null, id limit 5000) c order by nome_ord, id`,
        );
      },
    );

    app.get('/api/geral/cidades/:id/bairros', withAnswer(open, z.array(named)), (request) => {
      queryOf(request, {});
      return db.query(
        sql`select id, nome from bairros where cidade_id = ${recordIdOf(request)} order by nome_ord, id limit 5000`,
      );
    });
  },
});
