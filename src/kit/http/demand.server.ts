import type { z } from 'zod';
import { issuesOf } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';

/** Parses a body or a query; all faults at once. */
export function demand<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given ?? {});
  if (!parsed.success) throw refuse.invalid(issuesOf(parsed.error));
  return parsed.data;
}
