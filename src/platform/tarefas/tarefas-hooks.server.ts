import sql from 'sql-template-tag';
import type { Hooks } from '#kit/store/store.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';

/** Who reaches every company sees every task, the system's own too; others those of their company. */
export const tarefasHooks: Hooks = {
  where: (acting) => (acting.can(ALL_COMPANIES) ? undefined : sql`t.empresa_id = ${acting.empresaId}`),
};
