import { setImmediate } from 'node:timers/promises';

/** How long work may hold the event loop, in ms. */
const MOST_HELD = 10;

/** Called between the small steps of long work: yields the event loop when the work has held it for long enough. */
export function inSteps(): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async () => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < MOST_HELD ? undefined : pause());
}
