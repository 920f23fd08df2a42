import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kit/refusal/refusal.ts';
import { placesOf } from './requests-at-once.server.ts';
import { networkOf } from './throttle.server.ts';

const ofHolder = placesOf<string>(6, 20);
/** Several links may come from one network. Nobody without one enters here, so no stranger shuts it for the others. */
const ofNetwork = placesOf<string>(64, 500);

const holders = new WeakMap<FastifyRequest, string>();

/** Who asks without a session and yet is known, once `asHolder` has been told. */
export const holderOf = (request: FastifyRequest): string | undefined => holders.get(request);

/**
 * Works for somebody who is known without a session, by a link or by what they say of themselves: six of their requests at a time, from now until
 * their answers are read, as of a person with a session (`limitRequests`), and 64 of their network.
 */
export async function asHolder<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  holders.set(request, holder);
  const worked = Promise.withResolvers<void>();
  const over = () => Promise.allSettled([finished(reply.raw, { readable: false }), worked.promise]);
  try {
    await ofHolder.enter(holder, over);
    await ofNetwork.enter(networkOf(request.ip), over);
    // Whoever went away while they waited is not worked for.
    if (reply.raw.destroyed) throw refuse.gone();
    return await work();
  } finally {
    worked.resolve();
  }
}
