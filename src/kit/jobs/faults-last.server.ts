/**
 * A job of many parts, of which a failing one holds up no other: `work` hands what a part throws to `keep`, and the first of these
 * faults is thrown when `work` is through. The task then fails and is tried again.
 */
export async function faultsLast(work: (keep: (fault: unknown) => void) => Promise<void>): Promise<undefined> {
  const faults: unknown[] = [];
  await work((fault) => void faults.push(fault));
  if (faults.length > 0) throw faults[0];
}
