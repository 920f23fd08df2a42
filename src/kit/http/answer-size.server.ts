import type { FastifyInstance } from 'fastify';
import { refuse } from '#kit/refusal/refusal.ts';

/** Characters of an answer in JSON. It is made in one piece, and nobody else is served meanwhile. */
const MOST_ANSWERED = 4 * 1024 * 1024;

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

/** Refuses answers that are too long before they become text; streams and texts are none of its business. */
export function limitAnswers(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 || !isLongerThan(MOST_ANSWERED, payload)) return done(null, payload);
    done(READS.has(request.method) ? refuse.tooMuch() : refuse.unsaid());
  });
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
