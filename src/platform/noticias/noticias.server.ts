import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { noticias } from './noticias.registry.ts';

/** The bell shows no more. */
const SHOWN = 30;
/** The newest news of the company and of all companies that are looked at for it, read or not, over or not. */
const NEWEST = 2_000;

export const noticiasHooks = hooksFor(noticias, {
  async beforeSave(_tx, { value, before, acting }) {
    if ((value.publico === 'G' || before?.publico === 'G') && !acting.everywhere(`${noticias.authority}_EDITAR`))
      throw refuse.invalid([{ field: 'publico', message: 'Só quem vê todas as empresas publica para todas' }]);
  },
  refuses: ({ publico }, { everywhere }, deed) =>
    deed === 'remove' && publico === 'G' && !everywhere(`${noticias.authority}_EXCLUIR`)
      ? new Refusal('NAO_AUTORIZADO', 'Só quem vê todas as empresas remove o que é publicado para todas.', 403)
      : undefined,
  goesWith: [{ table: 'usuarios_noticias_lidas', column: 'noticia_id' }],
});

/** Over alias `n`: news that the user may read today in the present company. */
const publicadas = ({ usuarioId, empresaId, today }: Acting): Sql => sql`
  n.ativo and n.inicio <= ${today}::date and (n.fim is null or n.fim >= ${today}::date)
  and (n.publico = 'G' or (n.empresa_id = ${empresaId} and (n.publico = 'E' or exists (
    select from noticias_perfis p join usuarios_acessos a on a.perfil_id = p.alvo_id
    where p.registro_id = n.id and a.registro_id = ${usuarioId} and a.empresa_id = ${empresaId}))))`;

/** The newest ones that have begun, each public by its own index. */
const asMaisNovas = ({ empresaId, today }: Acting): Sql => sql`(
  (select * from noticias where empresa_id = ${empresaId} and publico <> 'G' and inicio <= ${today}::date order by inicio desc, id desc limit ${NEWEST})
  union all (select * from noticias where publico = 'G' and inicio <= ${today}::date order by inicio desc, id desc limit ${NEWEST}))`;

const noticia = z.object({
  id: z.int(),
  titulo: z.string(),
  texto: z.string(),
  link: z.string().nullable(),
  lida: z.boolean(),
  criticidade: z.int(),
  data: z.iso.date(),
});

/** The user's news: CALL-011 and CALL-012. */
export function registerNoticias(app: FastifyInstance, db: Database): void {
  const tags = ['Notícias'];
  app.get(
    '/api/userinfo/usuario/noticias',
    { config: forUsers, schema: { tags, summary: 'Minhas notícias', response: answers(z.array(noticia)) } },
    async ({ acting }) =>
      db.query(sql`
        select n.id, n.titulo, n.texto, n.link, l.noticia_id is not null as lida, n.criticidade::int as criticidade, n.inicio as data
        from ${asMaisNovas(acting)} n left join usuarios_noticias_lidas l on l.noticia_id = n.id and l.usuario_id = ${acting.usuarioId}
        where ${publicadas(acting)} order by l.noticia_id is not null, case when l.noticia_id is null then n.criticidade::int end, n.inicio desc, n.id desc limit ${SHOWN}`),
  );

  app.put(
    '/api/userinfo/usuario/noticias/:id/lida',
    { config: forUsers, schema: { tags, summary: 'Marcar uma notícia como lida', response: { 204: nothing('lida') } } },
    async (request, reply) => {
      const { acting } = request;
      const found = await db.one(sql`
        with lida as (
          insert into usuarios_noticias_lidas (usuario_id, noticia_id)
          select ${acting.usuarioId}, n.id from noticias n where n.id = ${recordIdOf(request)} and ${publicadas(acting)} on conflict do nothing)
        select 1 from noticias n where n.id = ${recordIdOf(request)} and ${publicadas(acting)}`);
      if (!found) throw refuse.notFound();
      return reply.status(204).send();
    },
  );
}
