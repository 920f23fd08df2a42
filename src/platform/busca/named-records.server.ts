import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import type { ListQuery } from '#kit/query/list-query.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';
import type { Achado } from './busca.ts';

/** The names of the records at these addresses, of those that the reader may open now; the others are not there. */
export async function namedRecords(
  db: Queryable,
  stores: ReadonlyMap<string, Store>,
  acting: Acting,
  paths: readonly string[],
  isAsked: (registry: AnyRegistry) => boolean = () => true,
): Promise<Achado[]> {
  const idsOf = new Map<string, number[]>();
  for (const address of paths) {
    const [, path = '', id = ''] = /^\/(.+)\/([1-9]\d{0,14})$/.exec(address) ?? [];
    const store = stores.get(path);
    if (store && isAsked(store.registry) && acting.can(store.registry.authority))
      idsOf.set(path, [...(idsOf.get(path) ?? []), Number(id)]);
  }
  const found = new Map<string, Achado>();
  for (const [path, ids] of idsOf) {
    const { registry, names } = stores.get(path) as Store;
    const query: ListQuery = { page: 0, size: ids.length, paged: true, sort: [registry.sort], busca: '', where: [], ids };
    for (const row of await names(db, acting, query)) {
      const titulo = fieldText(fieldOf(registry, registry.label), row[registry.label]);
      found.set(`/${path}/${row.id}`, { titulo, detalhe: registry.singular, caminho: `/${path}/${row.id}` });
    }
  }
  return paths.flatMap((address) => found.get(address) ?? []);
}
