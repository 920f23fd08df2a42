import type { z } from 'zod';

/** A fault of the input: a value, never thrown in shared code. `field` is a path such as `doses.0.diasProximaDose`. */
export interface Issue {
  field: string;
  message: string;
}

/** Zod's faults as ours: the path dotted, one sentence each, in Portuguese whatever Zod would say. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: /[À-ú]|obrigat|inválid|deve|máximo|permitid/i.test(issue.message) ? issue.message : 'Valor inválido',
  }));
}
