import { recordId } from '#kit/fields/reference.ts';
import { corpoDe } from '#kit/http/query.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { avaliacao } from './module.ts';

export const avaliacaoServer = defineModuleServer({
  declaration: avaliacao,
  queries: {},
  routes(app, { db, store }) {
    const periodos = store('avaliacao/periodos-experiencia');
    // Document 2 §7: the period is also saved at the bare address, its id in the body.
    app.put(
      '/api/avaliacao/periodos-experiencia',
      { config: { authority: 'ROLE_CAD_PERIODO_EXPERIENCIA_EDITAR' }, schema: { tags: ['Períodos de Experiência'] } },
      (request) => {
        const { id } = corpoDe(request, { id: recordId });
        return db.tx((tx) => periodos.update(tx, request.acting, id, request.body));
      },
    );
  },
});
