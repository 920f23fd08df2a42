import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Places } from '#kit/lanes/places.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

/** Reading a larger body and judging it takes the loop for milliseconds. Forms are far smaller. */
const LARGE = 64 * 1024;
const AT_ONCE = 2;

const isLarge = ({ headers }: FastifyRequest) =>
  /\bjson\b/i.test(headers['content-type'] ?? '') &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE);

/** Two large JSON bodies of one owner at a time, from before they are read until they are answered; twenty more wait. */
export function limitLargeBodies<Owner>(app: FastifyInstance, ownerOf: (request: FastifyRequest) => Owner): void {
  const places = new Places<Owner>({
    size: Number.POSITIVE_INFINITY,
    fits: (mine) => mine < AT_ONCE,
    waiting: [2_000, 20],
    patience: 20_000,
    refusal: () =>
      new Refusal('OCUPADO', 'Você enviou muitos dados ao mesmo tempo. Tente de novo em instantes.', 503, { retryAfter: 5 }),
  });
  app.addHook('preParsing', async (request, reply) => {
    if (!isLarge(request)) return;
    const place = Promise.withResolvers<void>();
    const answered = places.hold(ownerOf(request), () => {
      place.resolve();
      return finished(reply.raw, { readable: false }).catch(() => undefined);
    });
    answered.catch(place.reject);
    await place.promise;
  });
}
