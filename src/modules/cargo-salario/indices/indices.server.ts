import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { rowSchema } from '#kit/registry/wire-schema.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { atualizaPeloIndice } from '#modules/gestao-talentos/public.server.ts';
import { linhaDe, linhas, mudou, registraEntradas } from '../historicos.server.ts';

const VALOR =
  'select h.valor from indices_historicos h where h.registro_id = t.id and h.data <= hoje() order by h.data desc limit 1';
// Numbers on the screen are written as in Brazil: 1.234,56.
const TITULO = `coalesce('R$ ' || translate(to_char((${VALOR}), 'FM999,999,999,990.00'), ',.', '.,'), 'Sem valor')`;

export const indicesHooks: Hooks = {
  // Bands that begin to follow it are paid by the value that this save leaves.
  holdsOff: true,
  computed: { valorAtual: VALOR, titulo: TITULO, nomeComTitulo: `t.nome || ' (' || ${TITULO} || ')'` },
  async afterSave(tx, { id, value, acting, before }) {
    if (before && mudou(['data', 'valor'], before, value)) await atualizaPeloIndice(tx, acting.today, id);
  },
};

const ROOT = '/api/cargo-salario/indices';

/** Serves single entries of an index's history; each goes through the same save as the index itself. */
export function indicesRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Índices'] };
  const open = { config: { authority: 'ROLE_CAD_INDICE' }, schema };
  const edit = { config: { authority: 'ROLE_CAD_INDICE_EDITAR' }, schema };
  const indices = store('cargo-salario/indices');

  const entrada = rowSchema(indices.registry, 'historicos');

  app.get(`${ROOT}/historicos`, withAnswer(open, { type: 'array', items: entrada }), async (request) => {
    const { id } = queryOf(request, { id: inQuery.id });
    return linhas(await indices.read(db, request.acting, id));
  });

  app.get(`${ROOT}/historicos/:id`, withAnswer(open, entrada), async (request) => {
    const id = recordIdOf(request);
    const owner = await db.one<{ registro_id: number }>(sql`select registro_id from indices_historicos where id = ${id}`);
    if (!owner) throw refuse.notFound();
    return linhaDe(await indices.read(db, request.acting, owner.registro_id), id);
  });

  app.get(
    `${ROOT}/pendentes-desabilitados`,
    withAnswer(open, z.array(named.extend({ desabilitado: z.boolean() }))),
    (request) => {
      queryOf(request, {});
      return db.query(sql`
      select t.id, t.nome, t.desabilitado from indices t
      where t.empresa_id = ${request.acting.empresaId} and (t.desabilitado or not exists (select 1 from indices_historicos h where h.registro_id = t.id and h.data <= ${request.acting.today}::date))
      order by t.nome_ord, t.id`);
    },
  );

  registraEntradas(app, `${ROOT}/:indiceId/historicos`, edit, {
    db,
    store: indices,
    dono: (tx, request, lock) => indices.read(tx, request.acting, recordIdOf(request, 'indiceId'), lock),
  });
}
