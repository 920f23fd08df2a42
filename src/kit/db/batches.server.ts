import type pg from 'pg';
import { type Metered, metered } from './whole-reads.server.ts';

/** Bytes that one fetch may bring. Only rows that are much longer than those before them, or than any form takes, reach it. */
const MOST_OF_A_FETCH = 32 * 1024 * 1024;
/** Bytes that a fetch is made for; a batch that has so many ends. */
const ENOUGH = 2 * 1024 * 1024;
/** Rows of the first fetch: nobody knows yet how long they are. */
const FIRST = 16;
/** Rows of any fetch. Lists leave long texts out, but a row of lists of 2,000 names has 600 KB: so many of them stay below the bound after short ones. */
const MOST_ROWS = 50;

/** Fetches from a cursor of SQL. Each fetch is a statement of its own. */
export const fetchFrom =
  <R>(client: pg.ClientBase, cursor: string) =>
  (rows: number): Promise<Metered<R[]>> =>
    metered(client, MOST_OF_A_FETCH, async () => (await client.query(`fetch forward ${Math.trunc(rows)} from ${cursor}`)).rows);

/** Rows in batches of at most `batch`. Where they are long a fetch asks for fewer, so that a batch has some MiB whatever its rows are. */
export async function* inBatches<R>(
  batch: number,
  fetch: (rows: number) => Promise<Metered<R[]>>,
): AsyncGenerator<R[], void, void> {
  let next = FIRST;
  for (let isOver = false; !isOver; ) {
    const rows: R[] = [];
    let weight = 0;
    while (!isOver && rows.length < batch && weight < ENOUGH) {
      const asked = Math.min(next, batch - rows.length);
      const { found, bytes } = await fetch(asked);
      rows.push(...found);
      weight += bytes;
      isOver = found.length < asked;
      next = Math.max(1, Math.min(4 * next, Math.floor((ENOUGH * asked) / Math.max(bytes, 1)), MOST_ROWS));
    }
    if (rows.length > 0) yield rows;
  }
}
