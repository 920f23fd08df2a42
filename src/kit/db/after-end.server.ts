import type { Queryable } from './queryable.server.ts';

type Late = (db: Queryable) => Promise<unknown>;
const latesOf = new WeakMap<object, Map<string, Late>>();

/**
 * Leaves `work` to the end of the transaction, once for each key: it is kept with that, and done all the same where the transaction is undone, of a
 * repeated one for the last try. For what a refusal tells.
 */
export function afterEnd(tx: object, key: string, work: Late): void {
  const lates = latesOf.get(tx) ?? new Map<string, Late>();
  lates.set(key, work);
  latesOf.set(tx, lates);
}

/** Does what was left. */
export async function runLates(tx: object, db: Queryable): Promise<void> {
  for (const work of latesOf.get(tx)?.values() ?? []) await work(db);
}
