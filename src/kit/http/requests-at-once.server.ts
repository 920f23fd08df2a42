import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Places } from '#kit/lanes/places.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

/** Who asks, and how many requests of theirs are worked on at a time. */
interface Asking<Owner> {
  owner: Owner;
  atOnce: number;
}

const placesOf = <Owner>(atOnce: number) =>
  new Places<Owner>({
    size: Number.POSITIVE_INFINITY,
    fits: (mine) => mine < atOnce,
    waiting: [2_000, 500],
    patience: 20_000,
    refusal: () =>
      new Refusal('OCUPADO', 'Você fez muitos pedidos ao mesmo tempo. Tente de novo em instantes.', 503, { retryAfter: 5 }),
  });

/**
 * Works on a few requests of one owner at a time, and on the next one when an answer has been read: each keeps what it has read and what it
 * answers. What lasts as long as a client likes on purpose holds no place: a file on its way here, and an answer that is a stream.
 */
export function limitRequests<Owner>(app: FastifyInstance, askingOf: (request: FastifyRequest) => Asking<Owner>): void {
  const places = new Map<number, Places<Owner>>();
  const placesFor = (atOnce: number) => {
    const found = places.get(atOnce) ?? placesOf<Owner>(atOnce);
    places.set(atOnce, found);
    return found;
  };
  const streams = new WeakMap<FastifyReply, () => void>();
  app.addHook('onSend', async (_request, reply, payload) => {
    if (payload instanceof Readable) streams.get(reply)?.();
    return payload;
  });
  // Fastify makes a HEAD route of each GET, with the handler that this hook has left there.
  const inTurns = new WeakSet<object>();
  app.addHook('onRoute', (route) => {
    const takesFiles = route.schema !== undefined && 'consumes' in route.schema;
    if (!route.url.startsWith('/api/') || takesFiles || inTurns.has(route.handler)) return;
    const { handler } = route;
    route.handler = function inTurn(request, reply) {
      const { owner, atOnce } = askingOf(request);
      const answer = Promise.withResolvers<unknown>();
      const read = Promise.withResolvers<void>();
      const streamed = Promise.withResolvers<void>();
      const forget = finished(reply.raw, { readable: false }, () => read.resolve());
      streams.set(reply, () => {
        forget();
        streamed.resolve();
      });
      const held = placesFor(atOnce).hold(owner, async () => {
        const worked = Promise.resolve(handler.call(this, request, reply));
        answer.resolve(worked);
        await Promise.race([Promise.allSettled([worked, read.promise]), streamed.promise]);
      });
      held.catch(answer.reject);
      return answer.promise;
    };
    inTurns.add(route.handler);
  });
}
