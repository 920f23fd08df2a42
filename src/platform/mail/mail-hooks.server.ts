import sql from 'sql-template-tag';
import type { Hooks } from '#kit/store/store.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';

/** Messages carry links that set passwords: only who reaches every company reads the outbox. */
export const caixaSaidaHooks: Hooks = { where: (acting) => (acting.can(ALL_COMPANIES) ? undefined : sql`false`) };
