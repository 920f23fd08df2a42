import type { Issue } from '#kit/refusal/issues.ts';

export const PERIOD_BACKWARDS = 'Data final inferior à data inicial.';

type Day = string | null | undefined;

/** A fault at `field`, the last day of a period, when it comes before the first; a missing day is none. */
export function* backwards(field: string, first: Day, last: Day): Generator<Issue> {
  if (first && last && last < first) yield { field, message: PERIOD_BACKWARDS };
}
