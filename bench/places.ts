import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '#app/declared.server.ts';
import { DEMO_PASSWORD } from '#app/demo-users.server.ts';
import { addressOf, FIRST_ADMINISTRATOR, runEntry } from '#app/server-process.server.ts';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { type Embedded, openEmbedded } from '#kit/db/embedded/embedded.server.ts';
import { findProgram } from '#kit/db/embedded/postgres-program.server.ts';
import { hashPassword } from '#platform/session/password.server.ts';

export const KEPT = new URL('../.bench/', import.meta.url).pathname;

/** A database with the data of the measurements, and how the real server is told to use it. */
export interface Place {
  name: string;
  env: Record<string, string>;
  /** opened when the server does not do so itself */
  stop(): Promise<void>;
}

/** Changed migrations ask for new data. */
function tables(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest('hex').slice(0, 12);
}

const say = (text: string) => console.log(`  ${text}`);

/** Makes something once: the folder is kept and used again. */
export async function once(folder: string, what: object, make: () => Promise<void>): Promise<void> {
  const mark = join(folder, 'pronto.json');
  const asked = JSON.stringify({ ...what, tables: tables() });
  if (existsSync(mark) && readFileSync(mark, 'utf8') === asked) return say(`dados de ${folder} reaproveitados`);
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const started = performance.now();
  await make();
  writeFileSync(mark, asked);
  say(`dados de ${folder} prontos em ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

/** The embedded default: companies of up to 2,000 people. */
export async function embeddedPlace(size: number): Promise<Place> {
  const data = join(KEPT, 'embutido');
  await once(
    data,
    { size },
    async () => void (await runEntry('seed.server.ts', { VINCULO_DATA: data }, ['--size', String(size)])),
  );
  return { name: 'embutido', env: { VINCULO_DATA: data }, stop: async () => {} };
}

/** One company of many people, for what takes long. */
export async function longPlace(people: number): Promise<Place> {
  const data = join(KEPT, 'grande');
  await once(data, { people }, async () => {
    await runEntry('seed.server.ts', { VINCULO_DATA: data }, ['--size', String(people), '--company-size', String(people)]);
  });
  return { name: 'grande', env: { VINCULO_DATA: data }, stop: async () => {} };
}

export async function withEmbedded<T>(data: string, work: (db: Database) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded({ dataDir: data });
  const db = createDatabase({ ...embedded.owner, max: 2, statement_timeout: 0 });
  try {
    return await work(db);
  } finally {
    await db.close();
    await embedded.stop();
  }
}

/** A server knows no demonstration: its administrator comes from the set-up, with the demonstration's CPF and password. */
async function fill(env: Record<string, string>, size: number): Promise<void> {
  await runEntry('setup.server.ts', { ...env, ...FIRST_ADMINISTRATOR }, []);
  const db = createDatabase({ connectionString: env.DATABASE_URL, max: 1 });
  try {
    await db.query({ text: 'update credenciais set hash = $1', values: [await hashPassword(DEMO_PASSWORD)] });
  } finally {
    await db.close();
  }
  await runEntry('seed.server.ts', env, ['--size', String(size)]);
}

/** The server that DATABASE_URL names, or the system's own PostgreSQL; null with a sentence when there is none. */
export async function serverPlace(size: number): Promise<Place | null> {
  const data = join(KEPT, 'servidor');
  const given = process.env.DATABASE_URL;
  if (given) {
    await once(data, { size, given }, () => fill({ VINCULO_DATA: data, DATABASE_URL: given }, size));
    return { name: 'servidor', env: { VINCULO_DATA: data, DATABASE_URL: given }, stop: async () => {} };
  }
  const major = [18, 17, 16, 15].find((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`));
  if (!major) {
    say('sem DATABASE_URL e sem PostgreSQL do sistema: o servidor não foi medido');
    return null;
  }
  let embedded: Embedded | undefined;
  const open = async () => {
    embedded ??= await openEmbedded({ dataDir: data });
    return {
      VINCULO_DATA: join(data, 'arquivos'),
      DATABASE_URL: addressOf(embedded.connection),
      DATABASE_OWNER_URL: addressOf(embedded.owner),
    };
  };
  await once(data, { size, major }, async () => {
    await initialise(data, major);
    await fill(await open(), size);
  });
  return { name: `PostgreSQL ${major}`, env: await open(), stop: async () => embedded?.stop() };
}

/** A cluster of the system's PostgreSQL; `openEmbedded` afterwards runs a folder with the version that made it. */
async function initialise(data: string, major: number): Promise<void> {
  const program = await findProgram(data, major);
  const half = join(data, 'cluster.novo-medida');
  const [command, ...args]: string[] = [
    ...program.prefix,
    join(program.bin, 'initdb'),
    '-D',
    half,
    '-U',
    'vinculo',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '-k',
    '--locale=C.UTF-8',
  ];
  const child = spawn(command ?? '', args, { ...program.user, stdio: 'ignore', cwd: data });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  renameSync(half, join(data, 'cluster'));
}
