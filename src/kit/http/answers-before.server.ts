import { performance } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import { isReading } from './reading.server.ts';

/** Characters. Making a longer answer takes the loop for milliseconds, too, but shows only then. */
const LARGE_ANSWER = 64 * 1024;
/** ms; for so long whoever got one takes turns */
const HEAVY_FOR = 1_000;
/** Characters of shorter ones together, of which one `LARGE_ANSWER` is forgotten in each `HEAVY_FOR`: whoever opens ten screens at once reads less. */
const MANY_ANSWERS = 8 * LARGE_ANSWER;
/** ms; for so long the deeds of whoever wrote to a long record take turns */
const WRITES_FOR = 60_000;
/** Most people who are remembered for that. */
const MOST_HEAVY = 10_000;
/** Most kinds of short answers that are remembered of one of them: far more than somebody's screens ask in a day. */
const MOST_SHORT = 300;

/** Characters of an answer, or bytes that the database sent for it: making a longer one takes loop and database for 10 to 200 ms. */
export const WHOLE_ANSWER = 128 * 1024;
/** The same of an answer that nobody need wait for. */
const SHORT_ANSWER = 32 * 1024;
/** ms; for so long it is known what had such an answer */
const KNOWN_FOR = 24 * 3_600_000;
/** ms; for so long whoever got one past the line waits in it for all that is known for them */
const STRAYED_FOR = 60_000;

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

/** What people have lately been answered, and which kinds of requests have had long answers: what a request will take shows only afterwards. */
export function rememberAnswers<Owner>() {
  const heavyUntil = new Map<Owner, number>();
  const strayedUntil = new Map<Owner, number>();
  const writesUntil = new Map<Owner, number>();
  /** How much somebody has been answered that is not forgotten yet, and when. */
  const answeredTo = new Map<Owner, { at: number; length: number }>();
  /** Until when each kind of request is known for a long answer. */
  const longUntil = new Map<string, number>();
  /** Of which kinds somebody has had short answers alone (true), or a long one (false). */
  const shortOf = new Map<Owner, Map<string, boolean>>();

  const isIn = (until: Map<Owner, number>, owner: Owner) => (until.get(owner) ?? 0) > performance.now();
  function note(until: Map<Owner, number>, owner: Owner, ms: number): void {
    if (until.size > MOST_HEAVY) until.clear();
    until.set(owner, performance.now() + ms);
  }
  const lengthFor = (owner: Owner): number => {
    const { at, length } = answeredTo.get(owner) ?? { at: 0, length: 0 };
    return Math.max(0, length - ((performance.now() - at) / HEAVY_FOR) * LARGE_ANSWER);
  };

  return {
    /** Whether such a request has lately had a long answer. */
    wasLong: (request: FastifyRequest): boolean => (longUntil.get(kindOf(request)) ?? 0) > performance.now(),

    /** Whether somebody need not wait for others' long answers of that kind. */
    isShortFor: (owner: Owner, request: FastifyRequest): boolean =>
      shortOf.get(owner)?.get(kindOf(request)) === true && !isIn(strayedUntil, owner),

    /** Whether somebody has had so much that their next requests wait for their turns. */
    takesTurns: (owner: Owner, request: FastifyRequest): boolean =>
      isIn(heavyUntil, owner) || lengthFor(owner) >= MANY_ANSWERS || (!isReading(request) && isIn(writesUntil, owner)),

    noteLongDeed: (owner: Owner): void => note(writesUntil, owner, WRITES_FOR),

    noteLength(owner: Owner, length: number): void {
      if (answeredTo.size > MOST_HEAVY) answeredTo.clear();
      answeredTo.set(owner, { at: performance.now(), length: Math.min(lengthFor(owner) + length, 2 * MANY_ANSWERS) });
      if (length >= LARGE_ANSWER) note(heavyUntil, owner, HEAVY_FOR);
    },

    noteReading(owner: Owner, request: FastifyRequest, size: number): void {
      const kind = kindOf(request);
      if (shortOf.size > MOST_HEAVY) shortOf.clear();
      const kinds = shortOf.get(owner) ?? new Map<string, boolean>();
      const isLong = size >= WHOLE_ANSWER;
      if (isLong) longUntil.set(kind, performance.now() + KNOWN_FOR);
      if (isLong && kinds.get(kind)) note(strayedUntil, owner, STRAYED_FOR);
      if (!isLong && (kinds.has(kind) || size >= SHORT_ANSWER || !isFirstPage(request))) return;
      if (!kinds.has(kind) && kinds.size >= MOST_SHORT) return;
      kinds.set(kind, !isLong);
      shortOf.set(owner, kinds);
    },
  };
}
