import type { Job } from './jobs.server.ts';

/** Does one part of a job, unless the job is to stop; a part that fails answers undefined. */
export type Part = <R>(work: () => Promise<R>) => Promise<R | undefined>;

/** What a job of parts needs; without a signal it goes on to its end. */
export type InParts = Pick<Job, 'db'> & Partial<Pick<Job, 'signal'>>;

/**
 * A job of many parts, of which a failing one holds up no other: `work` does each by `part`, and the first fault is thrown when `work` is through. The
 * task then fails and is tried again. No part begins once the signal has fired.
 */
export async function faultsLast(signal: AbortSignal | undefined, work: (part: Part) => Promise<void>): Promise<undefined> {
  let first: { fault: unknown } | undefined;
  await work(async (one) => {
    signal?.throwIfAborted();
    try {
      return await one();
    } catch (fault) {
      // What breaks off because the job is to stop is no fault of the part.
      signal?.throwIfAborted();
      first ??= { fault };
      return undefined;
    }
  });
  if (first) throw first.fault;
}
