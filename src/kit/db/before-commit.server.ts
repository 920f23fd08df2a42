type Lasts = Map<string, () => Promise<unknown>>;
const lastsOf = new WeakMap<object, Lasts>();

/**
 * Leaves `work` to the end of the transaction, once for each key and in the order of keys: for locks that many others take, which a long transaction
 * would hold until its end. Where nothing has been opened it runs at once.
 */
export async function beforeCommit(tx: object, key: string, work: () => Promise<unknown>): Promise<void> {
  const lasts = lastsOf.get(tx);
  if (!lasts) await work();
  else if (!lasts.has(key)) lasts.set(key, work);
}

/** From now on work may be left to the end of this transaction. */
export const leftTo = (tx: object): void => void lastsOf.set(tx, new Map());

/** Does what was left, in one order for all, so that no two transactions wait for each other; work may leave more. */
export async function runLasts(tx: object): Promise<void> {
  const lasts: Lasts = lastsOf.get(tx) ?? new Map();
  while (lasts.size > 0)
    for (const [key, work] of [...lasts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      lasts.delete(key);
      await work();
    }
}
