import { faultsOf, Refusal, refuse } from '#kit/refusal/refusal.ts';

/** A fault of the one entry that was sent carries the entry's own field, not its path in the record. */
export async function daLinha<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const faults = error instanceof Refusal ? faultsOf(error) : undefined;
    if (!faults) throw error;
    throw refuse.invalid(faults.map(({ field, message }) => ({ field: field.replace(/^historicos\.\d+\./, ''), message })));
  }
}
