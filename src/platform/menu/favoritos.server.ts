import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Store } from '#kit/store/store.server.ts';
import { namedRecords } from '#platform/busca/named-records.server.ts';
import { type Favorito, MOST_FAVOURITES, viewAddress } from './favoritos.ts';

type Stores = ReadonlyMap<string, Store>;

const caminhos = z
  .array(
    z
      .string('Endereço inválido')
      .max(300, 'Endereço inválido')
      .regex(/^\/[\w\-/]*(\?vista=[1-9]\d{0,14})?$/, 'Endereço inválido'),
  )
  .max(MOST_FAVOURITES, `Guarde no máximo ${MOST_FAVOURITES} favoritos`)
  .transform((all) => [...new Set(all)]);

/** The addresses of a user's favourite screens, in their order; the menu shows those that it offers. */
export const favouritesOf = async (db: Queryable, usuarioId: number): Promise<string[]> =>
  (
    await db.query<{ caminho: string }>({
      text: 'select caminho from favoritos where usuario_id = $1 order by ordem',
      values: [usuarioId],
    })
  ).map(({ caminho }) => caminho);

/** The favourite views of lists that the user may open; each has an address that opens its list with it. */
async function favouriteViews(db: Queryable, stores: Stores, { usuarioId, empresaId, can }: Acting): Promise<Favorito[]> {
  const views = await db.query<{ id: number; nome: string; cadastro: string }>(sql`
    select v.id, v.nome, v.cadastro from visoes v join visoes_usuarios x on x.visao_id = v.id and x.usuario_id = ${usuarioId} and x.favorita
    where v.empresa_id = ${empresaId} and (v.usuario_id = ${usuarioId} or v.compartilhada) order by v.nome_ord, v.id limit ${MOST_FAVOURITES}`);
  return views.flatMap(({ id, nome, cadastro }) => {
    const registry = stores.get(cadastro)?.registry;
    return registry && can(registry.authority)
      ? [{ titulo: nome, detalhe: registry.title, caminho: viewAddress(cadastro, id) }]
      : [];
  });
}

/**
 * `PUT /api/userinfo/favoritos` keeps the addresses, which are few, in their order; `GET /api/favoritos` names the records and
 * views among them that the user may open now, in the present company.
 */
export function registerFavoritos(app: FastifyInstance, db: Database, stores: Stores): void {
  app.get(
    '/api/favoritos',
    {
      config: forUsers,
      schema: {
        tags: ['Sessão'],
        summary: 'Os meus registros e visões favoritos',
        response: answers(z.array(z.object({ titulo: z.string(), detalhe: z.string(), caminho: z.string() }))),
      },
    },
    async ({ acting, usuario }): Promise<Favorito[]> => {
      const kept = await favouritesOf(db, usuario.id);
      return [...(await namedRecords(db, stores, acting, kept)), ...(await favouriteViews(db, stores, acting))];
    },
  );

  app.put(
    '/api/userinfo/favoritos',
    {
      config: forUsers,
      schema: {
        tags: ['Sessão'],
        summary: 'Guardar os meus favoritos e a sua ordem',
        body: z.toJSONSchema(z.object({ caminhos }), { io: 'input' }),
        response: answers(z.object({ caminhos: z.array(z.string()) })),
      },
    },
    async (request) => {
      const asked = demand(z.object({ caminhos }), request.body);
      const { id } = request.usuario;
      await db.tx(async (tx) => {
        // Two tabs at once: the later list counts.
        await tx.query({ text: 'select 1 from usuarios where id = $1 for no key update', values: [id] });
        await tx.query({ text: 'delete from favoritos where usuario_id = $1', values: [id] });
        await tx.query({
          text: 'insert into favoritos (usuario_id, caminho, ordem) select $1, c.caminho, c.ordem from unnest($2::text[]) with ordinality c (caminho, ordem)',
          values: [id, asked.caminhos],
        });
      });
      return { caminhos: asked.caminhos };
    },
  );
}
