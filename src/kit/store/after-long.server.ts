import { LONG_RECORD, talliedYet } from '#kit/db/whole-reads.server.ts';
import { resting } from '#kit/process/unhurried.server.ts';

/** Called between two of many records, or lines of the trail, that a request works on: after a long one it leaves a crowded loop to others. */
export function afterLong(): () => Promise<void> {
  const rest = resting();
  let before = talliedYet();
  return async () => {
    const now = talliedYet();
    if (now - before >= LONG_RECORD) await rest();
    before = now;
  };
}
