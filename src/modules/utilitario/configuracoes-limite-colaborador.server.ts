import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { configuracoesLimiteColaborador } from './configuracoes-limite-colaborador.registry.ts';

export const limiteHooks = hooksFor(configuracoesLimiteColaborador, {
  // Two people may create the company's own limit at once: with the lock the second one sees the first.
  lock: 'configuracoes-limite-colaborador',
  async beforeSave(tx, { value, before, acting }) {
    const area = value.areaOrganizacional;
    const outra = await tx.one(sql`
      select id from configuracoes_limite_colaborador where empresa_id = ${acting.empresaId}
        and area_organizacional_id is not distinct from ${area}::bigint and id is distinct from ${before?.id ?? null}::bigint`);
    if (outra)
      throw refuse.invalid([
        {
          field: 'areaOrganizacional',
          message:
            area === null ? 'A empresa já tem uma configuração de limite.' : 'Esta área já tem uma configuração de limite.',
        },
      ]);
    const nome = await tx.one<{ nome: string }>(
      sql`select descricao_hierarquia as nome from areas_organizacionais where id = ${area}`,
    );
    value.descricao = nome?.nome ?? 'Toda a empresa';
  },
});

export function limiteRoutes(app: FastifyInstance, db: Database): void {
  app.get(
    '/api/utilitario/configuracoes-limite-colaborador/empresa/:id/verificar-existencia',
    withAnswer(
      { config: forUsers, schema: { tags: ['Configurações de Limite de Colaboradores'] } },
      z.object({ existe: z.boolean() }),
    ),
    async (request) => {
      queryOf(request, {});
      // Another company's configuration is a 404, like its records.
      if (recordIdOf(request) !== request.acting.empresaId) throw refuse.notFound();
      const row = await db.one<{ existe: boolean }>(
        sql`select exists (select 1 from configuracoes_limite_colaborador where empresa_id = ${request.acting.empresaId}) as existe`,
      );
      return { existe: row?.existe === true };
    },
  );
}
