/** The names of an object's own properties, in their order. */
export const namesOf = <T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

/** An object of those names, each with what is made of it. */
export const byName = <N extends string, V>(names: readonly N[], make: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, V>;

/** What a code is called; undefined where it is none of those. */
export const labelIn = (labels: Readonly<Record<string, string>>, code: unknown): string | undefined =>
  typeof code === 'string' && Object.hasOwn(labels, code) ? labels[code] : undefined;

export const isOneOf = <T>(all: readonly T[], one: unknown): one is T => all.some((known) => known === one);
