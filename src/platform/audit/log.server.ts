import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import type { UserActing } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { MOST_OF_ONE } from '#kit/db/whole-reads.server.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import { inClear, told } from '#kit/fields/sensitive.ts';
import { changeLines } from '#kit/history/trail-lines.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { ModuleDeclaration } from '#kit/module/module.ts';
import { quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';
import { tellRevealed } from './history.server.ts';
import { cadastrosDoLog, log } from './log.registry.ts';

/**
 * Serves the log screen: titles for its filter, and one entry in words. Changes are answered only here, masked by the present
 * guards of their fields, because older entries were written before some guards.
 */
export function registerLog(
  app: FastifyInstance,
  db: Database,
  stores: ReadonlyMap<string, Store>,
  modules: readonly ModuleDeclaration[],
): void {
  const store = stores.get(`utilitario/${log.id}`) as Store;
  const registries = modules.flatMap((module) => module.registries);
  // The first registry of a table has its records' address.
  const paths = new Map(
    modules
      .flatMap(({ id, registries }) =>
        registries.filter(({ view }) => !view).map((registry) => [registry.table, `${id}/${registry.id}`] as const),
      )
      .toReversed(),
  );
  const open = { config: { authority: log.authority }, schema: { tags: [log.title] } };
  const byTable = new Map(registries.map((registry) => [registry.table, registry]));

  const change = z.object({ campo: z.string(), de: z.string(), para: z.string() });

  app.get(
    '/api/utilitario/log/cadastros',
    withAnswer(open, z.array(z.object({ id: z.string(), nome: z.string() }))),
    async (request) => {
      queryOf(request, {});
      return Object.entries(cadastrosDoLog()).map(([id, nome]) => ({ id, nome }));
    },
  );

  app.get('/api/utilitario/log/:id/alteracoes', withAnswer(open, z.array(change)), async (request) => {
    queryOf(request, {});
    const { id, tabela } = await store.read(db, request.acting, recordIdOf(request));
    const registry = byTable.get(String(tabela));
    const { acting } = request;
    // Values of a record are for those who may open it.
    const opens = registry !== undefined && acting.can(registry.authority);
    const entry = await db.one<{
      registro: number;
      mudancas: Record<string, [unknown, unknown]>;
      guardados: Record<string, [unknown, unknown]> | null;
    }>({
      text: `select registro_id as registro, mudancas, case when $2 then g.valores end as guardados
        from auditoria left join auditoria_guardados g on g.auditoria_id = id where id = $1`,
      values: [id, opens],
      most: MOST_OF_ONE,
    });
    const fields = registry ? fieldsIn(registry, acting.settings) : {};
    const guardados = entry?.guardados ?? null;
    const isKept = registry && entry && (await isKeptFrom(acting, registry, entry.registro));
    if (registry && entry && guardados && !isKept)
      await tellRevealed(db, acting, { table: registry.table, fields, id: entry.registro }, [{ guardados }]);
    // Fields that were guarded later stand in clear in older entries, and are masked here.
    const changes = told(
      registry?.fields ?? {},
      inClear(fields, entry?.mudancas ?? {}, guardados),
      acting.can,
      guardados ? acting.can : () => false,
    );
    const lines = changeLines(fields, changes);
    return isKept ? lines.map(({ campo }) => ({ campo, de: '', para: '' })) : lines;
  });

  /**
   * Whether a registry keeps a record from somebody who works with it, as an opinion from whoever has not given theirs; or from anybody, as who evaluates
   * them in secret. Of such a registry, what is gone for good, of which nobody knows any more whom it was about, is kept from all.
   */
  async function isKeptFrom(acting: UserActing, { table, authority }: AnyRegistry, id: number): Promise<boolean> {
    const of = stores.get(paths.get(table) ?? '');
    const untold = of?.hooks.untold?.(acting);
    if (of && untold) {
      const told = await db.one(sql`
        select from ${raw(quote(table))} t where t.id = ${id} and not ${untold}
        union all select from lixeira t where t.tabela = ${table} and t.registro_id = ${id} and ${of.asItStoodInBin(sql`not ${untold}`)}
        limit 1`);
      if (!told) return true;
    }
    // Whoever sees the system as somebody else works with it all the same.
    const may = acting.viewing?.mine ?? acting.can;
    if (!of || ![authority, `${authority}_EDITAR`].some((one) => may(one))) return false;
    const only = { page: 0, size: 1, paged: true, sort: [], busca: '', where: [], ids: [id] };
    if ((await of.names(db, acting, only)).length > 0) return false;
    const there = await db.one({ text: `select from ${quote(table)} where id = $1`, values: [id] });
    if (there) return true;
    // In the bin it is kept from whoever could not put it back.
    const removed = await db.one<{ seen: boolean }>(
      sql`select ${of.reachInBin(acting)} as seen from lixeira t where t.tabela = ${table} and t.registro_id = ${id} order by t.id desc limit 1`,
    );
    return removed?.seen === false;
  }

  const MOST_NAMED = 500;
  // The names of records of the trail that the reader could open, and where.
  const nome = z.object({ de: z.string(), nome: z.string(), caminho: z.string() });
  app.get('/api/utilitario/log/nomes', withAnswer(open, z.array(nome)), async (request) => {
    const { acting } = request;
    const { de } = queryOf(request, {
      de: z
        .string('Registros são obrigatórios')
        .max(20_000, 'Valor inválido')
        .regex(/^[a-z0-9_]+:\d{1,15}(,[a-z0-9_]+:\d{1,15})*$/, 'Valor inválido'),
    });
    const wanted = Map.groupBy(
      de
        .split(',')
        .slice(0, MOST_NAMED)
        .map((one) => one.split(':') as [string, string]),
      ([table]) => table,
    );
    const named: { de: string; nome: string; caminho: string }[] = [];
    for (const [table, some] of wanted) {
      const at = paths.get(table);
      const of = at === undefined ? undefined : stores.get(at);
      if (!of || !acting.can(of.registry.authority)) continue;
      const ids = some.map(([, id]) => Number(id));
      const rows = await of.names(db, acting, { page: 0, size: ids.length, paged: true, sort: [], busca: '', where: [], ids });
      for (const row of rows)
        named.push({
          de: `${table}:${row.id}`,
          nome: (row[of.registry.label] as string | null) ?? `${row.id}`,
          caminho: `/${at}/${row.id}`,
        });
    }
    return named;
  });
}
