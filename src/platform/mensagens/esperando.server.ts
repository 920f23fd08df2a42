import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
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

/**
 * Finds the records that wait for a user: those that they see, in a state with an awaited transition that they may make. Each is
 * a query, so an entry disappears by itself.
 */
export function findsAwaited(db: Database, stores: ReadonlyMap<string, Store>): (acting: Acting) => Promise<Esperando[]> {
  const awaited = [...stores].flatMap(([path, store]) =>
    Object.entries((store.registry.lifecycle?.transitions ?? {}) as Record<string, Transition>)
      .filter(([, transition]) => transition.awaited)
      .map(([name, transition]) => ({ path, store, name, transition })),
  );

  async function waitingFor(acting: Acting, { path, store, name, transition }: (typeof awaited)[number]): Promise<Esperando[]> {
    const { registry } = store;
    if (!acting.can(registry.authority) || !acting.can(transition.authority)) return [];
    const field = registry.lifecycle?.field ?? '';
    const query: ListQuery = {
      page: 0,
      size: NAMED,
      paged: true,
      sort: [registry.sort],
      busca: '',
      where: [{ field, form: 'in', values: [...transition.from] }],
    };
    const total = await store.count(db, acting, query);
    if (total === 0) return [];
    const rows = await store.names(db, acting, query);
    const address = new URLSearchParams({ [field]: transition.from.join(',') });
    return [
      {
        cadastro: path,
        titulo: registry.title,
        transicao: name,
        rotulo: transition.label,
        total,
        link: `/${path}?${address.toString()}`,
        registros: rows.map((row) => ({ id: row.id, nome: row[registry.label] as string | null, link: `/${path}/${row.id}` })),
      },
    ];
  }

  return async (acting) => {
    const all: Esperando[] = [];
    for (const one of awaited) all.push(...(await waitingFor(acting, one)));
    return all;
  };
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

export function registerEsperando(app: FastifyInstance, awaitedBy: ReturnType<typeof findsAwaited>): void {
  app.get(
    '/api/userinfo/esperando',
    { config: forUsers, schema: { tags: ['Mensagens'], summary: 'O que espera por mim', response: answers(z.array(esperando)) } },
    ({ acting }) => awaitedBy(acting),
  );
}
