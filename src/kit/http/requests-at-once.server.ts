import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LONG_RECORD, tallied } from '#kit/db/whole-reads.server.ts';
import { Places } from '#kit/lanes/places.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { answersFile, answersTable, takesFiles } from './openapi.server.ts';
import { isReading } from './reading.server.ts';

/** Reading a larger body and judging it takes the loop for milliseconds. Forms are far smaller. */
const LARGE_BODY = 16 * 1024;
/** ms; a request that has waited for longer is judged again before it is worked on */
const SHORT_WAIT = 100;

/** Characters. Making a longer answer takes the loop for milliseconds, too, but shows only then. */
const LARGE_ANSWER = 64 * 1024;
/** ms; for so long whoever got one takes turns */
const HEAVY_FOR = 1_000;
/** The same of shorter ones together, of which one `LARGE_ANSWER` is forgotten in each `HEAVY_FOR`: whoever opens ten screens at once reads less. */
const MANY_ANSWERS = 8 * LARGE_ANSWER;
/** ms; for so long the deeds of whoever wrote to a long record take turns */
const WRITES_FOR = 60_000;
/** Most people who are remembered for that. */
const MOST_HEAVY = 10_000;
/** Most kinds of short answers that are remembered of one of them: far more than somebody's screens ask in a day. */
const MOST_SHORT = 300;
/** ms; a request has its turn for so long at most */
const LONGEST_TURN = 100;
/** ms; so often a turn looks whether the loop is busy: a request that waits for the database keeps nobody else waiting */
const LOOK = 10;
/** the part of that time in which a busy loop is at work */
const BUSY = 0.5;
/** How many times as long as a turn kept the loop busy nobody else has one. */
const REST = 2;

/** Characters of an answer, or bytes that the database sent for it: making a longer one takes loop and database for 10 to 200 ms. */
const WHOLE_ANSWER = 128 * 1024;
/** The same of an answer that nobody need wait for. */
const SHORT_ANSWER = 32 * 1024;
/** ms; for so long it is known what had such an answer */
const KNOWN_FOR = 24 * 3_600_000;
/** ms; for so long whoever got one past the line waits in it for all that is known for them */
const STRAYED_FOR = 60_000;
/** ms; the turn of one lasts so long at most, also when it waits for a lane or another machine */
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

/** No page has more rows than two to this power. */
const MOST_POWER = 9;

/** What a page of a list is asked with where nothing is sought. */
const OF_PAGES = new Set(['page', 'size', 'sort']);

/**
 * What tells how long an answer in JSON will be: the route, how many rows of a page are asked for (by powers of two), whether something is sought, so
 * that no search is held against the list itself, and whether JSON is asked for where there are documents, too. Nothing of which anybody can think of
 * another one each time.
 */
function kindOf({ routeOptions: { url }, query, headers: { accept = '' } }: FastifyRequest): string {
  const asked = (query ?? {}) as { size?: unknown };
  const size = Number(asked.size);
  const rows = Number.isInteger(size) && size > 0 ? Math.min(Math.ceil(Math.log2(size)), MOST_POWER) : '';
  const isSought = Object.keys(asked).some((name) => !OF_PAGES.has(name));
  return `${url} ${rows} ${isSought} ${accept.includes('application/json')}`;
}

/** Whether a list is read from its beginning: a page behind its end is short whatever the list is. */
const isFirstPage = ({ query }: FastifyRequest): boolean => Number((query as { page?: unknown } | undefined)?.page ?? 0) === 0;

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
  const heavyUntil = new Map<Owner, number>();
  const strayedUntil = new Map<Owner, number>();
  const writesUntil = new Map<Owner, number>();
  /** How much somebody has been answered that is not forgotten yet, and when. */
  const answeredTo = new Map<Owner, { at: number; length: number }>();
  /** Until when each kind of request is known for that. */
  const wholeUntil = new Map<string, number>();
  /** Of which kinds somebody has had short answers alone (true), or a long one (false). */
  const shortOf = new Map<Owner, Map<string, boolean>>();
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

  const isIn = (until: Map<Owner, number>, owner: Owner) => (until.get(owner) ?? 0) > performance.now();
  const lengthFor = (owner: Owner): number => {
    const { at, length } = answeredTo.get(owner) ?? { at: 0, length: 0 };
    return Math.max(0, length - ((performance.now() - at) / HEAVY_FOR) * LARGE_ANSWER);
  };
  const takesTurns = (request: FastifyRequest, owner: Owner) =>
    isIn(heavyUntil, owner) || lengthFor(owner) >= MANY_ANSWERS || (!isReading(request) && isIn(writesUntil, owner));
  function note(until: Map<Owner, number>, owner: Owner, ms: number): void {
    if (until.size > MOST_HEAVY) until.clear();
    until.set(owner, performance.now() + ms);
  }
  function noteLength(owner: Owner, length: number): void {
    if (answeredTo.size > MOST_HEAVY) answeredTo.clear();
    answeredTo.set(owner, { at: performance.now(), length: Math.min(lengthFor(owner) + length, 2 * MANY_ANSWERS) });
    if (length >= LARGE_ANSWER) note(heavyUntil, owner, HEAVY_FOR);
  }
  function noteReading(owner: Owner, request: FastifyRequest, size: number): void {
    const kind = kindOf(request);
    if (shortOf.size > MOST_HEAVY) shortOf.clear();
    const kinds = shortOf.get(owner) ?? new Map<string, boolean>();
    const isLong = size >= WHOLE_ANSWER;
    if (isLong) wholeUntil.set(kind, performance.now() + KNOWN_FOR);
    if (isLong && kinds.get(kind)) note(strayedUntil, owner, STRAYED_FOR);
    if (!isLong && (kinds.has(kind) || size >= SHORT_ANSWER || !isFirstPage(request))) return;
    if (!kinds.has(kind) && kinds.size >= MOST_SHORT) return;
    kinds.set(kind, !isLong);
    shortOf.set(owner, kinds);
  }
  /** Whether somebody need not wait for others' long answers of a kind. */
  const isShortFor = (owner: Owner, kind: string) => shortOf.get(owner)?.get(kind) === true && !isIn(strayedUntil, owner);
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
    const kind = kindOf(request);
    if (isPerson && isReading(request) && (wholeUntil.get(kind) ?? 0) > performance.now()) {
      const since = performance.now();
      if (isShortFor(owner, kind)) await shorts.enter(owner, () => untilMade(request, reply));
      // One before it may have proved long.
      const isLong = !isShortFor(owner, kind);
      if (isLong) await wholes.enter(owner, () => wholeTurn(request, reply));
      noteWait(request, since);
      if (isLong) return;
    }
    if (!hasLargeBody(request) && !hasManyParts(request.body) && !takesTurns(request, owner)) return;
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
      noteReading(owner, request, Math.max(length, bytes));
    if (!isReading(request) && bytes >= LONG_RECORD) note(writesUntil, owner, WRITES_FOR);
    noteLength(owner, length);
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
          if (isPerson && isReading(request) && tally.bytes >= WHOLE_ANSWER) noteReading(owner, request, tally.bytes);
        }),
      );
      return work;
    };
  });
}
