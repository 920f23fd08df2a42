import type { Database } from '#kit/db/database.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import type { Job, JobHandlers } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';

const keptDays = 30;

/** What the machinery clears up by itself: old tasks, imports, edits of several records and keys of what was sent, then the files that nothing names any more. */
export const sweepJobs = (db: Database, files: Files) =>
  ({
    'tarefas.limpar': async () => {
      await db.query({
        text: `delete from importacoes where criada_em < now() - make_interval(days => $1) and estado not in ('analisando', 'aplicando', 'desfazendo')`,
        values: [keptDays],
      });
      await db.query({ text: `delete from envios where criado_em < now() - interval '2 days'` });
      await db.query({ text: 'delete from envios_anonimos where dia < hoje() - 2' });
      await db.query({ text: `delete from leituras where criado_em < now() - interval '1 day'` });
      await db.query({ text: `delete from edicoes_em_lote where criada_em < now() - interval '1 day'` });
      // The system's own come every minute; only what failed is worth a look later.
      await db.query({
        text: `delete from tarefas where concluida_em < now() - make_interval(days => $1)
        or (usuario_id is null and externo is null and estado = 'concluida' and concluida_em < now() - interval '1 day')`,
        values: [keptDays],
      });
      return undefined;
    },
    'arquivos.limpar': async (job: Job) => {
      const { files: gone, keys } = await files.sweep(job.signal);
      return { mensagem: `${gone + keys} arquivos removidos` };
    },
  }) satisfies JobHandlers;

export const sweepTimes: readonly Recurring[] = [
  { tipo: 'tarefas.limpar', dailyAt: '02:30' },
  { tipo: 'arquivos.limpar', dailyAt: '03:00' },
];
