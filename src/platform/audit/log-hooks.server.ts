import sql from 'sql-template-tag';
import type { Hooks } from '#kit/store/store.server.ts';

/** The trail tells of people of every area: whoever does not see them all reads what they did themselves. */
export const logHooks: Hooks = {
  where: (acting) => (acting.can('ROLE_VER_TODAS_AREAS') ? undefined : sql`t.conta_id = ${acting.usuarioId}`),
};
