import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { fieldsIn } from '#kit/fields/field.ts';
import { trailLines } from '#kit/history/trail-lines.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';
import { cadastrosDoLog, log } from './log.registry.ts';

/**
 * Serves the log screen: titles for its filter, and one entry in words. Changes are answered only here, masked by the present
 * guards of their fields, because older entries were written before some guards.
 */
export function registerLog(app: FastifyInstance, db: Database, store: Store, registries: readonly AnyRegistry[]): void {
  const open = { config: { authority: log.authority }, schema: { tags: [log.title] } };
  const byTable = new Map(registries.map((registry) => [registry.table, registry]));

  app.get('/api/utilitario/log/cadastros', open, async (request) => {
    queryOf(request, {});
    return Object.entries(cadastrosDoLog()).map(([id, nome]) => ({ id, nome }));
  });

  app.get('/api/utilitario/log/:id/alteracoes', open, async (request) => {
    queryOf(request, {});
    const { id, tabela } = await store.read(db, request.acting, recordIdOf(request));
    const registry = byTable.get(String(tabela));
    const entry = await db.one<{ mudancas: Record<string, [unknown, unknown]> }>(
      sql`select mudancas from auditoria where id = ${id}`,
    );
    return trailLines(registry ? fieldsIn(registry, request.acting.settings) : {}, entry?.mudancas ?? {});
  });
}
