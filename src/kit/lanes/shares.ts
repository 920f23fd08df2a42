/** Use counts a tenth less with every second. */
const STEP_MS = 1_000;
const KEPT = 0.9;
/** Whoever has used nothing for so long does not need it now. */
const THERE_MS = 2_000;

/** How much of a shared resource everybody has lately used. */
export class Shares<Owner> {
  readonly #taken = new Map<Owner, { amount: number; at: number }>();
  readonly #modest: number;
  readonly #now: () => number;
  readonly #isMissed: (owner: Owner) => boolean;
  #all = 0;
  #aged: number;

  /**
   * An owner who has used no more than `modest` is never greedy; only owners for whom `isMissed` is true count as others who are
   * present.
   */
  constructor(modest: number, isMissed: (owner: Owner) => boolean = () => true, now: () => number = Date.now) {
    this.#modest = modest;
    this.#isMissed = isMissed;
    this.#now = now;
    this.#aged = now();
  }

  take(owner: Owner, amount: number): void {
    this.#age();
    this.#taken.set(owner, { amount: this.#of(owner) + amount, at: this.#now() });
    this.#all += amount;
  }

  /** Whether somebody has used more than an equal share while others are present. Somebody alone takes nothing from anybody. */
  isGreedy(owner: Owner): boolean {
    this.#age();
    const own = this.#of(owner);
    return own > Math.max(this.#modest, this.#all / this.#taken.size) && this.#isAnotherThere(owner);
  }

  #of(owner: Owner): number {
    return this.#taken.get(owner)?.amount ?? 0;
  }

  #isAnotherThere(owner: Owner): boolean {
    const since = this.#now() - THERE_MS;
    for (const [other, { at }] of this.#taken) if (other !== owner && at > since && this.#isMissed(other)) return true;
    return false;
  }

  #age(): void {
    const steps = Math.floor((this.#now() - this.#aged) / STEP_MS);
    if (steps <= 0) return;
    this.#aged += steps * STEP_MS;
    this.#all = 0;
    for (const [owner, one] of this.#taken) {
      one.amount *= KEPT ** steps;
      if (one.amount < 1) this.#taken.delete(owner);
      else this.#all += one.amount;
    }
  }
}
