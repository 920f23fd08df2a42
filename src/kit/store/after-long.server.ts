import { LONG_RECORD, talliedYet } from '#kit/db/whole-reads.server.ts';
import { resting } from '#kit/process/unhurried.server.ts';

/** ms in all: whoever works on many records may hold locks that others wait for. */
const MOST_REST = 10_000;

/** Called between two of many records, or lines of the trail, that a request works on: where much was read for one it leaves a crowded loop to others. */
export function afterLong(): () => Promise<void> {
  const rest = resting(MOST_REST);
  let before = talliedYet();
  return async () => {
    const now = talliedYet();
    if (now - before >= LONG_RECORD) await rest();
    before = now;
  };
}
