/** The names of an object's own properties, in their order. */
export const namesOf = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

/** An object with those names; `make` gives the value of each. */
export const byName = <N extends string, V>(names: readonly N[], make: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, V>;

/** The label of a code; undefined for an unknown one. */
export const labelIn = (labels: Readonly<Record<string, string>>, code: unknown): string | undefined =>
  typeof code === 'string' && Object.hasOwn(labels, code) ? labels[code] : undefined;

export const isOneOf = <T>(all: readonly T[], one: unknown): one is T => all.some((known) => known === one);
