import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { refuse } from '#kit/http/refusal.ts';

interface Pendencia {
  id: number;
  tipo: string;
  descricao: string;
  autoridade: string;
  criadaEm: string;
}

/** Pending items of the payroll integration: listed to all, removed by who holds the authority that each one names (document 3 §6). */
export function registerPendencias(app: FastifyInstance, db: Database): void {
  const tags = ['Integração com a folha'];

  app.get(
    '/api/geral/pendencias-ac',
    { config: { authority: 'sessao' }, schema: { tags, summary: 'Pendências da integração' } },
    async ({ acting }) => {
      const rows = await db.query<Pendencia>(
        sql`select id, tipo, descricao, autoridade, criada_em as "criadaEm" from pendencias_ac where empresa_id = ${acting.empresaId} order by id limit 1000`,
      );
      return rows.map((row) => ({ ...row, podeRemover: acting.can(row.autoridade) }));
    },
  );

  app.delete(
    '/api/geral/pendencias-ac',
    { config: { authority: 'sessao' }, schema: { tags, summary: 'Remover pendências' } },
    async (request, reply) => {
      const { acting } = request;
      const { pendencias = '' } = request.query as { pendencias?: string };
      if (typeof pendencias !== 'string' || !/^\d{1,15}(,\d{1,15}){0,499}$/.test(pendencias))
        throw refuse.invalid([{ field: 'pendencias', message: 'Selecione ao menos uma pendência' }]);
      const ids = [...new Set(pendencias.split(',').map(Number))];
      await db.tx(async (tx) => {
        const found = await tx.query<Pendencia>(
          sql`select id, tipo, descricao, autoridade from pendencias_ac where empresa_id = ${acting.empresaId} and id = any(${ids}::bigint[]) for update`,
        );
        if (found.length !== ids.length) throw refuse.notFound();
        if (found.some(({ autoridade }) => !acting.can(autoridade))) throw refuse.forbidden();
        await tx.query(sql`delete from pendencias_ac where id = any(${ids}::bigint[])`);
        for (const { id, tipo, descricao } of found)
          await acting.audit(tx, {
            table: 'pendencias_ac',
            id,
            action: 'E',
            changes: { tipo: [tipo, null], descricao: [descricao, null] },
          });
      });
      return reply.status(204).send();
    },
  );
}
