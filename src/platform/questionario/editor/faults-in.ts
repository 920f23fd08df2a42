import type { Issue } from '#kit/refusal/issues.ts';

/** The faults of a part of the document, by the names of its own fields. */
export const faultsIn = (faults: readonly Issue[], prefix: string) => {
  const own = faults.filter(({ field }) => field === prefix || field.startsWith(`${prefix}.`));
  return {
    first: own[0]?.message,
    of: (field: string): string | undefined => own.find((fault) => fault.field === `${prefix}.${field}`)?.message,
  };
};
