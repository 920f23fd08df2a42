import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { asker } from '#kit/lanes/lanes.server.ts';
import { Places } from '#kit/lanes/places.ts';
import { unhurried } from '#kit/process/unhurried.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { holderOf } from './holders.server.ts';
import { isReading } from './reading.server.ts';

/** Characters of an answer in JSON. All of it is in memory until it is sent. */
const MOST_ANSWERED = 4 * 1024 * 1024;
/** Characters of an answer that is made in pieces; a shorter one becomes text in some 10 ms. */
const LONG = 1024 * 1024;
/** Characters of a piece, or one long text: nobody else is served for a millisecond or two. */
const PIECE = 64 * 1024;
/** ms for which making one rests in all, while the loop is crowded. */
const MOST_REST = 1_000;

/** What is left of `left` characters when a value is said as JSON, by about; it looks no further when nothing is. */
function leftAfter(value: unknown, left: number): number {
  if (typeof value === 'string') return left - value.length - 3;
  let rest = left - 5;
  if (typeof value !== 'object' || value === null) return rest;
  if (Array.isArray(value)) for (let at = 0; at < value.length && rest >= 0; at += 1) rest = leftAfter(value[at], rest);
  else
    for (const name in value) {
      rest = leftAfter((value as Record<string, unknown>)[name], rest - name.length - 3);
      if (rest < 0) break;
    }
  return rest;
}

/** Whether a value has more than `most` characters as JSON. What it holds several times is said several times. */
export const isLongerThan = (most: number, value: unknown): boolean => leftAfter(value, most) < 0;

/** Whether it would be refused as an answer. */
export const isTooLong = (value: unknown): boolean => isLongerThan(MOST_ANSWERED, value);

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && !('toJSON' in value);

/** A value as JSON, part by part; what is short, or neither list nor plain object, is one part. */
export function* partsOf(value: unknown): Generator<string, void, void> {
  if (!isPlain(value) || !isLongerThan(PIECE, value)) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries()) {
      yield at === 0 ? '[' : ',';
      yield* partsOf(member);
    }
    yield ']';
    return;
  }
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* partsOf(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** The same text in pieces that take the loop for a millisecond. */
export async function* inPieces(parts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let piece = '';
  for await (const part of parts) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  yield piece;
}

const busy = () =>
  new Refusal('OCUPADO', 'Muitas respostas grandes estão sendo feitas ao mesmo tempo. Tente de novo em instantes.', 503, {
    retryAfter: 5,
  });

/** Refuses answers that are too long before they become text, and makes the text of long ones piece by piece; streams and texts are none of its business. */
export function limitAnswers(app: FastifyInstance): void {
  // What waits is in memory with all that it says: a few wait, one of each owner is made at a time.
  const places = new Places<number | string | undefined>({
    size: 4,
    fits: (mine, free) => mine === 0 && free > 0,
    waiting: [12, 2],
    patience: 20_000,
    refusal: busy,
  });
  app.setReplySerializer((payload) => (Buffer.isBuffer(payload) ? (payload as never) : JSON.stringify(payload)));
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode >= 400 || !isLongerThan(LONG, payload)) return payload;
    const isRead = isReading(request);
    if (isTooLong(payload)) throw isRead ? refuse.tooMuch() : refuse.unsaid();
    // What a deed says is not refused any more, nor does it wait.
    return isRead ? places.hold(holderOf(request) ?? asker(), () => textOf(payload, () => reply.raw.destroyed)) : payload;
  });
}

/** The text of a long answer; others are served between two pieces of it. */
async function textOf(value: unknown, isGone: () => boolean): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of unhurried(inPieces(partsOf(value)), MOST_REST)) {
    if (isGone()) break;
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}
