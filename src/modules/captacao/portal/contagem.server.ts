import type { FastifyRequest } from 'fastify';
import type { Queryable } from '#kit/db/database.server.ts';
import { countAttempt, networkOf } from '#kit/http/throttle.server.ts';

/** Registrations that one network begins in 15 minutes. */
const MOST_BEGUN = 60;

/** Counts a registration that is begun now, for its network. */
export const contaCadastro = (db: Queryable, { ip }: Pick<FastifyRequest, 'ip'>) =>
  countAttempt(db, [{ key: `cadastro:${networkOf(ip)}`, limit: MOST_BEGUN }]);
