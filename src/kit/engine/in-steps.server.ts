import { setImmediate, setTimeout } from 'node:timers/promises';

/** How long work may hold the event loop, in ms. */
const MOST_HELD = 10;
/** ms; the longest rest, for what went before may have waited for the database and not held the loop. */
const MOST_REST = 100;

interface StepsOptions {
  /** leaves the loop to others for as long as it was held, for work of seconds */
  rests?: boolean;
}

/** Called between the small steps of long work: yields the event loop when the work has held it for long enough. */
export function inSteps({ rests = false }: StepsOptions = {}): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async () => {
    await (rests ? setTimeout(Math.min(performance.now() - since, MOST_REST)) : setImmediate());
    since = performance.now();
  };
  return () => (performance.now() - since < MOST_HELD ? undefined : pause());
}
