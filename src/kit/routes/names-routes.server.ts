import type { FastifyInstance } from 'fastify';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { activityOf, fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { SERVES } from '#kit/http/serves.server.ts';
import { optionParameters } from '#kit/query/list-parameters.ts';
import { parseListQuery } from '#kit/query/list-query.ts';
import { strangers } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { mayChoose } from '#kit/registry/registry.ts';
import type { Record_, Store } from '#kit/store/store.server.ts';

const TREE = {
  description: 'os nomes, na ordem do alfabeto, cada um com o de cima',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      nome: { type: ['string', 'null'] },
      acima: { type: ['integer', 'null'] },
      ativo: { type: 'boolean' },
    },
    required: ['id', 'nome', 'acima'],
  },
};

/**
 * Names for the inputs of other screens: whoever may use them need not open the registry itself, unless it says so.
 * Only the label is searched: the search of the list would tell whose CPF it is.
 */
export function registerNames(
  app: FastifyInstance,
  db: Database,
  path: string,
  { store, tags }: { store: Store; tags: string[] },
): void {
  const { registry } = store;
  const asks = optionParameters(registry, store.lookup);
  const activity = activityOf(registry.fields);
  const { privateNames = false } = registry;
  const config = { authority: privateNames === true ? registry.authority : SERVES.users };
  const demandNames = (acting: Acting) => {
    if (!mayChoose(registry, acting)) throw refuse.forbidden();
  };
  if (registry.tree !== undefined)
    app.get(
      `${path}/arvore`,
      { config, schema: { tags, summary: `${registry.title}: a árvore, para seleção`, response: { 200: TREE } } },
      (request) => {
        queryOf(request, {});
        demandNames(request.acting);
        return store.tree(db, request.acting);
      },
    );
  app.get(
    `${path}/opcoes`,
    {
      config,
      schema: {
        tags,
        summary: `${registry.title}: nomes para seleção`,
        querystring: { type: 'object', properties: asks },
        response: {
          200: {
            description: 'os nomes, até 500',
            type: 'array',
            items: {
              type: 'object',
              properties: {
                id: { type: 'integer' },
                nome: { type: ['string', 'integer', 'null'] },
                ativo: { type: 'boolean' },
                detalhe: { type: 'string' },
              },
              required: ['id', 'nome'],
            },
          },
        },
      },
    },
    async (request) => {
      demandNames(request.acting);
      const unknown = Object.keys(request.query as object).filter((name) => !Object.hasOwn(asks, name));
      if (unknown.length > 0) throw refuse.invalid(strangers(unknown));
      const { busca, ...rest } = request.query as Record<string, unknown>;
      const { query, issues } = parseListQuery(registry, {
        page: '0',
        size: '500',
        ...rest,
        ...(busca && asks.busca ? { [registry.label]: busca } : {}),
      });
      if (issues.length > 0) throw refuse.invalid(issues);
      const rows = await store.names(db, request.acting, query);
      const { apart = [] } = registry;
      const tells = apart.length > 0 && request.acting.can(registry.authority);
      const detailOf = (row: Record_) =>
        apart
          .map((name) => fieldText(fieldOf(registry, name), row[name]))
          .filter(Boolean)
          .join(' · ');
      return rows.map((row) => ({
        id: row.id,
        nome: row[registry.label],
        ...(activity ? { ativo: row[activity] } : {}),
        ...(tells ? { detalhe: detailOf(row) } : {}),
      }));
    },
  );
}
