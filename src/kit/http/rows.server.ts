import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Rows of a batch sent at its reader's pace: a slow line takes them within the time of its turn. */
export const ROWS_AT_ONCE = 200;

type Batches = AsyncIterable<readonly object[]>;

/**
 * Answers with all rows as a JSON array, written while they are read: an unbounded answer is never built in memory. `around` are
 * the texts before and after the rows; the second one gets their number.
 */
export async function sendRows(
  reply: FastifyReply,
  batches: Batches,
  [before, after]: readonly [string, (total: number) => string] = ['[', () => ']'],
): Promise<FastifyReply> {
  const texts = written(batches, before, after);
  // A refusal before the first row is answered like any refusal.
  let first: IteratorResult<string, void> | undefined = await texts.next();
  const rest: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]: () => rest,
    async next() {
      const next = first ?? (await texts.next());
      first = undefined;
      return next;
    },
    return: () => texts.return(),
  };
  return reply.type('application/json').send(Readable.from(rest));
}

async function* written(batches: Batches, before: string, after: (total: number) => string): AsyncGenerator<string, void, void> {
  let total = 0;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield (total === 0 ? before : ',') + batch.map((row) => JSON.stringify(row)).join(',');
    total += batch.length;
  }
  yield (total === 0 ? before : '') + after(total);
}
