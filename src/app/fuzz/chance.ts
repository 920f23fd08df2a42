/** Chance that can be had again: the same seed draws the same. */
export interface Chance {
  /** a whole number from 0, below `below` */
  int(below: number): number;
  pick<T>(of: readonly T[]): T;
  /** so many of them, none twice */
  some<T>(of: readonly T[], count: number): T[];
}

/** mulberry32, begun anew for each name so that what one draws moves no other. */
export function chanceOf(seed: number, name = ''): Chance {
  let state = seed | 0;
  for (const sign of name) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    pick: (of) => of[int(of.length)] as (typeof of)[number],
    some(of, count) {
      const left = [...of];
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(int(left.length), 1)[0] as (typeof of)[number],
      );
    },
  };
}
