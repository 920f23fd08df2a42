import type { z } from 'zod';
import type { Issue } from './registry.ts';

/** Zod's faults as ours: the path dotted, one sentence each, in Portuguese whatever Zod would say. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: /[À-ú]|obrigat|inválid|deve|máximo|permitid/i.test(issue.message) ? issue.message : 'Valor inválido',
  }));
}
