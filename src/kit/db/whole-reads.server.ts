import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { refuse } from '#kit/refusal/refusal.ts';

/** Bytes that the database may send for one query whose rows are all kept: more would be a list that nobody reads, or an attack. */
export const MOST_READ = 16 * 1024 * 1024;
/**
 * The same where the limits of a record keep the reading far below: one record, a group that was cut to size, a page of a list, a line of the trail. If
 * it could be refused, the refusal would tell whoever adds to a record, to the byte, how long those of its values are that they may not see.
 */
export const MOST_OF_ONE = 64 * 1024 * 1024;

/** Bytes that the database sends for a deed, or for one of its records: what is so long is judged in long pieces, however little of it is changed. */
export const LONG_RECORD = 64 * 1024;

/** `configuration_limit_exceeded`: of `temp_file_limit`. */
const TEMP_FILES_EXCEEDED = '53400';

interface Meter {
  readonly most: number;
  /** bytes that may still come; below zero, the connection is gone */
  left: number;
  /** queries that are read */
  readers: number;
  hear(chunk: Buffer): void;
}

const meters = new WeakMap<pg.ClientBase, Meter>();

const tallies = new AsyncLocalStorage<{ bytes: number }>();

/** Runs `work`, and counts in `tally` the bytes that its queries bring whose rows are all kept. */
export const tallied = <T>(tally: { bytes: number }, work: () => T): T => tallies.run(tally, work);

/** Counts what such work need not have read again, because it was kept, and judges as if it had. */
export function tally(bytes: number): void {
  const counted = tallies.getStore();
  if (counted) counted.bytes += bytes;
}

/** The bytes so far, for what runs in such work. */
export const talliedYet = (): number => tallies.getStore()?.bytes ?? 0;

/** pg's typings do not show it. */
const streamOf = (client: pg.ClientBase) => (client as pg.ClientBase & { connection: { stream: Socket } }).connection.stream;

/**
 * Bounds what `metered` may read on a connection. A query that sends more ends with its connection, and so does its transaction: the rest is
 * neither sent nor kept, also when it is one row alone, which pg would gather before it tells of it.
 */
export function meterReads(client: pg.ClientBase, most: number): void {
  const meter: Meter = {
    most,
    left: most,
    readers: 0,
    hear(chunk) {
      meter.left -= chunk.length;
      if (meter.left < 0) streamOf(client).destroy(refuse.tooMuch());
    },
  };
  meters.set(client, meter);
}

/** Whoever goes on after a reading that was too long, as with a savepoint, hears that again and not that the connection is gone. */
export function demandWhole(client: pg.ClientBase): void {
  if ((meters.get(client)?.left ?? 0) < 0) throw refuse.tooMuch();
}

/** What was read, and the bytes that it came in. */
export interface Metered<T> {
  found: T;
  bytes: number;
}

/** What `ask` reads on a connection, unless it is more than `most` bytes. */
export async function metered<T>(client: pg.ClientBase, most: number, ask: () => Promise<T>): Promise<Metered<T>> {
  const meter = meters.get(client);
  if (!meter) return { found: await ask(), bytes: 0 };
  demandWhole(client);
  const stream = streamOf(client);
  meter.left = most;
  // It hears only while somebody reads: COPY has the stream for itself.
  if (meter.readers++ === 0) stream.prependListener('data', meter.hear);
  try {
    const found = await ask();
    // The last bytes may have come with those that were too many.
    demandWhole(client);
    return { found, bytes: most - meter.left };
  } catch (error) {
    // What it sorts or joins took more room than one query may have on the disk.
    throw (error as { code?: unknown }).code === TEMP_FILES_EXCEEDED ? refuse.tooMuch() : error;
  } finally {
    if (--meter.readers === 0) stream.off('data', meter.hear);
  }
}

/** The rows of one query, unless they are more than its connection may bring, or than this query may. */
export async function readWhole(client: pg.ClientBase, query: pg.QueryConfig, most = 0): Promise<unknown[]> {
  const bound = Math.max(meters.get(client)?.most ?? 0, most);
  try {
    const { found, bytes } = await metered(client, bound, () => client.query(query));
    tally(bytes);
    return found.rows;
  } catch (error) {
    // What was refused for its length has come all the same.
    if ((meters.get(client)?.left ?? 0) < 0) tally(bound);
    throw error;
  }
}
