import type { z } from 'zod';

/** A fault of the input: a value that shared code never throws. `field` is a path such as `doses.0.diasProximaDose`. */
export interface Issue {
  field: string;
  message: string;
}

/** Zod's faults as ours: a dotted path and one sentence each, always in Portuguese. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: /[À-ú]|obrigat|inválid|deve|máximo|permitid/i.test(issue.message) ? issue.message : 'Valor inválido',
  }));
}
