import sql from 'sql-template-tag';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import type { TitledJobs } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { askerOf } from './asker.server.ts';
import { destroyLoneKeys, destroyRoundKey } from './keys.server.ts';
import { openEnvelopes } from './open-envelopes.server.ts';
import { CLOSE_JOB, readRound } from './rounds.server.ts';

/** What happens when all answers of a round stand: its results are judged and may be shown from then on. */
export type Release = (tx: Tx, rodadaId: number) => Promise<void>;

const KEYS_JOB = 'questionarios.chaves';

export const closingTimes: readonly Recurring[] = [
  { tipo: CLOSE_JOB, everyMinutes: 1 },
  { tipo: KEYS_JOB, dailyAt: '03:40' },
];

const IS_DUE = sql`estado = 'F' and (tentar_em is null or tentar_em <= now())`;

/**
 * Counts the attempt before it is made, so that one which ends the worker counts, too: the next one comes after 1, 4, 16 and then always 60 minutes.
 * False: another worker has just begun one.
 */
const beginsAttempt = (db: Database, id: number) =>
  db.one(sql`
    update rodadas set tentativas = tentativas + 1, tentar_em = now() + least(60, power(4, least(tentativas, 3))) * interval '1 minute'
    where id = ${id} and ${IS_DUE} returning id`);

/** Closes the rounds whose last day is over, and puts the answers of closed rounds together. One that cannot be finished holds up no other, and comes after those that were never tried. */
export const closingJobs = (db: Database, lookup: Lookup, release: Release): TitledJobs => ({
  [CLOSE_JOB]: {
    title: 'Encerrar questionários que terminaram',
    attempts: 1,
    places: 1,
    async run({ signal, wroteMany }) {
      await db.query(sql`update rodadas set estado = 'F' where estado = 'A' and ate < hoje()`);
      const due = await db.query<{ id: number }>(sql`select id from rodadas where ${IS_DUE} order by tentativas, id`);
      return faultsLast(signal, async (part) => {
        let finished = 0;
        for (const { id } of due)
          await part(async () => {
            if (!(await beginsAttempt(db, id))) return;
            await finishRound(db, lookup, id, release);
            finished++;
          });
        if (finished > 0) wroteMany(['respostas_dadas', 'respostas_escritas', 'envelopes', 'participacoes']);
      });
    },
  },
  [KEYS_JOB]: {
    title: 'Apagar chaves que não são de nenhum questionário',
    async run() {
      await destroyLoneKeys(async () =>
        (await db.query<{ chave: Buffer }>(sql`select chave_publica as chave from rodadas where chave_publica is not null`)).map(
          ({ chave }) => chave,
        ),
      );
      return undefined;
    },
  },
});

/**
 * Finishes a closed round. Each step may be the last one before a crash, and the next run goes on: the envelopes are emptied with the
 * transaction that writes their answers; the key is destroyed after it; the round is finished after that.
 */
export async function finishRound(db: Database, lookup: Lookup, id: number, release: Release, most?: number): Promise<void> {
  const round = await readRound(db, id);
  if (round.chavePublica) {
    await openEnvelopes(db, lookup, round, round.chavePublica, most);
    await destroyRoundKey(round.chavePublica);
  }
  await db.tx(
    async (tx) => {
      const present = await readRound(tx, id, 'update');
      // Reopened, or finished by another worker meanwhile.
      if (present.estado !== 'F') return;
      await release(tx, id);
      await tx.query(
        sql`update rodadas set estado = 'D', chave_publica = null, tentativas = 0, tentar_em = null where id = ${id}`,
      );
      // Only an identified round may open again, and what somebody has begun in it then goes on.
      if (present.modo !== 'I')
        await tx.query(sql`
          delete from rascunhos_de_respostas where participacao_id in (select p.id from participacoes p where p.rodada_id = ${id})`);
      await askerOf(present.dono)?.encerrada?.(tx, { rodadaId: id, donoId: present.donoId });
    },
    { long: true },
  );
}
