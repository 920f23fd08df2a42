import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './postgres-process.server.ts';
import { EmbeddedDatabaseError } from './postgres-program.server.ts';

interface Keeping {
  launch(): Server;
  ready(server: Server): Promise<void>;
  log(message: string): void;
  /** Called when the server died once after each of the pauses. */
  onLost(error: EmbeddedDatabaseError): void;
  /** before each new start, in ms */
  pauses?: readonly number[];
}

const PAUSES_MS = [100, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** A server that lived so long did not die of its start. */
const STEADY_MS = 60_000;

/** Starts the server, and starts it again whenever it dies without being asked to. */
export async function keepAlive({ launch, ready, log, onLost, pauses = PAUSES_MS }: Keeping): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let server = launch();
  try {
    await ready(server);
  } catch (error) {
    await server.stop();
    throw error;
  }

  /** Answers with how many of the pauses are used up. */
  async function bringBack(failed: number): Promise<number> {
    let reason = 'ele se encerra logo depois de iniciar';
    for (let n = failed; n < pauses.length; n++) {
      await pause(pauses[n], undefined, { signal: stopping.signal, ref: false });
      try {
        // A disk that is full for a moment, or too few descriptors, is a try like any other.
        server = launch();
        await ready(server);
        return n + 1;
      } catch (error) {
        await server.stop();
        stopping.signal.throwIfAborted();
        reason = (error as Error).message;
      }
    }
    throw new EmbeddedDatabaseError(`O banco de dados embutido parou e não voltou em ${pauses.length} tentativas. ${reason}`);
  }

  async function watch(): Promise<void> {
    for (let failed = 0; ; ) {
      const since = Date.now();
      await server.exited;
      if (stopping.signal.aborted) return;
      const died = Date.now();
      log('o banco de dados embutido parou sem ser mandado; iniciando de novo');
      failed = await bringBack(died - since > STEADY_MS ? 0 : failed);
      log(`banco de dados embutido de volta em ${Date.now() - died} ms`);
    }
  }

  const life = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) onLost(error as EmbeddedDatabaseError);
  });
  return async () => {
    stopping.abort();
    await server.stop();
    await life;
  };
}
