import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Places } from '#kit/lanes/places.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { gone } from './connections.server.ts';
import { answersFile, answersTable, takesFiles } from './openapi.server.ts';

/** Reading a larger body and judging it takes the loop for milliseconds. Forms are far smaller. */
const LARGE_BODY = 16 * 1024;
/** ms; a request that has waited for longer is judged again before it is worked on */
const SHORT_WAIT = 100;

const placesOf = <Owner>(atOnce: number, waiting: number) =>
  new Places<Owner>({
    size: Number.POSITIVE_INFINITY,
    fits: (mine) => mine < atOnce,
    waiting: [Number.POSITIVE_INFINITY, waiting],
    patience: 20_000,
    refusal: () =>
      new Refusal('OCUPADO', 'Você fez muitos pedidos ao mesmo tempo. Tente de novo em instantes.', 503, { retryAfter: 5 }),
  });

const hasLargeBody = ({ headers, routeOptions: { bodyLimit } }: FastifyRequest) =>
  bodyLimit > LARGE_BODY && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BODY);

interface Asking<Owner> {
  owner: Owner;
  /** somebody with a session, and not an address that others share */
  isPerson: boolean;
}

/**
 * Works on six requests of one person at a time, from before their bodies are read until their answers are: each keeps what it has read and what it answers. The
 * next ones wait, unread. Fewer at a time have a large body, which is judged in one piece, or answer with a table, of which all rows are kept until they are
 * read. Stored files have places of their own, for they are on their way for as long as a line is slow; those that come here are counted elsewhere. Of
 * those who share an address it limits large bodies alone.
 */
export function limitRequests<Owner>(app: FastifyInstance, askingOf: (request: FastifyRequest) => Asking<Owner>): void {
  const bodies = placesOf<Owner>(2, 20);
  const bodiesOfAddress = placesOf<Owner>(16, 100);
  const tables = placesOf<Owner>(2, 20);
  const files = placesOf<Owner>(12, 500);
  const all = placesOf<Owner>(6, 500);
  const works = new WeakMap<FastifyRequest, unknown>();

  /** Waits for a place, and holds it until the answer is read, and until the handler has ended also where nobody waits for its answer. */
  async function enter(places: Places<Owner>, owner: Owner, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const entered = Promise.withResolvers<void>();
    const held = places.hold(owner, async () => {
      entered.resolve();
      await Promise.allSettled([finished(reply.raw, { readable: false })]);
      await Promise.allSettled([works.get(request)]);
    });
    held.catch(entered.reject);
    await entered.promise;
  }

  app.addHook('preParsing', async (request, reply) => {
    const { owner, isPerson } = askingOf(request);
    // An answer that is a stream has listeners of its own.
    reply.raw.setMaxListeners(20);
    const since = performance.now();
    const { schema } = request.routeOptions;
    const hold = (places: Places<Owner>) => enter(places, owner, request, reply);
    if (!takesFiles(schema)) {
      if (hasLargeBody(request)) await hold(isPerson ? bodies : bodiesOfAddress);
      if (isPerson && answersTable(schema)) await hold(tables);
      if (isPerson) await hold(answersFile(schema) ? files : all);
    }
    if (performance.now() - since > SHORT_WAIT) request.isLate = true;
  });

  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return;
    const { handler } = route;
    route.handler = function worked(request, reply) {
      // Whoever has gone holds no place any more.
      if (reply.raw.destroyed) throw gone();
      const work = handler.call(this, request, reply);
      works.set(request, work);
      return work;
    };
  });
}
