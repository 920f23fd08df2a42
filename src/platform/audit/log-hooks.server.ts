import sql from 'sql-template-tag';
import type { Hooks } from '#kit/store/store.server.ts';

/** The trail covers people of every area: a user who does not see all areas reads only their own actions. */
export const logHooks: Hooks = {
  where: (acting) => (acting.can('ROLE_VER_TODAS_AREAS') ? undefined : sql`t.conta_id = ${acting.usuarioId}`),
};
