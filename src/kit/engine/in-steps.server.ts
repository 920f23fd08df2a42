import { setImmediate } from 'node:timers/promises';

/** How long work may hold the event loop, in ms. */
const MOST_HELD = 10;

/** Work of many small steps asks between two of them, and lets others have the event loop when it has held it for long enough. */
export function inSteps(): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async () => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < MOST_HELD ? undefined : pause());
}
