import type pg from 'pg';
import type { Sql } from 'sql-template-tag';

/** A query: a `sql` template, or text with a name for a statement that is prepared once per connection. `most`: bytes that it may bring, where those are more. */
export type Query = Sql | { name?: string; text: string; values?: readonly unknown[]; most?: number };

export interface TxOptions {
  readOnly?: boolean;
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  /**
   * How often the work may run again after a serialization failure, a deadlock, or a migration that made its plans stale; so the
   * work must have no other effect.
   */
  retry?: number;
  /**
   * How long it waits for a lock that somebody else holds, in ms; then it fails with kind 'conflict'. Without it, as long as a
   * statement may take, also where the pool's own statements wait less (`lock_timeout`).
   */
  patience?: number;
  /** how long each of its statements may take, in ms; then it fails with kind 'timeout'. Without it, as long as those of the pool */
  within?: number;
  /** it may take many seconds: `inLanes` lets each user do one such at a time, and all of them a few */
  long?: boolean;
}

/** A transaction: what stores and hooks take. Unusable once the transaction has ended. */
export interface Tx {
  query<R = Record<string, unknown>>(q: Query): Promise<R[]>;
  one<R = Record<string, unknown>>(q: Query): Promise<R | undefined>;
  /** The row of a query that always answers exactly one: a count, an `insert … returning`. */
  only<R = Record<string, unknown>>(q: Query): Promise<R>;
  /** Rows in batches; other queries of the same transaction may run between two batches. */
  stream<R = Record<string, unknown>>(q: Query, batch?: number): AsyncGenerator<R[], void, void>;
}

export interface Database extends Tx {
  /** As in a transaction; `reader` is the user who reads the rows and sets their pace. */
  stream<R = Record<string, unknown>>(q: Query, batch?: number, reader?: number | null): AsyncGenerator<R[], void, void>;
  tx<T>(work: (tx: Tx) => Promise<T>, opts?: TxOptions): Promise<T>;
  /** One connection for the time of `work`, for session state such as advisory locks, COPY and backups. Closed if `work` fails. */
  session<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
  pool: pg.Pool;
}

/** What a function takes that may run inside or outside of a transaction. */
export type Queryable = Pick<Database, 'query' | 'one' | 'only'>;
