import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { answers, named } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { quote } from '#kit/registry/names.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import { companiesOf } from '#platform/authority/access.server.ts';
import { actingOf, type Sessions } from './session.server.ts';

/** `GET /api/userinfo/empresa-do-registro`: which other company of the user has a record that they may open there. */
export function registerElsewhere(
  app: FastifyInstance,
  db: Database,
  sessions: Sessions,
  stores: ReadonlyMap<string, Store>,
): void {
  app.get(
    '/api/userinfo/empresa-do-registro',
    {
      config: forUsers,
      schema: {
        tags: ['Sessão'],
        summary: 'Em que outra empresa minha está um registro',
        response: answers(z.object({ empresa: named.nullable() })),
        querystring: {
          type: 'object',
          properties: { cadastro: { type: 'string', maxLength: 200 }, id: { type: 'integer' } },
          required: ['cadastro', 'id'],
        },
      },
    },
    async (request) => {
      const { usuario, acting } = request;
      const { cadastro, id } = queryOf(request, {
        cadastro: z.string('Valor inválido').max(200, 'Valor inválido'),
        id: inQuery.id,
      });
      const none = { empresa: null };
      const store = stores.get(cadastro);
      if (store?.registry.scope !== 'empresa' || store.registry.trail === 'none') return none;
      const row = await db.one<{ empresa: number; versao: number }>(
        sql`select t.empresa_id as empresa, v.versao from ${raw(quote(store.registry.table))} t cross join versao_acessos v where t.id = ${id}`,
      );
      if (!row || row.empresa === acting.empresaId) return none;
      const company = (await companiesOf(db, usuario.id)).find((one) => one.id === row.empresa);
      if (!company) return none;
      const there = actingOf(usuario, await sessions.accessOf(usuario.id, company.id, row.versao), request.id);
      if (!there.can(store.registry.authority)) return none;
      const query = { page: 0, size: 1, paged: true, sort: [], busca: '', where: [], ids: [id] };
      return (await store.count(db, there, query)) > 0 ? { empresa: company } : none;
    },
  );
}
