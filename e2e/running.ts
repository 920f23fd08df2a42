import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = new URL('..', import.meta.url).pathname;
const START_MS = 240_000;
/** The database writes all that it holds before it ends, and the folder is copied after that. */
const STOP_MS = 120_000;
/** Where the folder of a product that was set up once is named to the files of a run. */
export const SET_UP = 'VINCULO_JORNADA';

export interface Running {
  origin: string;
  /** its folder */
  data: string;
  /** Removes its folder too, unless that is kept. */
  stop: (keep?: boolean) => Promise<void>;
}

/** The built product on a folder of its own, a copy of the one that the run has set up or an empty one, and a port that the system gives it. */
export async function startProduct(from = process.env[SET_UP]): Promise<Running> {
  if (!existsSync(join(ROOT, 'dist/web/index.html')))
    throw new Error('Falta a aplicação construída: rode `npm run build` antes.');
  const data = await mkdtemp(join(tmpdir(), 'vinculo-jornada-'));
  if (from) await cp(from, data, { recursive: true });
  const env = { ...process.env, VINCULO_DATA: data, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' };
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'NODE_ENV', 'VITEST']) delete (env as Record<string, string | undefined>)[name];
  const child = spawn(process.execPath, ['src/app/main.server.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const origin = await addressOf(child);
    // On a busy machine the database may answer late, and that it is not ready is then an answer, too.
    const readyUntil = Date.now() + START_MS;
    for (let ready = await fetch(`${origin}/api/ready`); !ready.ok; ready = await fetch(`${origin}/api/ready`)) {
      if (Date.now() > readyUntil) throw new Error(`O produto respondeu ${ready.status} em /api/ready.`);
      await pause(250);
    }
    return { origin, data, stop: (keep = false) => stopProduct(child, keep ? null : data) };
  } catch (error) {
    await stopProduct(child, data);
    throw error;
  }
}

/** The address that the program prints when it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const tooLate = setTimeout(() => reject(new Error(`O produto não iniciou a tempo:\n${said}`)), START_MS);
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const [, origin] = /Vínculo em (http:\S+)/.exec(said) ?? [];
      if (!origin) return;
      clearTimeout(tooLate);
      resolve(origin);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(tooLate);
      reject(new Error(`O produto terminou com o código ${code}:\n${said}`));
    });
  });
}

async function stopProduct(child: ChildProcess, data: string | null): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(force);
  }
  if (data) await rm(data, { recursive: true, force: true, maxRetries: 5 });
}
