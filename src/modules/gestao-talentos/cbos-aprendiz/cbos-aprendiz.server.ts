import sql from 'sql-template-tag';
import type { Hooks } from '#kit/store/store.server.ts';

export const cbosAprendizHooks: Hooks = {
  async beforeSave(tx, { value }) {
    const cbo = await tx.one<{ nome: string }>(
      sql`select descricao_completa as nome from codigos_cbo where id = ${value.codigoCBO}`,
    );
    value.descricao = cbo?.nome ?? '';
  },
};
