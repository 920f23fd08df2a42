import { resolve } from 'node:path';
import type pg from 'pg';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { adoptEmbedded, openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { EmbeddedDatabaseError } from '#kit/db/embedded/postgres-program.server.ts';
import { inLanes, sideConnections } from '#kit/lanes/lanes.server.ts';
import { giveWay } from '#kit/process/give-way.server.ts';
import type { Config } from '#platform/config.server.ts';

export interface Opened {
  /** as the role that the program works as */
  db: Database;
  connection: pg.PoolConfig;
  /** the database inside the data folder; a server named by DATABASE_URL otherwise */
  isEmbedded: boolean;
  /** Work on the tables themselves, by the role that owns them: the only one there is, when no other is known. Its connections are closed afterwards. */
  asOwner<T>(work: (owner: Database) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens a database for the time of some work. */
export async function briefly<T>(connection: pg.PoolConfig, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase({ ...connection, max: 2 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** A pool for requests, and one beside it for who asks too much. */
const forRequests = (connection: pg.PoolConfig, max: number, aside = (db: Database) => db) =>
  inLanes(createDatabase({ ...connection, max }), aside(createDatabase({ ...connection, max: sideConnections(max) })));

/** The same, on connections that give way to all others: of the embedded database, whose processes are ours. */
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
      asOwner: (work) => (owner ? briefly({ connectionString: owner }, work) : work(db)),
      close: () => db.close(),
    };
  }
  const embedded = await openEmbedded({
    dataDir: resolve(config.VINCULO_DATA),
    log,
    // Whoever watches over the program can start it anew; from within nothing is left to try.
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

/** The same for a worker, which uses the embedded database for as long as another process keeps it open, and owns nothing. Tasks give way to requests, in the database as well. */
export async function joinDatabase(config: Config): Promise<Omit<Opened, 'asOwner'>> {
  if (config.DATABASE_URL) return openDatabase(config);
  const adopted = await adoptEmbedded(config.VINCULO_DATA);
  if (!adopted)
    throw new EmbeddedDatabaseError(
      'O banco de dados embutido não está aberto. Inicie o programa com npm start antes das tarefas, ou use DATABASE_URL.',
    );
  const { connection } = adopted;
  const db = givingWay(createDatabase({ ...connection, max: config.DATABASE_POOL }));
  return { db, connection, isEmbedded: true, close: () => db.close() };
}
