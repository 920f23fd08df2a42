import sql from 'sql-template-tag';
import type { Hooks } from '#kit/store/store.server.ts';
import { tarefas } from './tarefas.registry.ts';

/** Users who reach every company see every task, the system's own too; others see those of their company. */
export const tarefasHooks: Hooks = {
  where: (acting) => (acting.everywhere(tarefas.authority) ? undefined : sql`t.empresa_id = ${acting.empresaId}`),
};
