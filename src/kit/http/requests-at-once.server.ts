import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LONG_RECORD, tallied } from '#kit/db/whole-reads.server.ts';
import { Places } from '#kit/lanes/places.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { rememberAnswers, WHOLE_ANSWER } from './answers-before.server.ts';
import { answersFile, answersTable, takesFiles } from './openapi.server.ts';
import { isReading } from './reading.server.ts';

/** Reading a larger body and judging it takes the loop for milliseconds. Forms are far smaller. */
const LARGE_BODY = 16 * 1024;
/** ms; a request that has waited for longer is judged again before it is worked on */
const SHORT_WAIT = 100;

/** ms; a request has its turn for so long at most */
const LONGEST_TURN = 100;
/** ms; so often a turn looks whether the loop is busy: a request that waits for the database keeps nobody else waiting */
const LOOK = 10;
/** the part of that time in which a busy loop is at work */
const BUSY = 0.5;
/** How many times as long as a turn kept the loop busy nobody else has one. */
const REST = 2;

/** ms; the turn of a whole answer lasts so long at most, also when it waits for a lane or another machine */
const LONGEST_WHOLE = 1_000;
/** ms; the longest pause after one, of which others' work may be a part */
const LONGEST_PAUSE = 300;
/** ms; whoever has asked within that time may want something now */
const HERE = 1_000;

/** Places for so many requests of one owner at once, while so many more of theirs wait. */
export const placesOf = <Owner>(atOnce: number, waiting: number, size = Number.POSITIVE_INFINITY) =>
  new Places<Owner>({
    size,
    fits: (mine, free) => free > 0 && mine < atOnce,
    waiting: [Number.POSITIVE_INFINITY, waiting],
    patience: 20_000,
    refusal: () =>
      new Refusal('OCUPADO', 'Você fez muitos pedidos ao mesmo tempo. Tente de novo em instantes.', 503, { retryAfter: 5 }),
  });

const hasLargeBody = ({ headers, routeOptions: { bodyLimit } }: FastifyRequest) =>
  bodyLimit > LARGE_BODY && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BODY);

/** Rows and lists of a body. A short one may have as many as a long one, and each is judged. */
const MANY_PARTS = 300;

function hasManyParts(body: unknown): boolean {
  let parts = 0;
  const left = [body];
  while (left.length > 0 && parts <= MANY_PARTS) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    parts += 1;
    for (const value of Object.values(one)) left.push(value);
  }
  return parts > MANY_PARTS;
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json');

interface Asking<Owner> {
  owner: Owner;
  /** somebody with a session, and not an address that others share */
  isPerson: boolean;
}

/** Until the answer is read, the loop is idle or too much time has passed, and then for as long as others are to be served. */
async function turn({ raw }: FastifyReply): Promise<void> {
  const { eventLoopUtilization } = performance;
  const begun = eventLoopUtilization();
  let isAnswered = false;
  const answered = Promise.allSettled([finished(raw, { readable: false })]).then(() => {
    isAnswered = true;
  });
  for (let since = begun, n = 0; n < LONGEST_TURN / LOOK && !isAnswered; n += 1) {
    await Promise.race([answered, setTimeout(LOOK)]);
    const now = eventLoopUtilization();
    if (eventLoopUtilization(now, since).utilization < BUSY) break;
    since = now;
  }
  await setTimeout(REST * eventLoopUtilization(begun).active);
}

/**
 * Works on six requests of one person at a time, from before their bodies are read until their answers are: each keeps what it has read and what
 * it answers. The next ones wait, unread. Fewer at a time have a large body, or answer with a table, of which all rows are kept until they are
 * read. Stored files have places of their own, for they are on their way for as long as a line is slow; those that come here are counted
 * elsewhere. Of those who share an address it limits large bodies alone.
 *
 * A reading that has lately been answered with very much JSON, or has read as much, is done one at a time in the whole process, from before the handler runs until
 * the answer is made: who waits for the database keeps the turn, because what it sends takes the loop then. Others are served between two of them. Whoever
 * has always had short answers of that kind waits only for two more of their own; once one was not, they wait like all others, and for a minute
 * whatever they ask of what is known for that.
 *
 * A large body, or one of many rows, is judged in one piece. Once it is read it waits for its turn, as do the requests of whoever has just had
 * much in answer, and the deeds of whoever has written to a long record: two turns at a time in the whole process, one of each person, with pauses for everybody else.
 * A file that is judged in its request counts as a large body once it is on the disk (`enterLarge`).
 */
