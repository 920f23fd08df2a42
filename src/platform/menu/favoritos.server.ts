import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Database, type Queryable } from '#kit/db/database.server.ts';
import { corpoDe } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { MOST_FAVOURITES } from './favoritos.ts';

const caminhos = z
  .array(
    z
      .string('Endereço inválido')
      .max(300, 'Endereço inválido')
      .regex(/^\/[\w\-/]*$/, 'Endereço inválido'),
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

/** `PUT /api/userinfo/favoritos` keeps the whole list, which is short. */
export function registerFavoritos(app: FastifyInstance, db: Database): void {
  app.put(
    '/api/userinfo/favoritos',
    {
      config: forUsers,
      schema: {
        tags: ['Sessão'],
        summary: 'Guardar as minhas telas favoritas',
        body: z.toJSONSchema(z.object({ caminhos }), { io: 'input' }),
      },
    },
    async (request) => {
      const asked = corpoDe(request, { caminhos });
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
