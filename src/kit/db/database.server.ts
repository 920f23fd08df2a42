import pg from 'pg';
import { fetchFrom, inBatches } from './batches.server.ts';
import { leftTo, runLasts } from './before-commit.server.ts';
import { runEitherWay } from './either-way.server.ts';
import { isRetryable, pgErrorKind } from './pg-errors.server.ts';
import { valueTypes } from './pg-values.server.ts';
import type { Database, Query, Queryable, Tx, TxOptions } from './queryable.server.ts';
import { createTurns, type TurnsOptions } from './turns.server.ts';
import { demandWhole, MOST_READ, meterReads, readWhole } from './whole-reads.server.ts';

export { pgErrorKind } from './pg-errors.server.ts';
export type { Database, Queryable, Tx, TxOptions } from './queryable.server.ts';

/**
 * The same database for requests, where somebody waits for the answer. A transaction that lost a deadlock runs again, and one
 * that meets the locks of long work is refused instead of hanging; so its work must have no other effect. Streams last as long as
 * their readers, so a few take turns and leave most connections free. Tasks use the database itself and wait as long as they
 * must.
 */
export function answering(db: Database, turns: Partial<TurnsOptions> = {}): Database {
  const inTurn = createTurns({ places: Math.max(1, Math.floor(db.pool.options.max / 3)), ...turns });
  return {
    ...db,
    tx: (work, opts) => db.tx(work, { retry: 2, patience: 5_000, ...opts }),
    stream: (q, batch, reader) => inTurn(reader ?? Symbol('own work'), db.stream(q, batch)),
  };
}

interface DatabaseConfig extends pg.PoolConfig {
  /** Called when idle connections are lost; the pool replaces them. */
  log?: (message: string) => void;
  /** bytes that a query may bring whose rows are all kept; batches of a stream have a bound of their own, a session has none */
  mostRead?: number;
  /** how long each fetch of a stream may take, in ms */
  longestFetch?: number;
}

const configOf = (q: Query): pg.QueryConfig => {
  const name = 'name' in q ? q.name : undefined;
  return { text: q.text, values: q.values ? [...q.values] : [], ...(name && { name }) };
};
const mostOf = (q: Query): number | undefined => ('most' in q ? q.most : undefined);

// A SQL error leaves the connection as good as new; anything else (lost socket, too many bytes, FATAL) does not.
const isBroken = (error: unknown): boolean => {
  const { severity } = error as { severity?: string };
  return !severity || severity === 'FATAL' || severity === 'PANIC' || pgErrorKind(error)?.kind === 'connection';
};
const isStalePlan = (error: unknown): boolean =>
  (error as { code?: string }).code === '0A000' && (error as Error).message.includes('cached plan');

/** Seconds after which a free connection is closed, together with its prepared statements. */
export const LIFE_OF_A_CONNECTION = 3_600;

/** ms that a fetch of a stream may take: the first one of a long report may sort all that it tells. */
const LONGEST_FETCH = 300_000;

/** A batch size for streams whose rows are few: one prepared statement reads all of them, without a cursor. */
export const AT_ONCE = Number.POSITIVE_INFINITY;

/** Opens a pool. Sessions run in UTC, statements end after 60 s and idle transactions after 5 minutes unless the config says otherwise. */
export function createDatabase({ longestFetch = LONGEST_FETCH, ...config }: DatabaseConfig): Database {
  const pool = openPool(config);
  const query = <R>(q: Query) => queryOn<R>(pool, q);
  let closing: Promise<void> | undefined;
  const simple: Queryable = {
    query,
    one: async <R>(q: Query) => (await query<R>(q))[0],
    only: async <R>(q: Query) => theOnly(await query<R>(q)),
  };
  return {
    pool,
    ...simple,
    async tx(work, opts) {
      let last: Tx | undefined;
      const noted = (tx: Tx) => {
        last = tx;
        return work(tx);
      };
      try {
        return await txOn(pool, noted, opts);
      } catch (error) {
        if (last) await runEitherWay(last, simple);
        throw error;
      }
    },
    stream: (q, batch) => streamOn(pool, q, { batch, longestFetch }),
    session: (work) => sessionOn(pool, work),
    close: () => (closing ??= pool.end()),
  };
}

function openPool({ log, mostRead = MOST_READ, ...config }: Omit<DatabaseConfig, 'longestFetch'>): pg.Pool {
  const pool = new pg.Pool({
    max: 10,
    connectionTimeoutMillis: 15_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 300_000,
    application_name: 'vinculo',
    keepAlive: true,
    maxLifetimeSeconds: LIFE_OF_A_CONNECTION,
    ...config,
    options: ['-c TimeZone=UTC -c DateStyle=ISO', config.options].filter(Boolean).join(' '),
    types: valueTypes,
  });
  // Without these two listeners a server that goes away ends the whole process.
  pool.on('error', (error) => log?.(`conexão ociosa perdida: ${error.message}`));
  pool.on('connect', (client) => {
    client.on('error', () => {});
    meterReads(client, mostRead);
  });
  return pool;
}

