/** A waiting order: the kind of place, and what to do when it is free. */
export interface Waiting {
  kind: string;
  start(): void;
}

/** A bounded queue in which users take turns, however many orders one of them has. */
export class Turns<Owner> {
  readonly #most: number;
  readonly #mostOfOne: number;
  /** the user whose turn is next comes first */
  readonly #lines = new Map<Owner, Waiting[]>();
  #length = 0;

  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
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
    for (const [owner, line] of this.#lines) {
      const found = line.find(({ kind }) => hasRoom(kind, owner));
      if (!found) continue;
      this.remove(owner, found);
      const left = this.#lines.get(owner);
      if (left && this.#lines.delete(owner)) this.#lines.set(owner, left);
      return found;
    }
    return undefined;
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
