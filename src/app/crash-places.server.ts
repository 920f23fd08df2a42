import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { testDatabase } from '#kit/testing/testdb.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { addressOf, FIRST_ADMINISTRATOR, runEntry } from './server-process.server.ts';

/** One installation: its data, its first administrator, and the test's view of its database while the server runs. */
export interface Place {
  env: Record<string, string>;
  cpf: string;
  senha: string;
  database(): Promise<Database>;
  end(): Promise<void>;
}

const folder = () => mkdtempSync(path.join(tmpdir(), 'vinculo-queda-'));
const dispose = (data: string) => rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });

async function embeddedPlace(): Promise<Place> {
  const data = folder();
  return {
    env: { VINCULO_DATA: data },
    cpf: DEMO_LOGINS[0].cpf,
    senha: DEMO_PASSWORD,
    // Adopts the server of the program: the folder belongs to that program.
    database: async () => createDatabase({ ...(await openEmbedded({ dataDir: data })).connection, max: 2 }),
    end: async () => dispose(data),
  };
}

async function serverPlace(): Promise<Place> {
  const data = folder();
  const db = await testDatabase(async () => {}, 'vazio');
  const env = { VINCULO_DATA: data, DATABASE_URL: addressOf(db.connection), DATABASE_OWNER_URL: addressOf(db.ownerConnection) };
  await runEntry('setup.server.ts', { ...env, ...FIRST_ADMINISTRATOR });
  return {
    env,
    cpf: FIRST_ADMINISTRATOR.SETUP_CPF,
    senha: FIRST_ADMINISTRATOR.SETUP_SENHA,
    database: async () => createDatabase({ ...db.connection, max: 2 }),
    end: async () => {
      await db.drop();
      dispose(data);
    },
  };
}

/** The places of tests that kill the program: the embedded database, which dies with it, and a server, which does not. */
export const crashPlaces: [name: string, open: () => Promise<Place>][] = [
  ['the embedded database', embeddedPlace],
  ['a database server', serverPlace],
];
