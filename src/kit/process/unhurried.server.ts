import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** A loop that is busy for more than this part of the time keeps other work waiting. */
const CROWDED = 0.5;
/** Long work then rests so many times as long as the loop was busy, at most so many ms, before it goes on. */
const REST = 3;
const LONGEST_REST_MS = 500;
/** Measuring more often is useless: the loop is always busy while it works on this. */
const WINDOW_MS = 20;

/** Called between two pieces of long work: leaves the loop to others when it is crowded, for `most` ms in all. */
export function resting(most = Number.POSITIVE_INFINITY): () => Promise<void> {
  let since = performance.eventLoopUtilization();
  let left = most;
  return async () => {
    const { active, idle, utilization } = performance.eventLoopUtilization(since);
    if (active + idle < WINDOW_MS) return;
    const rest = Math.min(REST * active, LONGEST_REST_MS, left);
    if (utilization > CROWDED && rest > 0) {
      await pause(rest);
      left -= rest;
    }
    since = performance.eventLoopUtilization();
  };
}

/**
 * Passes pieces on one by one, and leaves the loop to others between two pieces when it is crowded. For large content whose next
 * piece nobody waits for; where somebody does, `most` is how many ms it rests in all.
 */
export async function* unhurried<T>(pieces: AsyncIterable<T>, most?: number): AsyncGenerator<T, void, void> {
  const rest = resting(most);
  for await (const piece of pieces) {
    yield piece;
    await rest();
  }
}
