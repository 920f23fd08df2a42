import type { Database, Tx } from '#kit/db/database.server.ts';
import { ERASE_JOB, eraseFiles, eraseJob } from '#kit/files/erase.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { type Job, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

const keptDays = 30;
/** Over alias `i`, `$1` being the days. */
const OLD_IMPORT = `i.criada_em < now() - make_interval(days => $1)
  and (i.estado not in ('analisando', 'aplicando', 'desfazendo') or i.desde < now() - interval '1 day')
  and not exists (select from tarefas t where t.id = i.tarefa_id and t.estado in ('fila', 'executando'))`;

/**
 * Removes what is no longer needed: old tasks, imports, bulk edits and save keys, then the files that nothing refers to any more.
 */
export const sweepJobs = (db: Database, files: Files) =>
  ({
    'tarefas.limpar': titled('Apagar tarefas e importações antigas', ({ signal }: Partial<Pick<Job, 'signal'>> = {}) =>
      faultsLast(signal, async (part) => {
        // One at a time: each has up to a hundred thousand lines, and a statement may take a minute.
        for (let last: number | undefined = 0; last !== undefined; ) {
          const next: { id: number } | undefined = await db.one<{ id: number }>({
            text: `select i.id from importacoes i where id > $2 and ${OLD_IMPORT} order by id limit 1`,
            values: [keptDays, last],
          });
          last = next?.id;
          if (next)
            await part(() =>
              db.query({ text: `delete from importacoes i where id = $2 and ${OLD_IMPORT}`, values: [keptDays, next.id] }),
            );
        }
        for (const text of [
          `delete from envios where criado_em < now() - interval '2 days'`,
          'delete from envios_anonimos where dia < hoje() - 2',
          `delete from leituras where criado_em < now() - interval '1 day'`,
          `delete from edicoes_em_lote where criada_em < now() - interval '1 day'`,
          // The system's own tasks come every minute; only failed ones are worth keeping.
          `delete from tarefas where concluida_em < now() - make_interval(days => ${keptDays})
            or (usuario_id is null and externo is null and estado = 'concluida' and concluida_em < now() - interval '1 day')`,
        ])
          await part(() => db.query({ text }));
      }),
    ),
    'arquivos.limpar': titled('Apagar arquivos que nenhum registro cita', async (job: Job) => {
      const { files: gone, keys } = await files.sweep(job.signal);
      return { mensagem: `${gone + keys} arquivos removidos` };
    }),
    [ERASE_JOB]: titled('Apagar do disco arquivos excluídos', eraseJob(db, files.store)),
  }) satisfies TitledJobs;

export const sweepTimes: readonly Recurring[] = [
  { tipo: 'tarefas.limpar', dailyAt: '02:30' },
  { tipo: 'arquivos.limpar', dailyAt: '03:00' },
];

/**
 * Removes the tasks and imports of a user, with their files, and takes from them what they have sent: it stays with the records that refer to it. A task
 * that waits or runs would leave its result, and may be a deed that was promised, so it is waited for.
 */
export async function forgetWork(tx: Tx, usuarioId: number): Promise<void> {
  const values = [usuarioId];
  await tx.query({ text: `delete from tarefas where usuario_id = $1 and estado not in ('fila', 'executando')`, values });
  if (await tx.one({ text: 'select 1 from tarefas where usuario_id = $1', values }))
    throw new Refusal(
      'TAREFA_EM_ANDAMENTO',
      'Uma tarefa deste usuário espera ou está em andamento: espere que termine, ou cancele-a, e tente de novo.',
      409,
    );
  await tx.query({ text: 'delete from importacoes where usuario_id = $1', values });
  const own = await tx.query<{ id: number }>({
    text: `select id from arquivos where criado_por = $1 and uso <> 'envio'`,
    values,
  });
  await eraseFiles(
    tx,
    own.map(({ id }) => id),
  );
  await tx.query({ text: `update arquivos set criado_por = null where criado_por = $1 and uso = 'envio'`, values });
}
