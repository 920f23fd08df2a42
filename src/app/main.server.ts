import path from 'node:path';
import { loggable } from '#kit/db/loggable.server.ts';
import { startRescues, startWorkerProcess, type WorkerProcess } from '#kit/jobs/worker-process.server.ts';
import { openCpuGroups } from '#kit/process/cpu-groups.server.ts';
import { threadsGiveWay } from '#kit/process/give-way.server.ts';
import { keepTemporariesIn } from '#kit/process/temporary.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { assemble } from './assemble.server.ts';
import { terminalMessage } from './command-error.server.ts';
import { DEMO_LOGINS } from './demo.server.ts';
import { DEMO_CANDIDATE } from './demo-users.server.ts';
import { fillDatabase } from './first-start.server.ts';
import { migrateDatabase, unguarded } from './migrate-database.server.ts';
import { openDatabase } from './open-database.server.ts';
import { headsOf } from './page-heads.server.ts';
import { serveWeb } from './web.server.ts';
import { runWorker } from './worker.server.ts';

const isWorker = process.argv.includes('--worker');

/** How long a request may still run after the program was asked to stop. */
const DRAIN_MS = 10_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  await keepTemporariesIn(path.join(config.VINCULO_DATA, 'temporarios'));
  if (isWorker) return runWorker(config);

  const closeCpuGroups = openCpuGroups();
  const opened = await openDatabase(config, (message) => console.log(message));
  await migrateDatabase(opened, (message) => console.log(message));
  const warning = await unguarded(opened.db);
  if (warning) console.warn(warning);
  const isDemo = await fillDatabase(opened.db, { withDemo: opened.isEmbedded });
  const { app, services } = await assemble(opened.db, config, opened.connection);
  await serveWeb(app, headsOf(services));
  const workers: WorkerProcess[] = [];

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    await Promise.all([app.close(), ...workers.map((worker) => worker.stop())]);
    await opened.close();
    closeCpuGroups?.();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());

  // Demo credentials are public knowledge: with them the program listens on this machine alone.
  const host = isDemo ? '127.0.0.1' : config.HOST;
  const address = await app.listen({ host, port: config.PORT });
  threadsGiveWay();
  const child = { entry: process.argv[1] as string, log: (message: string) => console.log(message) };
  const rescues = startRescues(child);
  workers.push(rescues);
  for (let n = 0; n < config.VINCULO_WORKERS; n++) workers.push(startWorkerProcess({ ...child, onInterrupted: rescues.run }));
  console.log(`\n  Vínculo em ${address}\n`);
  if (isDemo) {
    console.log('  Acessos de demonstração (senha Vinculo#2026):');
    for (const { cpf, papel } of DEMO_LOGINS) console.log(`    ${cpf}  ${papel}`);
    console.log(`    ${DEMO_CANDIDATE.cpf}  Candidata, em ${address}/externo (senha ${DEMO_CANDIDATE.senha})`);
    console.log('');
  }
}

function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

// Node itself would print every property of the error.
process.on('uncaughtException', (error) => fail(loggable(error)));
main().catch((error: unknown) => fail(terminalMessage(error)));
