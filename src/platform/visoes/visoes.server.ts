import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, nothing } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { ListViews, SavedView } from '#kit/query/saved-view.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { cadastro, colunas, densidade, keptAt, type Registries } from './kept.server.ts';
import { registerWriting } from './writing.server.ts';

const liked = z.object({ cadastro, colunas: colunas.optional(), densidade: densidade.optional() });

const listViews = z.object({
  densidade: densidade.nullable(),
  colunas,
  visoes: z.array(
    z.object({
      id: z.int(),
      nome: z.string(),
      compartilhada: z.boolean(),
      minha: z.boolean(),
      de: z.string().nullable(),
      favorita: z.boolean(),
      padrao: z.boolean(),
      query: z.string(),
      colunas,
      densidade: densidade.nullable(),
    }),
  ),
});

const config = forUsers;
const tags = ['Visões'];

/** The views of lists and the layouts of reports: personal ones, and those shared with the company. Each answer is judged for its reader. */
export function registerVisoes(
  app: FastifyInstance,
  db: Database,
  registries: Registries,
  reports: ReadonlyMap<string, AnyReport> = new Map(),
): void {
  const listOf = keptAt(registries, reports);

  app.get(
    '/api/visoes',
    { config, schema: { tags, summary: 'Visões de uma lista', response: answers(listViews) } },
    async (request): Promise<ListViews> => {
      const { acting } = request;
      const { cadastro: path } = queryOf(request, { cadastro });
      const list = listOf(request, path);
      const mine = new Map(
        (
          await db.query<{ nome: string; valor: never }>(
            sql`select nome, valor from preferencias where usuario_id = ${acting.usuarioId} and nome in ('densidade', ${columnsOf(path)})`,
          )
        ).map(({ nome, valor }) => [nome, valor]),
      );
      const views = await db.query<SavedView>(sql`
      select v.id, v.nome, v.compartilhada, v.usuario_id = ${acting.usuarioId} as minha,
        case when v.usuario_id <> ${acting.usuarioId} then u.nome end as de, coalesce(x.favorita, false) as favorita, coalesce(x.padrao, false) as padrao,
        v.query, v.colunas, v.densidade
      from visoes v join usuarios u on u.id = v.usuario_id
      left join visoes_usuarios x on x.visao_id = v.id and x.usuario_id = ${acting.usuarioId}
      where v.empresa_id = ${acting.empresaId} and v.cadastro = ${path} and (v.usuario_id = ${acting.usuarioId} or v.compartilhada)
      order by coalesce(x.favorita, false) desc, v.nome_ord, v.id`);
      return {
        densidade: mine.get('densidade') ?? null,
        colunas: list.columns(mine.get(columnsOf(path)) ?? null),
        visoes: views.map((view) => list.view(view)),
      };
    },
  );

  app.put(
    '/api/visoes/preferencias',
    {
      config,
      schema: {
        tags,
        summary: 'Colunas de uma lista e densidade, como eu prefiro',
        body: described(liked),
        response: { 204: nothing('gravado') },
      },
    },
    async (request, reply) => {
      const { usuarioId } = request.acting;
      const { cadastro: path, ...given } = demand(liked, request.body);
      listOf(request, path);
      await db.tx(async (tx) => {
        if (given.densidade) await keep(tx, usuarioId, 'densidade', given.densidade);
        if (given.colunas) await keep(tx, usuarioId, columnsOf(path), given.colunas);
        if (given.colunas === null)
          await tx.query(sql`delete from preferencias where usuario_id = ${usuarioId} and nome = ${columnsOf(path)}`);
      });
      return reply.status(204).send();
    },
  );

  registerWriting(app, db, listOf);
}

const columnsOf = (path: string) => `colunas:${path}`;

const keep = (tx: Queryable, usuarioId: number | null, nome: string, valor: unknown) =>
  tx.query(sql`
    insert into preferencias (usuario_id, nome, valor) values (${usuarioId}, ${nome}, ${JSON.stringify(valor)}::jsonb)
    on conflict (usuario_id, nome) do update set valor = excluded.valor`);
