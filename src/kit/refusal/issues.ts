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
