/** A waiting order: the kind of place, and what to do when it is free. */
export interface Waiting {
  kind: string;
  start(): void;
}

/** A bounded queue in which users take turns, however many orders one of them has. Who has been served for less time comes first. */
export class Turns<Owner> {
  readonly #most: number;
  readonly #mostOfOne: number;
  /** the user whose turn is next comes first */
  readonly #lines = new Map<Owner, Waiting[]>();
  /** milliseconds of service */
  readonly #spent = new Map<Owner, number>();
  readonly #mostSpent: number;
  #length = 0;

  /** `mostSpent`: more service than that counts as so much, or others would have to have had as much before somebody's turn comes */
  constructor(most: number, mostOfOne: number, mostSpent = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
    this.#mostSpent = mostSpent;
  }

  /** False when the queue is full. */
  add(owner: Owner, waiting: Waiting): boolean {
    const line = this.#lines.get(owner) ?? [];
    if (this.#length >= this.#most || line.length >= this.#mostOfOne) return false;
    line.push(waiting);
    this.#lines.set(owner, line);
    this.#length += 1;
    return true;
  }

  /** Removes the next order among those for whom there is room. */
  next(hasRoom: (kind: string, owner: Owner) => boolean): Waiting | undefined {
    let first: { owner: Owner; line: Waiting[]; found: Waiting; spent: number } | undefined;
    for (const [owner, line] of this.#lines) {
      const found = line.find(({ kind }) => hasRoom(kind, owner));
      const spent = this.#spent.get(owner) ?? 0;
      if (found && !(first && first.spent <= spent)) first = { owner, line, found, spent };
    }
    if (!first) return undefined;
    const { owner, line, found } = first;
    this.remove(owner, found);
    // Among those who have had as much, everybody else comes before this one now.
    if (line.length > 0 && this.#lines.delete(owner)) this.#lines.set(owner, line);
    return found;
  }

  spend(owner: Owner, milliseconds: number): void {
    this.#spent.set(owner, Math.min((this.#spent.get(owner) ?? 0) + milliseconds, this.#mostSpent));
  }

  /** What was served until now counts half from now on. */
  fade(): void {
    for (const [owner, spent] of this.#spent) {
      if (spent < 10) this.#spent.delete(owner);
      else this.#spent.set(owner, spent / 2);
    }
  }

  remove(owner: Owner, waiting: Waiting): void {
    const line = this.#lines.get(owner);
    const at = line?.indexOf(waiting) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    this.#length -= 1;
    if (line.length === 0) this.#lines.delete(owner);
  }
}
