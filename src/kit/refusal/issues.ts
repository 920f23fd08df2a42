import type { z } from 'zod';

/** A fault of the input: a value that shared code never throws. `field` is a path such as `doses.0.diasProximaDose`. */
export interface Issue {
  field: string;
  message: string;
}

/** How zod's own sentences begin, in English. */
const OF_ZOD = /^(?:Invalid|Too (?:small|big)|Unrecognized)\b/;

/** Zod's faults as ours: a dotted path and one sentence each, always in Portuguese. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: OF_ZOD.test(issue.message) ? 'Valor inválido' : issue.message,
  }));
}

/** Unknown names that a refusal tells one by one: whoever sends more has not mistyped them. */
export const MOST_STRANGERS = 20;

/** The faults of names that nobody knows: the first ones each at its own, the rest as a number. */
export function strangers(names: readonly string[], kind: 'Parâmetro' | 'Campo' = 'Parâmetro'): Issue[] {
  const told = names.slice(0, MOST_STRANGERS).map((name) => {
    const field = name.slice(0, 60);
    return { field, message: `${kind} desconhecido: ${field}` };
  });
  const more = names.length - told.length;
  if (more === 0) return told;
  const rest =
    more === 1 ? `Há mais 1 ${kind.toLowerCase()} desconhecido` : `Há mais ${more} ${kind.toLowerCase()}s desconhecidos`;
  return [...told, { field: '', message: rest }];
}
