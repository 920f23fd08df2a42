import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { ROWS_AT_ONCE, sendRows } from '#kit/http/rows.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { solicitacoesPessoal } from './solicitacoes-pessoal.registry.ts';
import { solicitacoesVisiveis } from './visiveis.server.ts';

const solicitacao = z.object({ id: z.int(), descricao: z.string(), data: z.iso.date(), situacao: z.string() });

/** CALL-143: the staffing requests of one area, the newest first, of those that the actor sees. */
export function daAreaRoutes(app: FastifyInstance, { db, store }: Services): void {
  app.get(
    '/api/cargo-salario/areas-organizacionais/:id/solicitacoes-vinculadas',
    withAnswer(
      { config: { authority: solicitacoesPessoal.authority }, schema: { tags: ['Áreas Organizacionais'] } },
      z.array(solicitacao),
    ),
    async (request, reply) => {
      queryOf(request, {});
      const { acting } = request;
      const { id } = await store('cargo-salario/areas-organizacionais').read(db, acting, recordIdOf(request));
      const delas = sql`
        select s.id, s.descricao, s.data::text as data, s.situacao from solicitacoes_pessoal s
        where s.area_organizacional_id = ${id} and ${solicitacoesVisiveis(acting) ?? sql`true`} order by s.data desc, s.id desc`;
      return sendRows(reply, db.stream(delas, ROWS_AT_ONCE, acting.usuarioId));
    },
  );
}
