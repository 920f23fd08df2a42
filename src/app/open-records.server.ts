import sql, { raw } from 'sql-template-tag';
import { quote } from '#kit/registry/names.server.ts';
import type { OpenTo } from '#platform/integracao/pendencias.server.ts';
import type { AppServices } from './services.server.ts';

/** Those of the records `module/slug/id`, of the acting company, that the actor may open, by authority and access filter. */
export const openRecords =
  ({ db, stores }: Pick<AppServices, 'db' | 'stores'>): OpenTo =>
  async (acting, origens) => {
    const asked = new Map<string, number[]>();
    for (const origem of origens) {
      const [, path, id] = /^(.+)\/(\d{1,15})$/.exec(origem) ?? [];
      if (path !== undefined) asked.set(path, [...(asked.get(path) ?? []), Number(id)]);
    }
    const open = new Set<string>();
    for (const [path, ids] of asked) {
      const store = stores.get(path);
      if (!store || !acting.can(store.registry.authority)) continue;
      const { registry, hooks } = store;
      const reach = hooks.where?.(acting);
      // An actor who sees all of a registry also gets its removed records.
      if (!reach) {
        for (const id of ids) open.add(`${path}/${id}`);
        continue;
      }
      const company = registry.scope === 'empresa' ? sql`and t.empresa_id = ${acting.empresaId}` : sql``;
      const rows = await db.query<{ id: number }>(
        sql`select t.id from ${raw(quote(registry.table))} t where t.id = any(${ids}::bigint[]) ${company} and (${reach})`,
      );
      for (const { id } of rows) open.add(`${path}/${id}`);
    }
    return open;
  };
