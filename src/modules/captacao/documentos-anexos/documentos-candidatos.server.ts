import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import type { Services } from '#kit/module/module.server.ts';
import { registerSubResource } from '#kit/routes/sub-resource.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { mexeuHoje } from '../candidatos/mudanca.server.ts';
import { candidatoVisivel, deCandidatosVisiveis } from '../candidatos/visiveis.server.ts';

export const documentosCandidatosHooks: Hooks = {
  where: deCandidatosVisiveis,
  async beforeSave(tx, { value, acting }) {
    const { id } = await candidatoVisivel(tx, acting, value.candidato);
    await mexeuHoje(tx, sql`t.id = ${id}`);
  },
};

/** CALL-636: the documents of one candidate, below the candidate's address. */
export const documentosCandidatosRoutes = (app: FastifyInstance, { db, store }: Services): void =>
  registerSubResource(app, db, {
    path: '/api/captacao/candidatos/:candidatoId/documentos-anexos',
    store: store('captacao/documentos-candidatos'),
    parent: { param: 'candidatoId', field: 'candidato', read: (tx, acting, id) => candidatoVisivel(tx, acting, id) },
  });
