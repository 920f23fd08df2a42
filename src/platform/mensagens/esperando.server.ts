import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { ListQuery } from '#kit/query/list-query.ts';
import type { Transition } from '#kit/registry/lifecycle.ts';
import type { Store } from '#kit/store/store.server.ts';

/** Records of a registry that are listed by name; all are counted. */
const NAMED = 5;

export interface Esperando {
  /** `module/slug` */
  cadastro: string;
  titulo: string;
  transicao: string;
  rotulo: string;
  total: number;
  /** a list with exactly these records */
  link: string;
  registros: { id: number; nome: string | null; link: string }[];
}

/** What a transition may wait for: how to tell it, and how to find it. */
export interface Awaited extends Omit<Esperando, 'total' | 'registros'> {
  find(db: Queryable): Promise<Pick<Esperando, 'total' | 'registros'>>;
}

/**
 * What may wait for a user: records that they see, in a state with an awaited transition that they may make. Each is
 * a query, so an entry disappears by itself.
 */
export function findsAwaited(stores: ReadonlyMap<string, Store>): (acting: Acting) => Awaited[] {
  const awaited = [...stores].flatMap(([path, store]) =>
    Object.entries((store.registry.lifecycle?.transitions ?? {}) as Record<string, Transition>)
      .filter(([, transition]) => transition.awaited)
      .map(([name, transition]) => ({ path, store, name, transition })),
  );
  const waitsFor =
    (acting: Acting) =>
    ({ path, store, name, transition }: (typeof awaited)[number]): Awaited => {
      const { registry } = store;
      const field = registry.lifecycle?.field ?? '';
      const query: ListQuery = {
        page: 0,
        size: NAMED,
        paged: true,
        sort: [registry.sort],
        busca: '',
        where: [{ field, form: 'in', values: [...transition.from] }],
      };
      const address = new URLSearchParams({ [field]: transition.from.join(',') });
      return {
        cadastro: path,
        titulo: registry.title,
        transicao: name,
        rotulo: transition.label,
        link: `/${path}?${address.toString()}`,
        async find(db) {
          const total = await store.count(db, acting, query);
          const rows = total === 0 ? [] : await store.names(db, acting, query);
          const registros = rows.map((row) => ({
            id: row.id,
            nome: row[registry.label] as string | null,
            link: `/${path}/${row.id}`,
          }));
          return { total, registros };
        },
      };
    };
  return (acting) =>
    awaited
      .filter(({ store, transition }) => acting.can(store.registry.authority) && acting.can(transition.authority))
      .map(waitsFor(acting));
}

const esperando = z.object({
  cadastro: z.string(),
  titulo: z.string(),
  transicao: z.string(),
  rotulo: z.string(),
  total: z.int(),
  link: z.string(),
  registros: z.array(z.object({ id: z.int(), nome: z.string().nullable(), link: z.string() })),
});

export function registerEsperando(app: FastifyInstance, db: Database, awaitedBy: ReturnType<typeof findsAwaited>): void {
  app.get(
    '/api/userinfo/esperando',
    { config: forUsers, schema: { tags: ['Mensagens'], summary: 'O que espera por mim', response: answers(z.array(esperando)) } },
    async ({ acting }) => {
      const all: Esperando[] = [];
      for (const { find, ...about } of awaitedBy(acting)) all.push({ ...about, ...(await find(db)) });
      return all.filter(({ total }) => total > 0);
    },
  );
}
