import type { FastifyInstance } from 'fastify';
import type { Services } from '#kit/module/module.server.ts';
import { registerSubResource } from '#kit/routes/sub-resource.server.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import { doColaborador } from '../talentos/do-colaborador.server.ts';
import { deTalentosVisiveis, talentoVisivel } from '../talentos/visiveis.server.ts';

export const documentosAnexosHooks: Hooks = {
  ...doColaborador,
  where: deTalentosVisiveis,
  async beforeSave(tx, { value, acting }) {
    await talentoVisivel(tx, acting, value.colaborador);
    value.origem = 'COLABORADOR';
  },
};

/** CALL-637: the documents of one talent, below the talent's address. */
export const documentosAnexosRoutes = (app: FastifyInstance, { db, store }: Services): void =>
  registerSubResource(app, db, {
    path: '/api/gestao-talentos/talentos/:talentoId/documentos-anexos',
    store: store('gestao-talentos/documentos-anexos'),
    parent: { param: 'talentoId', field: 'colaborador', read: (tx, acting, id) => talentoVisivel(tx, acting, id) },
  });
