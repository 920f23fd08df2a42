import { Turns } from '#kit/engine/turns.ts';

interface PlacesOptions {
  size: number;
  /** whether somebody who holds `mine` of the places may have one more of those that are `free` */
  fits: (mine: number, free: number) => boolean;
  /** how many may wait, and how many of one owner */
  waiting: readonly [all: number, ofOne: number];
  /** how long to wait for a place, in ms */
  patience: number;
  /** what is thrown when that was too long, or when too many wait */
  refusal: () => Error;
}

/** ms after which the time for which somebody held places counts half: longer than a round of all who attack, or all would be alike again. */
const FADE = 30_000;
/** So many others may have as much service as counts at most before the patience of whoever had it ends. */
const OTHERS = 20;

/** Places that are held while something is done. Who finds none waits; whoever has lately held places for less time comes first. */
export class Places<Owner> {
  readonly #options: PlacesOptions;
  readonly #waiting: Turns<Owner>;
  readonly #held = new Map<Owner, number>();
  #free: number;
  #fadedAt = performance.now();

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#waiting = new Turns(...options.waiting, (options.patience * options.size) / OTHERS);
    this.#free = options.size;
  }

  async hold<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    await this.#wait(owner);
    const since = performance.now();
    try {
      return await work();
    } finally {
      this.#spend(owner, performance.now() - since);
      this.#leave(owner);
    }
  }

  /** Waits for a place, which is then held until `over`. */
  async enter(owner: Owner, over: () => Promise<unknown>): Promise<void> {
    const entered = Promise.withResolvers<void>();
    this.hold(owner, () => {
      entered.resolve();
      return over();
    }).catch(entered.reject);
    await entered.promise;
  }

  #spend(owner: Owner, ms: number): void {
    const fades = Math.floor((performance.now() - this.#fadedAt) / FADE);
    this.#fadedAt += fades * FADE;
    for (let n = 0; n < Math.min(fades, 20); n += 1) this.#waiting.fade();
    this.#waiting.spend(owner, ms);
  }

  #fits(owner: Owner): boolean {
    return this.#options.fits(this.#held.get(owner) ?? 0, this.#free);
  }

  #take(owner: Owner): void {
    this.#free -= 1;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
  }

  async #wait(owner: Owner): Promise<void> {
    if (this.#fits(owner)) {
      this.#take(owner);
      return;
    }
    const { patience, refusal } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = {
      kind: 'lugar',
      start: () => {
        clearTimeout(clock);
        this.#take(owner);
        resolve();
      },
    };
    const giveUp = () => {
      clearTimeout(clock);
      this.#waiting.remove(owner, waiting);
      reject(refusal());
    };
    const clock = setTimeout(giveUp, patience);
    if (!this.#waiting.add(owner, waiting)) giveUp();
    await promise;
  }

  #leave(owner: Owner): void {
    this.#free += 1;
    const left = (this.#held.get(owner) ?? 1) - 1;
    if (left > 0) this.#held.set(owner, left);
    else this.#held.delete(owner);
    // One that leaves may make room for several, because how many fit depends on what each of them holds.
    for (let next = this.#next(); next; next = this.#next()) next.start();
  }

  readonly #next = () => this.#waiting.next((_kind, owner) => this.#fits(owner));
}
