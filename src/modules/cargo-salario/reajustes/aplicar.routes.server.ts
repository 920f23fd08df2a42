import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { demand } from '#kit/http/demand.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { createMover } from '#kit/transition/moving.server.ts';
import { movedAnswer } from '#kit/transition/transition-routes.server.ts';
import { ABRE_PLANOS } from './acesso.server.ts';
import { copia } from './copia.server.ts';

const PATH = 'cargo-salario/tabelas-reajustes-colaboradores';
const TABELAS = `/api/${PATH}`;

/**
 * Calls of document 2 §7 that change histories, beside those of the plan's lifecycle: other addresses of its transitions, and the
 * copy of a cancelled plan.
 */
export function aplicarRoutes(app: FastifyInstance, services: Services): void {
  const { db, store } = services;
  const schema = { tags: ['Realinhamento'] };
  const move = createMover(services, PATH, store(PATH));
  const moved = movedAnswer(app, store(PATH).registry);

  // CALL-209 to CALL-211
  for (const [caminho, tipo] of [
    ['indices', 'I'],
    ['faixas-salariais', 'F'],
    ['colaboradores', 'C'],
  ] as const)
    app.post(
      `${TABELAS}/:id/aplicar-${caminho}`,
      { config: { authority: 'ROLE_APLICAR_REAJUSTE', besides: [ABRE_PLANOS] }, schema: { ...schema, response: moved } },
      (request, reply) => {
        queryOf(request, {});
        const { autorizarTeto = false } = demand(
          z.object({ autorizarTeto: z.boolean('Valor inválido').optional() }),
          request.body,
        );
        return move(request, reply, { name: 'aplicar', input: { tipos: [tipo], autorizarTeto } });
      },
    );

  // CALL-212
  app.post(
    `${TABELAS}/:id/cancelar-reajuste`,
    { config: { authority: 'ROLE_CANCELAR_REAJUSTE', besides: [ABRE_PLANOS] }, schema: { ...schema, response: moved } },
    (request, reply) => {
      queryOf(request, {});
      return move(request, reply, { name: 'cancelar', input: {} });
    },
  );

  app.post(
    `${TABELAS}/:id/integracao-ac`,
    {
      config: { authority: 'ROLE_INTEGRACAO_PESSOAL' },
      schema: { ...schema, summary: 'Resposta do sistema de pessoal', response: moved },
    },
    async (request, reply) => {
      queryOf(request, {});
      const { acao } = demand(z.object({ acao: z.enum(['CONFIRMAR', 'CANCELAR'], 'Valor inválido') }), request.body);
      return move(request, reply, { name: acao === 'CONFIRMAR' ? 'confirmar' : 'recusar', input: {} });
    },
  );

  app.post(
    `${TABELAS}/:id/copiar`,
    withAnswer({ config: { authority: 'ROLE_CAD_TABELA_REAJUSTE_EDITAR' }, schema }, z.object({ id: z.int() }), { status: 201 }),
    async (request, reply) => {
      queryOf(request, {});
      const id = await db.tx((tx) => copia(tx, request.acting, recordIdOf(request)));
      return reply.status(201).send({ id });
    },
  );
}
