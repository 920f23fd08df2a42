import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { parseListQuery } from '#kit/query/list-query.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { bodyOf, pageBody } from '#kit/routes/routes.server.ts';
import { answered } from '#kit/store/stale.server.ts';
import type { Hooks, Record_ } from '#kit/store/store.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { deTalentosVisiveis, talentoVisivel } from '../talentos/visiveis.server.ts';
import { documentosAnexos } from './documentos-anexos.registry.ts';

export const documentosAnexosHooks: Hooks = {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, acting }) {
    await talentoVisivel(tx, acting, value.colaborador);
    value.origem = 'COLABORADOR';
  },
};

const authority = documentosAnexos.authority;

/** CALL-637: the documents of one talent, below its own address. */
export function documentosAnexosRoutes(app: FastifyInstance, { db, store }: Services): void {
  const documentos = store('gestao-talentos/documentos-anexos');
  const root = '/api/gestao-talentos/talentos/:talentoId/documentos-anexos';
  const schema = { tags: ['Documentos Anexos'] };
  const open = { config: { authority }, schema };
  const edit = { config: { authority: `${authority}_EDITAR` }, schema };

  const talentoDe = (request: { params: unknown; acting: Acting }) =>
    talentoVisivel(db, request.acting, recordIdOf(request as never, 'talentoId'));
  /** The document, if it is this talent's. */
  async function documentoDe(request: { params: unknown; acting: Acting }): Promise<Record_> {
    const { id } = await talentoDe(request);
    const documento = await documentos.read(db, request.acting, recordIdOf(request as never));
    if (namedId(documento.colaborador) !== id) throw refuse.notFound();
    return documento;
  }

  app.get(root, open, async (request) => {
    const { id } = await talentoDe(request);
    const { query, issues } = parseListQuery(documentosAnexos, request.query as Record<string, unknown>);
    if (issues.length > 0) throw refuse.invalid(issues);
    const page = await documentos.page(db, request.acting, query, sql`t.colaborador_id = ${id}`);
    return query.paged ? pageBody(query, page) : page.content;
  });
  app.get(`${root}/:id`, open, documentoDe);
  app.post(root, edit, async (request, reply) => {
    const body = { ...bodyOf(request), colaborador: (await talentoDe(request)).id };
    const saved = await db.tx((tx) => documentos.create(tx, request.acting, body));
    return reply.status(201).send(answered(documentosAnexos, saved, request.acting));
  });
  app.put(`${root}/:id`, edit, async (request) => {
    const { id, colaborador } = await documentoDe(request);
    const saved = await db.tx((tx) => documentos.update(tx, request.acting, id, { ...bodyOf(request), colaborador }));
    return answered(documentosAnexos, saved, request.acting);
  });
  app.delete(`${root}/:id`, { config: { authority: `${authority}_EXCLUIR` }, schema }, async (request, reply) => {
    const { id } = await documentoDe(request);
    await db.tx((tx) => documentos.remove(tx, request.acting, id));
    return reply.status(204).send();
  });
}
