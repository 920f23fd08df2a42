import type { Acting, Maker } from '#kit/acting/acting.server.ts';
import { loggable } from '#kit/db/loggable.server.ts';
import { runInterrupted, startWorker } from '#kit/jobs/worker.server.ts';
import { interruptedToRun, parentRuns, untilParentGoes } from '#kit/jobs/worker-process.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { type Config, publicAddressOf } from '#platform/config.server.ts';
import { actingOfTask } from '#platform/externo/outsiders.server.ts';
import { actingOf, systemActing } from '#platform/session/session.server.ts';
import { createMachinery } from './machinery.server.ts';
import { joinDatabase, type Opened } from './open-database.server.ts';
import { createServices } from './services.server.ts';

/** `--worker`: the same program without a port; it takes tasks from the queue. */
export async function runWorker(config: Config): Promise<void> {
  let stop = async () => {};
  // Set up before anything is opened: the parent may end while we start.
  untilParentGoes(() => stop());
  const opened = await joinDatabase({ ...config, DATABASE_POOL: 6 });
  const services = createServices(opened.db, {
    publicAddress: publicAddressOf(config),
    colabore: { url: config.COLABORE_URL, token: config.COLABORE_TOKEN },
  });
  const { handlers, recurring, files } = createMachinery(services, config);
  const options = {
    handlers,
    room: files.demandReserve,
    actingFor: actingForTask(opened),
    log: (message: string, error?: unknown) => console.error(message, error === undefined ? '' : loggable(error)),
  };
  const whose = interruptedToRun();
  if (whose) {
    const end = new AbortController();
    const done = runInterrupted(opened.db, whose, options, end.signal);
    stop = async () => {
      end.abort();
      await done;
      await opened.close();
    };
    await done;
    await opened.close();
    process.exit(0);
  }
  const worker = startWorker(opened.db, { ...options, connection: opened.connection, recurring, onInterrupted: parentRuns() });
  stop = async () => {
    await worker.stop();
    await opened.close();
  };
}

/** The actor of a task, with the rights of this moment; the system itself for a task without a user. */
function actingForTask({ db }: Pick<Opened, 'db'>) {
  const accessOf = createAccessCache(db);
  return async (usuarioId: number | null, empresaId: number | null, externo: Maker['externo']): Promise<Acting> => {
    const row = await db.one<{ nome: string | null; versao: number }>({
      text: 'select v.versao, (select u.nome from usuarios u where u.id = $1 and u.ativo) as nome from versao_acessos v',
      values: [usuarioId],
    });
    if (usuarioId !== null && !row?.nome) throw refuse.forbidden();
    const access = await accessOf(usuarioId ?? 0, empresaId ?? 0, row?.versao ?? 0);
    if (externo) return actingOfTask(db, externo, access);
    return usuarioId === null
      ? systemActing(access, 'tarefa')
      : actingOf({ id: usuarioId, nome: row?.nome ?? '' }, access, 'tarefa');
  };
}
