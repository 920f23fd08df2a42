import { resolve } from 'node:path';
import type pg from 'pg';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { adoptEmbedded, openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { EmbeddedDatabaseError } from '#kit/db/embedded/postgres-program.server.ts';
import { inLanes, sideConnections } from '#kit/lanes/lanes.server.ts';
import { giveWay } from '#kit/process/give-way.server.ts';
import type { Config } from '#platform/config.server.ts';
import { refuseHalfRestored } from './restoring.server.ts';

export interface Opened {
  /** as the role of the program */
  db: Database;
  connection: pg.PoolConfig;
  /** the database inside the data folder; a server named by DATABASE_URL otherwise */
  isEmbedded: boolean;
  /**
   * Runs work on the tables themselves as the role that owns them, or as the only role when there is no other. Its connections
   * are closed afterwards.
   */
  asOwner<T>(work: (owner: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens a database while some work runs. */
export async function briefly<T>(connection: pg.PoolConfig, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase({ ...connection, max: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** How long a single statement of a request waits for a lock, in ms: it holds a connection meanwhile. Transactions say so themselves. */
const PATIENCE_MS = 2_000;

/** A pool for requests, and a second one for the side lane. */
export function forRequests(connection: pg.PoolConfig, max: number, aside = (db: Database) => db): Database {
  const patient = { ...connection, lock_timeout: PATIENCE_MS };
  return inLanes(createDatabase({ ...patient, max }), aside(createDatabase({ ...patient, max: sideConnections(max) })));
}

/** A task may keep more than a request: few run at a time, and what they make has limits of its own. */
const forTasks = (connection: pg.PoolConfig, max: number) => createDatabase({ ...connection, max, mostRead: 64 * 1024 * 1024 });

/** The same database on connections with a lower priority: for the embedded database, whose processes are ours. */
function givingWay(db: Database): Database {
  db.pool.on('connect', (client) => giveWay((client as pg.PoolClient & { processID?: number }).processID));
  return db;
}

/** The PostgreSQL server that DATABASE_URL names, or the embedded one in the data folder. */
export async function openDatabase(config: Config, log: (message: string) => void = () => {}): Promise<Opened> {
  if (config.DATABASE_URL) {
    const connection = { connectionString: config.DATABASE_URL };
    const db = forRequests(connection, config.DATABASE_POOL);
    const owner = config.DATABASE_OWNER_URL;
    return {
      db,
      connection,
      isEmbedded: false,
      asOwner: (work) => briefly(owner ? { connectionString: owner } : connection, work),
      close: () => db.close(),
    };
  }
  await refuseHalfRestored(config.VINCULO_DATA);
  return openEmbeddedDatabase(config, log);
}

/**
 * Connections that the embedded database allows: those of the server, with two for its listener and the answer of health, seven of each process of
 * tasks and of the two that run interrupted ones, and some for tools and the owner. Each costs some 20 kB of shared memory.
 */
export const connectionsFor = ({ DATABASE_POOL: pool, VINCULO_WORKERS: workers }: Config): number =>
  Math.max(60, pool + sideConnections(pool) + 2 + 7 * (workers + 2) + 20);

/** The embedded database in the data folder, also while it is being restored. */
export async function openEmbeddedDatabase(config: Config, log: (message: string) => void): Promise<Opened> {
  const embedded = await openEmbedded({
    dataDir: resolve(config.VINCULO_DATA),
    log,
    settings: { max_connections: String(connectionsFor(config)) },
    // Whatever supervises the program can restart it; the program itself can do nothing more.
    onLost: (error) => {
      console.error(error.message);
      process.exit(1);
    },
  });
  const db = forRequests(embedded.connection, config.DATABASE_POOL, givingWay);
  return {
    db,
    connection: embedded.connection,
    isEmbedded: true,
    asOwner: (work) => briefly(embedded.owner, work),
    async close() {
      await db.close();
      await embedded.stop();
    },
  };
}

/**
 * Opens the database for a worker, which uses the embedded one while another process keeps it open, and owns nothing. Tasks have
 * a lower priority than requests, in the database as well.
 */
export async function joinDatabase(config: Config): Promise<Omit<Opened, 'asOwner'>> {
  const max = config.DATABASE_POOL;
  if (config.DATABASE_URL) {
    const connection = { connectionString: config.DATABASE_URL };
    const db = forTasks(connection, max);
    return { db, connection, isEmbedded: false, close: () => db.close() };
  }
  await refuseHalfRestored(config.VINCULO_DATA);
  const adopted = await adoptEmbedded(config.VINCULO_DATA);
  if (!adopted)
    throw new EmbeddedDatabaseError(
      'O banco de dados embutido não está aberto. Inicie o programa com npm start antes das tarefas, ou use DATABASE_URL.',
    );
  const { connection } = adopted;
  const db = givingWay(forTasks(connection, max));
  return { db, connection, isEmbedded: true, close: () => db.close() };
}
