import type { FastifyInstance } from 'fastify';
import type { Database } from '#kit/db/database.server.ts';
import { fieldsIn } from '#kit/fields/field.ts';
import { queryOf } from '#kit/http/query.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { recordIdOf } from '#kit/registry/routes.server.ts';
import type { Store } from '#kit/registry/store.server.ts';
import { trailLines } from '#kit/registry/trail-lines.ts';
import { cadastrosDoLog, log } from './log.registry.ts';

/** What the log screen shows beyond the rows of the trail: titles for its filter, and one entry in words. */
export function registerLog(app: FastifyInstance, db: Database, store: Store, registries: readonly AnyRegistry[]): void {
  const open = { config: { authority: log.authority }, schema: { tags: [log.title] } };
  const byTable = new Map(registries.map((registry) => [registry.table, registry]));

  app.get('/api/utilitario/log/cadastros', open, async (request) => {
    queryOf(request, {});
    return Object.entries(cadastrosDoLog()).map(([id, nome]) => ({ id, nome }));
  });

  app.get('/api/utilitario/log/:id/alteracoes', open, async (request) => {
    queryOf(request, {});
    const { tabela, mudancas } = await store.read(db, request.acting, recordIdOf(request));
    const registry = byTable.get(String(tabela));
    return trailLines(
      registry ? fieldsIn(registry, request.acting.settings) : {},
      JSON.parse(String(mudancas)) as Record<string, [unknown, unknown]>,
    );
  });
}
