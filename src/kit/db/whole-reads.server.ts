import type { Socket } from 'node:net';
import type pg from 'pg';
import { refuse } from '#kit/refusal/refusal.ts';

/** Bytes that the database may send for one query whose rows are all kept: more would be a list that nobody reads, or an attack. */
export const MOST_READ = 16 * 1024 * 1024;

interface Meter {
  readonly most: number;
  /** bytes that may still come; below zero, the connection is gone */
  left: number;
}

const meters = new WeakMap<pg.ClientBase, Meter>();

/**
 * Bounds what `readWhole` may read on a connection. A query that sends more ends with its connection, and so does its transaction: the rest is
 * neither sent nor kept, also when it is one row alone, which pg would gather before it tells of it.
 */
export function meterReads(client: pg.ClientBase, most: number): void {
  const meter: Meter = { most, left: Number.POSITIVE_INFINITY };
  meters.set(client, meter);
  // pg's typings do not show it.
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection;
  stream.prependListener('data', (chunk: Buffer) => {
    meter.left -= chunk.length;
    if (meter.left < 0) stream.destroy(refuse.tooMuch());
  });
}

/** The rows of one query, unless they are more than its connection may bring. */
export async function readWhole(client: pg.ClientBase, query: pg.QueryConfig): Promise<unknown[]> {
  const meter = meters.get(client);
  if (!meter) return (await client.query(query)).rows;
  meter.left = meter.most;
  try {
    const { rows } = await client.query(query);
    // The last bytes may have come with those that were too many.
    if (meter.left < 0) throw refuse.tooMuch();
    return rows;
  } finally {
    meter.left = Number.POSITIVE_INFINITY;
  }
}
