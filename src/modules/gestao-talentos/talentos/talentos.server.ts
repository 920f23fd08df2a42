import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { refuse } from '#kit/http/refusal.ts';
import type { Services } from '#kit/module/module.server.ts';
import { recordIdOf } from '#kit/registry/routes.server.ts';
import type { Hooks } from '#kit/registry/store.server.ts';
import { queryOf, um } from '#modules/geral/public.server.ts';
import { atualizaAtuais } from './atuais.server.ts';
import { situacoes } from './talentos.registry.ts';

export const talentosHooks: Hooks = {
  // Kept in the order of their dates, whatever the order in which the screen sends them.
  async beforeSave(_tx, { value }) {
    const historicos = value.historicos as { data: string }[];
    value.historicos = historicos.toSorted((a, b) => (a.data < b.data ? -1 : a.data > b.data ? 1 : 0));
  },
  afterSave: (tx, { id, acting }) => atualizaAtuais(tx, acting.today, sql`x.id = ${id}`),
};

/** The calls of document 2 §7 "Employees" and §7 "Talent management" that an employee record answers. */
export function talentosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const open = { config: { authority: 'ROLE_CAD_TALENTO' }, schema: { tags: ['Talentos'] } };
  const talentos = store('gestao-talentos/talentos');

  // Both roots of the spec answer, from one implementation.
  for (const root of ['/api/gestao-talentos/talentos', '/api/cargo-salario/colaboradores']) {
    app.get(`${root}/situacao`, open, async (request) => {
      queryOf(request, {});
      return Object.entries(situacoes).map(([id, descricao]) => ({ id, descricao }));
    });

    app.get(`${root}/by-ids`, open, async (request) => {
      const { ids } = queryOf(request, { ids: um.ids });
      if (ids.length === 0) return [];
      const query = { page: null, size: ids.length, paged: false, sort: [talentos.registry.sort], busca: '', where: [], ids };
      return (await talentos.page(db, request.acting, query)).content;
    });

    // Who works in the areas asked, for lists of choices: names, not records.
    app.get(`${root}/area`, open, (request) => {
      const { areasIds = [], ativo } = queryOf(request, { areasIds: um.ids.optional(), ativo: um.flag.optional() });
      return db.query(sql`
        select t.id, t.nome, json_build_object('id', a.id, 'nome', a.nome) as "areaAtual" from talentos t left join areas_organizacionais a on a.id = t.area_atual_id
        where t.empresa_id = ${request.acting.empresaId} and (${areasIds.length === 0} or t.area_atual_id = any(${areasIds}::bigint[]))
          and (${ativo ?? null}::boolean is null or (t.situacao = 'A') = ${ativo ?? null}::boolean)
        order by t.nome_ord, t.id limit 5000`);
    });

    app.get(`${root}/:id/foto`, open, async (request) => {
      queryOf(request, {});
      const { foto } = await talentos.read(db, request.acting, recordIdOf(request));
      if (!foto) throw refuse.notFound();
      return foto;
    });

    app.get(`${root}/:id/historicos`, open, async (request) => {
      queryOf(request, {});
      return (await talentos.read(db, request.acting, recordIdOf(request))).historicos;
    });
  }
}
