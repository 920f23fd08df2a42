import type { Queryable } from './queryable.server.ts';

type Work = (db: Queryable) => Promise<unknown>;
const leftOf = new WeakMap<object, Map<string, Work>>();

/**
 * Leaves `work` to the end of the transaction, once for each key: it is done as a part of it, and behind it where it is undone (the last try of a
 * repeated one). For what a refusal tells.
 */
export function eitherWay(tx: object, key: string, work: Work): void {
  const left = leftOf.get(tx) ?? new Map<string, Work>();
  left.set(key, work);
  leftOf.set(tx, left);
}

/** Does what was left to either way. */
export async function runEitherWay(tx: object, db: Queryable): Promise<void> {
  for (const work of leftOf.get(tx)?.values() ?? []) await work(db);
}