async function queryOn<R>(pool: pg.Pool, q: Query): Promise<R[]> {
  // Not pool.query: it throws the connection away after every unique violation.
  for (let attempt = 0; ; attempt++) {
    const client = await pool.connect();
    try {
      const rows = await readWhole(client, configOf(q), mostOf(q));
      client.release();
      return rows as R[];
    } catch (error) {
      // A migration of another process changed the table under a named statement: a new connection plans it anew.
      const again = isStalePlan(error) && attempt < pool.options.max;
      client.release(again || isBroken(error));
      if (!again) throw error;
    }
  }
}

async function attemptTx<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, opts: TxOptions): Promise<T> {
  const client = await pool.connect();
  let destroy = true;
  try {
    const inner = openTx(client);
    try {
      await client.query(beginText(opts, isImpatient(pool)));
      const result = await work(inner.tx);
      await runLasts(inner.tx);
      await runEitherWay(inner.tx, inner.tx);
      await inner.end();
      demandWhole(client);
      const { command } = await client.query('commit');
      // COMMIT of a failed transaction answers ROLLBACK and no error: the work swallowed one.
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back: an error inside of it was not passed on');
      destroy = false;
      return result;
    } catch (error) {
      await inner.end();
      try {
        await client.query('rollback');
        destroy = pgErrorKind(error)?.kind === 'connection' || isStalePlan(error);
      } catch {
        destroy = true;
      }
      throw error;
    }
  } finally {
    client.release(destroy);
  }
}

async function txOn<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, opts: TxOptions = {}): Promise<T> {
  // A migration changed a table under the named statements of all connections: each of them is closed as it is met.
  let stale = opts.retry ? pool.options.max : 0;
  for (let left = opts.retry ?? 0; ; left--) {
    try {
      return await attemptTx(pool, work, opts);
    } catch (error) {
      if (isStalePlan(error) && stale-- > 0) {
        left += 1;
        continue;
      }
      if (left <= 0 || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 45));
    }
  }
}

async function* streamOn<R>(
  pool: pg.Pool,
  q: Query,
  { batch = 500, longestFetch }: { batch?: number | undefined; longestFetch: number },
): AsyncGenerator<R[], void, void> {
  if (batch === AT_ONCE) {
    yield await queryOn<R>(pool, q);
    return;
  }
  const client = await pool.connect();
  let destroy = true;
  try {
    // Each fetch is a statement of its own: the limit counts none of the time that its reader takes. All rows are wanted, not only the first.
    await client.query(`begin transaction read only; set local statement_timeout = ${Math.trunc(longestFetch)};
      set local idle_in_transaction_session_timeout = 0; set local cursor_tuple_fraction = 1`);
    await client.query(declared('fluxo', q));
    yield* inBatches(batch, fetchFrom<R>(client, 'fluxo'));
  } finally {
    try {
      // A lost connection answers no more.
      await client.query('rollback');
      destroy = false;
    } catch {}
    client.release(destroy);
  }
}

const declared = (name: string, { text, values }: Query) => ({
  text: `declare ${name} no scroll cursor for ${text}`,
  values: values ? [...values] : [],
});

async function sessionOn<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const isShort = isImpatient(pool);
  let destroy = true;
  try {
    if (isShort) await client.query('set lock_timeout = 0');
    const result = await work(client);
    if (isShort) await client.query('reset lock_timeout');
    destroy = false;
    return result;
  } finally {
    client.release(destroy);
  }
}

function theOnly<R>([row]: R[]): R {
  if (row === undefined) throw new Error('the query was to answer a row');
  return row;
}

/** Whether single statements of this pool wait for locks less long than others. */
const isImpatient = ({ options }: pg.Pool): boolean => Boolean(options.lock_timeout);

function beginText({ isolation, readOnly, patience: own, within }: TxOptions, isShort: boolean): string {
  const patience = own ?? (isShort ? 0 : undefined);
  const limit = (name: string, ms: number | undefined) => (ms === undefined ? '' : `; set local ${name} = ${Math.trunc(ms)}`);
  const begin = `begin${isolation ? ` isolation level ${isolation}` : ''}${readOnly ? ' read only' : ''}`;
  return begin + limit('lock_timeout', patience) + limit('statement_timeout', within);
}

// Queries of one transaction queue up here, so that Promise.all inside of it is harmless and nothing runs after its end.
function openTx(client: pg.PoolClient): { tx: Tx; end: () => Promise<void> } {
  let over = false;
  let last: Promise<unknown> = Promise.resolve();
  let cursors = 0;

  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => {
      if (over) throw new Error('the transaction has already ended');
      return ask();
    });
    last = turn.catch(() => {});
    return turn;
  };
  const query = <R>(q: Query) => inTurn(() => readWhole(client, configOf(q), mostOf(q)) as Promise<R[]>);

  async function* stream<R>(q: Query, batch = 500): AsyncGenerator<R[], void, void> {
    const name = `fluxo_${++cursors}`;
    await query(declared(name, q));
    const fetch = fetchFrom<R>(client, name);
    let failed = false;
    try {
      yield* inBatches<R>(batch, (rows) => inTurn(() => fetch(rows)));
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      if (!failed && !over) await query({ text: `close ${name}` }).catch(() => {});
    }
  }

  const tx: Tx = {
    query,
    one: async <R>(q: Query) => (await query<R>(q))[0],
    only: async <R>(q: Query) => theOnly(await query<R>(q)),
    stream,
  };
  leftTo(tx);
  return {
    tx,
    end: async () => {
      over = true;
      await last;
    },
  };
}