export function limitRequests<Owner>(app: FastifyInstance, askingOf: (request: FastifyRequest) => Asking<Owner>): void {
  const bodies = placesOf<Owner>(2, 20);
  const bodiesOfAddress = placesOf<Owner>(16, 100);
  const tables = placesOf<Owner>(2, 20);
  const files = placesOf<Owner>(12, 500);
  const all = placesOf<Owner>(6, 500);
  const turns = placesOf<Owner>(1, 100, 2);
  const wholes = placesOf<Owner>(1, 20, 1);
  const shorts = placesOf<Owner>(2, 20);
  const before = rememberAnswers<Owner>();
  const works = new WeakMap<FastifyRequest, Promise<void>>();
  const tallies = new WeakMap<FastifyRequest, { bytes: number }>();
  /** Says that the answer is made. */
  const made = new WeakMap<FastifyRequest, PromiseWithResolvers<void>>();
  let latest: Owner | undefined;
  let othersAt = Number.NEGATIVE_INFINITY;

  /** Until the answer is read, and until the handler has ended also where nobody waits for its answer. */
  async function answered(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await Promise.allSettled([finished(reply.raw, { readable: false })]);
    await Promise.allSettled([works.get(request)]);
  }

  /** Notes who asks, and tells whether somebody else does. */
  function noteOwner(owner: Owner): void {
    if (owner === latest) return;
    // Nobody was before the first one.
    if (latest !== undefined) othersAt = performance.now();
    latest = owner;
  }
  const isAlone = () => performance.now() - othersAt > HERE;

  /** Until the answer is made, also for whoever has gone, or it takes too long. */
  async function untilMade(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const isMade = made.get(request) ?? Promise.withResolvers<void>();
    made.set(request, isMade);
    const isOver = new AbortController();
    const { signal } = isOver;
    await Promise.race([
      isMade.promise,
      Promise.allSettled([finished(raw, { readable: false, signal })]).then(() => works.get(request)),
      setTimeout(LONGEST_WHOLE, undefined, { signal }).catch(() => {}),
    ]);
    isOver.abort();
  }

  /** The same, and then for as long as the loop was busy meanwhile, if there is anybody else to serve. */
  async function wholeTurn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const begun = performance.eventLoopUtilization();
    await untilMade(request, reply);
    if (!isAlone()) await setTimeout(Math.min(performance.eventLoopUtilization(begun).active, LONGEST_PAUSE));
  }

  const noteWait = (request: FastifyRequest, since: number) => {
    if (performance.now() - since > SHORT_WAIT) request.isLate = true;
  };

  app.addHook('preParsing', async (request, reply) => {
    const { owner, isPerson } = askingOf(request);
    if (isPerson) noteOwner(owner);
    // An answer that is a stream has listeners of its own.
    reply.raw.setMaxListeners(20);
    const since = performance.now();
    const { schema } = request.routeOptions;
    const hold = (places: Places<Owner>) => places.enter(owner, () => answered(request, reply));
    if (!takesFiles(schema)) {
      if (hasLargeBody(request)) await hold(isPerson ? bodies : bodiesOfAddress);
      if (isPerson && answersTable(schema)) await hold(tables);
      if (isPerson) await hold(answersFile(schema) ? files : all);
    }
    noteWait(request, since);
  });

  app.addHook('preValidation', async (request, reply) => {
    const { owner, isPerson } = askingOf(request);
    if (takesFiles(request.routeOptions.schema)) {
      request.enterLarge = async () => {
        const since = performance.now();
        await (isPerson ? bodies : bodiesOfAddress).enter(owner, () => answered(request, reply));
        await turns.enter(owner, () => turn(reply));
        if (performance.now() - since > SHORT_WAIT) await request.judgeAgain?.();
      };
      return;
    }
    if (isPerson && isReading(request) && before.wasLong(request)) {
      const since = performance.now();
      if (before.isShortFor(owner, request)) await shorts.enter(owner, () => untilMade(request, reply));
      // One before it may have proved long.
      const isLong = !before.isShortFor(owner, request);
      if (isLong) await wholes.enter(owner, () => wholeTurn(request, reply));
      noteWait(request, since);
      if (isLong) return;
    }
    if (!hasLargeBody(request) && !hasManyParts(request.body) && !before.takesTurns(owner, request)) return;
    const since = performance.now();
    await turns.enter(owner, () => turn(reply));
    noteWait(request, since);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const { owner, isPerson } = askingOf(request);
    made.get(request)?.resolve();
    if (!isPerson) return;
    const isLong = Buffer.isBuffer(payload) && isJson(reply);
    const length = typeof payload === 'string' || isLong ? payload.length : 0;
    const bytes = tallies.get(request)?.bytes ?? 0;
    if (isReading(request) && reply.statusCode < 300 && isJson(reply) && length > 0)
      before.noteReading(owner, request, Math.max(length, bytes));
    if (!isReading(request) && bytes >= LONG_RECORD) before.noteLongDeed(owner);
    before.noteLength(owner, length);
  });

  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return;
    const { handler } = route;
    route.handler = function worked(request, reply) {
      // Whoever has gone holds no place any more.
      if (reply.raw.destroyed) throw refuse.gone();
      const tally = { bytes: 0 };
      tallies.set(request, tally);
      const work = tallied(tally, () => handler.call(this, request, reply));
      // It waits for the end alone: what was worked out would stay until it is read.
      works.set(
        request,
        Promise.allSettled([work]).then(() => {
          // Whoever went away, or was refused, has had it read all the same.
          const { owner, isPerson } = askingOf(request);
          if (isPerson && isReading(request) && tally.bytes >= WHOLE_ANSWER) before.noteReading(owner, request, tally.bytes);
        }),
      );
      return work;
    };
  });
}
