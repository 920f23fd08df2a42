import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { Places } from '#kit/lanes/places.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

const refusal = () =>
  new Refusal('OCUPADO', 'Os seus dados já estão sendo reunidos. Tente de novo em instantes.', 503, { retryAfter: 5 });

/** Long lists of the own data are read by two people at a time, one piece each: whoever takes theirs slowly holds no place meanwhile. */
export const lendo = new Places<number>({
  size: 2,
  fits: (mine, free) => mine === 0 && free > 0,
  waiting: [200, 5],
  // A file that has begun would be cut.
  patience: 600_000,
  refusal,
});

/** One file of the own data of an account at a time. */
const levando = new Places<number>({
  size: Number.POSITIVE_INFINITY,
  fits: (mine) => mine === 0,
  waiting: [Number.POSITIVE_INFINITY, 5],
  patience: 20_000,
  refusal,
});

/** Waits until no other file of the account is on its way; the next one waits until this answer is read. */
export const umPorVez = (contaId: number, { raw }: FastifyReply): Promise<void> =>
  levando.enter(contaId, () => Promise.allSettled([finished(raw, { readable: false })]));
