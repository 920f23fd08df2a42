import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Database } from '#kit/db/database.server.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { deedsOf } from '#kit/registry/lifecycle.ts';
import type { Record_ } from '#kit/registry/record.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';
import { type Achado, type Achados, MOST_RECENT, PER_GROUP } from './busca.ts';
import { namedRecords } from './named-records.server.ts';

/** A word with fewer letters names no action. */
const SHORTEST_DEED = 3;
const LAST = 1_000;

const achado = z.object({ titulo: z.string(), detalhe: z.string(), caminho: z.string() });
const achados = z.object({
  acoes: z.array(achado),
  faltaNome: z.boolean(),
  grupos: z.array(z.object({ cadastro: z.string(), titulo: z.string(), itens: z.array(achado), mais: z.boolean() })),
});

/** One door to the records of every registry that is `findable`, each within the rights, company and areas of who searches. */
export function registerBusca(app: FastifyInstance, db: Database, stores: ReadonlyMap<string, Store>): void {
  const findable = [...stores]
    .filter(([, { registry }]) => registry.findable)
    .sort(([, a], [, b]) => (a.registry.findable?.place ?? LAST) - (b.registry.findable?.place ?? LAST));

  app.get(
    '/api/busca',
    {
      config: forUsers,
      schema: {
        tags: ['Busca'],
        summary: 'Registros e ações por nome, CPF ou matrícula',
        response: answers(achados),
        querystring: { type: 'object', properties: { texto: { type: 'string', maxLength: 100 } }, required: ['texto'] },
      },
    },
    async (request): Promise<Achados> => {
      const { acting } = request;
      const { texto } = queryOf(request, { texto: inQuery.text });
      const answer: Achados = { acoes: [], faltaNome: false, grupos: [] };
      if (fold(texto) === '') return answer;
      for (const [path, store] of findable) {
        if (!acting.can(store.registry.authority)) continue;
        const named = deedsCalled(store.registry, texto);
        if (named?.rest === '' && named.deeds.some(([, , authority]) => authority.every(acting.can))) answer.faltaNome = true;
        const called = named?.rest === '' ? undefined : named;
        const acoes = called ? await deedsFor(path, store, acting, called) : [];
        answer.acoes.push(...acoes);
        const found = await store.find(db, acting, texto, PER_GROUP + 1);
        // Where the deed can be done to nobody of that name, the record itself says why.
        const rows =
          called && acoes.length + found.length === 0 ? await store.find(db, acting, called.rest, PER_GROUP + 1) : found;
        if (rows.length > 0)
          answer.grupos.push({
            cadastro: path,
            titulo: store.registry.title,
            itens: rows.slice(0, PER_GROUP).map((row) => foundOf(store, row, `/${path}/${row.id}`)),
            mais: rows.length > PER_GROUP,
          });
      }
      return answer;
    },
  );

  app.get(
    '/api/busca/recentes',
    {
      config: forUsers,
      schema: {
        tags: ['Busca'],
        summary: 'Nomes de registros abertos há pouco',
        response: answers(z.array(achado)),
        querystring: { type: 'object', properties: { caminhos: { type: 'string', maxLength: 2_000 } }, required: ['caminhos'] },
      },
    },
    async (request): Promise<Achado[]> => {
      const { acting } = request;
      const { caminhos } = queryOf(request, { caminhos: z.string('Valor inválido').max(2_000, 'Valor inválido') });
      return namedRecords(db, stores, acting, caminhos.split(',').slice(0, MOST_RECENT), ({ findable }) => Boolean(findable));
    },
  );

  /** 'desligar bruna': the actions that the first word names, for the records that the other words find and that allow them. */
  async function deedsFor(path: string, store: Store, acting: Acting, { deeds, rest }: Called): Promise<Achado[]> {
    const rows = await store.find(db, acting, rest, PER_GROUP);
    const acoes: Achado[] = [];
    for await (const { rows: some, records } of store.readAlong(db, acting, rows, ({ id }) => id))
      for (const row of some) {
        const open = deedsOf(store.registry, records.get(row.id) ?? row, acting);
        for (const [name, label] of deeds) {
          if (!open.includes(name)) continue;
          const found = foundOf(store, row, `/${path}/${row.id}?ato=${name}`);
          acoes.push({ ...found, titulo: `${label} ${found.titulo}` });
        }
      }
    return acoes;
  }
}

interface Called {
  deeds: [name: string, label: string, authority: readonly string[]][];
  /** the words after the one that names them; '' when there are none */
  rest: string;
}

/** The deeds and transitions of a registry that the first word names or begins to. */
function deedsCalled({ deeds = {}, lifecycle }: AnyRegistry, texto: string): Called | undefined {
  const [verb = '', ...rest] = texto.trim().split(/\s+/);
  const said = fold(verb);
  if (said.length < SHORTEST_DEED) return undefined;
  const all: [string, { label: string; also?: readonly string[]; authority: string | readonly string[] }][] = [
    ...Object.entries(deeds),
    ...Object.entries(lifecycle?.transitions ?? {}),
  ];
  const called = all
    .filter(([, { label, also = [] }]) => [label, ...also].some((one) => fold(one).startsWith(said)))
    .map(([name, { label, authority }]): Called['deeds'][number] => [name, label, [authority].flat()]);
  return called.length === 0 ? undefined : { deeds: called, rest: rest.join(' ') };
}

function foundOf({ registry }: Store, row: Record_, caminho: string): Achado {
  const textOf = (name: string) => fieldText(fieldOf(registry, name), row[name]);
  const detalhe = (registry.findable?.detail ?? []).map(textOf).filter(Boolean).join(' · ');
  return { titulo: textOf(registry.label), detalhe, caminho };
}
