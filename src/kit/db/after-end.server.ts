import type { Queryable } from './queryable.server.ts';

type Late = (db: Queryable) => Promise<unknown>;
const latesOf = new WeakMap<object, Late[]>();

/** Leaves `work` to the end of the transaction: it is kept with that, and done all the same where that is undone. For what a refusal tells. */
export function afterEnd(tx: object, work: Late): void {
  const lates = latesOf.get(tx) ?? [];
  lates.push(work);
  latesOf.set(tx, lates);
}

/** Does what was left. */
export async function runLates(tx: object, db: Queryable): Promise<void> {
  for (const work of latesOf.get(tx) ?? []) await work(db);
}
