import type { FastifyInstance } from 'fastify';
import { queryOf } from '#kit/http/query.server.ts';
import { perfis } from './perfis.registry.ts';
import type { ReadyProfile } from './perfis-prontos.ts';

/** `GET /api/utilitario/perfis-prontos`: each ready-made profile with the authorities that the actor could grant. */
export function registerPerfisProntos(app: FastifyInstance, ready: readonly ReadyProfile[]): void {
  app.get(
    '/api/utilitario/perfis-prontos',
    {
      config: { authority: `${perfis.authority}_EDITAR` },
      schema: { tags: [perfis.title], summary: 'Perfis prontos, para copiar' },
    },
    async (request) => {
      queryOf(request, {});
      return ready.map(({ autoridades, ...one }) => {
        const concediveis = autoridades.filter(request.acting.can);
        return { ...one, autoridades: concediveis, faltam: autoridades.length - concediveis.length };
      });
    },
  );
}
