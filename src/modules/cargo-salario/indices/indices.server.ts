import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { queryOf, um } from '#kit/http/query.server.ts';
import { refuse } from '#kit/http/refusal.ts';
import type { Services } from '#kit/module/module.server.ts';
import { bodyOf, recordIdOf } from '#kit/registry/routes.server.ts';
import type { Hooks, Record_ } from '#kit/registry/store.server.ts';
import { atualizaPeloIndice } from '#modules/gestao-talentos/public.server.ts';
import { corpoDoRegistro, daLinha, linhaDe, linhaNova, semLinha, trocaLinha } from '../historicos.server.ts';

const VALOR =
  'select h.valor from indices_historicos h where h.registro_id = t.id and h.data <= hoje() order by h.data desc limit 1';
// Numbers on the screen are written as in Brazil: 1.234,56.
const TITULO = `coalesce('R$ ' || translate(to_char((${VALOR}), 'FM999,999,999,990.00'), ',.', '.,'), 'Sem valor')`;

export const indicesHooks: Hooks = {
  computed: { valorAtual: VALOR, titulo: TITULO, nomeComTitulo: `t.nome || ' (' || ${TITULO} || ')'` },
  afterSave: (tx, { id, acting, before }) => (before ? atualizaPeloIndice(tx, acting.today, id) : Promise.resolve()),
};

const ROOT = '/api/cargo-salario/indices';

/** Entries of an index's history, one by one; each passes through the same save as the index itself. */
export function indicesRoutes(app: FastifyInstance, { db, store }: Services): void {
  const schema = { tags: ['Índices'] };
  const open = { config: { authority: 'ROLE_CAD_INDICE' }, schema };
  const edit = { config: { authority: 'ROLE_CAD_INDICE_EDITAR' }, schema };
  const indices = store('cargo-salario/indices');
  const historicosDe = (indice: Record_) => indice.historicos as Record_[];

  app.get(`${ROOT}/historicos`, open, async (request) => {
    const { id } = queryOf(request, { id: um.id });
    return historicosDe(await indices.read(db, request.acting, id));
  });

  app.get(`${ROOT}/historicos/:id`, open, async (request) => {
    const id = recordIdOf(request);
    const owner = await db.one<{ registro_id: number }>(sql`select registro_id from indices_historicos where id = ${id}`);
    if (!owner) throw refuse.notFound();
    return linhaDe(await indices.read(db, request.acting, owner.registro_id), id);
  });

  app.get(`${ROOT}/pendentes-desabilitados`, open, (request) => {
    queryOf(request, {});
    return db.query(sql`
      select t.id, t.nome, t.desabilitado from indices t
      where t.empresa_id = ${request.acting.empresaId} and (t.desabilitado or not exists (select 1 from indices_historicos h where h.registro_id = t.id and h.data <= ${request.acting.today}::date))
      order by t.nome_ord, t.id`);
  });

  /** Saves the index with another history. */
  const grava = (request: FastifyRequest, outra: (indice: Record_) => unknown[]) =>
    daLinha(
      db.tx(async (tx) => {
        const indice = await indices.read(tx, request.acting, recordIdOf(request, 'indiceId'), true);
        return indices.update(tx, request.acting, indice.id, {
          ...corpoDoRegistro(indices.registry, indice),
          historicos: outra(indice),
        });
      }),
    );

  app.post(`${ROOT}/:indiceId/historicos`, edit, async (request, reply) => {
    const row = bodyOf(request);
    let before: Record_ | undefined;
    const saved = await grava(request, (indice) => [...historicosDe((before = indice)), row]);
    return reply.status(201).send(linhaNova(before, saved));
  });

  app.put(`${ROOT}/:indiceId/historicos/:id`, edit, async (request) => {
    const id = recordIdOf(request);
    const row = bodyOf(request);
    return linhaDe(await grava(request, (indice) => trocaLinha(indice, id, row)), id);
  });

  app.delete(`${ROOT}/:indiceId/historicos/:id`, edit, async (request, reply) => {
    await grava(request, (indice) => semLinha(indice, recordIdOf(request)));
    return reply.status(204).send();
  });
}
