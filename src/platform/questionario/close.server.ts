import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import type { TitledJobs } from '#kit/jobs/jobs.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { type Arvore, chainOf, treesOf } from './asked-round.server.ts';
import { askerOf } from './asker.server.ts';
import { coarsen } from './coarsen.ts';
import { destroyLoneKeys, destroyRoundKey, roundKey } from './keys.server.ts';
import { CLOSE_JOB, type Rodada, readRound } from './rounds.server.ts';
import { openerOf, type SealedAnswer } from './seal.server.ts';

/** What happens when all answers of a round stand: its results are judged and may be shown from then on. */
export type Release = (tx: Tx, rodadaId: number) => Promise<void>;

const KEYS_JOB = 'questionarios.chaves';

export const closingTimes: readonly Recurring[] = [
  { tipo: CLOSE_JOB, everyMinutes: 1 },
  { tipo: KEYS_JOB, dailyAt: '03:40' },
];

/** Closes the rounds whose last day is over, and puts the answers of closed rounds together. One that cannot be finished holds up no other. */
export const closingJobs = (db: Database, lookup: Lookup, release: Release): TitledJobs => ({
  [CLOSE_JOB]: {
    title: 'Encerrar questionários que terminaram',
    attempts: 1,
    places: 1,
    async run({ signal, wroteMany }) {
      await db.query(sql`update rodadas set estado = 'F' where estado = 'A' and ate < hoje()`);
      const due = await db.query<{ id: number }>(sql`select id from rodadas where estado = 'F' order by id`);
      return faultsLast(signal, async (part) => {
        let finished = 0;
        for (const { id } of due) await part(() => finishRound(db, lookup, id, release).then(() => finished++));
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
export async function finishRound(db: Database, lookup: Lookup, id: number, release: Release): Promise<void> {
  const round = await readRound(db, id);
  if (round.chavePublica) {
    await openEnvelopes(db, lookup, round, round.chavePublica);
    await destroyRoundKey(round.chavePublica);
  }
  await db.tx(
    async (tx) => {
      const present = await readRound(tx, id, 'update');
      // Reopened, or finished by another worker meanwhile.
      if (present.estado !== 'F') return;
      await release(tx, id);
      await tx.query(sql`update rodadas set estado = 'D', chave_publica = null where id = ${id}`);
      // Only an identified round may open again, and what somebody has begun in it then goes on.
      if (present.modo !== 'I')
        await tx.query(sql`
          delete from rascunhos_de_respostas where participacao_id in (select p.id from participacoes p where p.rodada_id = ${id})`);
      await askerOf(present.dono)?.encerrada?.(tx, { rodadaId: id, donoId: present.donoId });
    },
    { long: true },
  );
}

interface Envelope {
  id: string;
  conteudo: Buffer;
}

/** Opens, mixes and writes all answers by one transaction, under numbers of their own, so that nothing leads from an envelope to an answer. */
async function openEnvelopes(db: Database, lookup: Lookup, round: Rodada, publicKey: Buffer): Promise<void> {
  const { id } = round;
  const opened = new Map<string, SealedAnswer>();
  let opener: Awaited<ReturnType<typeof openerOf>> | undefined;
  const batches = db.stream<Envelope>(sql`select id, conteudo from envelopes where rodada_id = ${id}`, 200);
  for await (const batch of batches) {
    const open = (opener ??= await openerOf(await keyOf(publicKey), id));
    await Promise.all(batch.map(async ({ id: envelope, conteudo }) => opened.set(envelope, await open(conteudo))));
  }
  if (opened.size === 0) return;
  await db.tx(
    async (tx) => {
      await readRound(tx, id, 'update');
      const emptied = await tx.query<{ id: string }>(sql`delete from envelopes where rodada_id = ${id} returning id`);
      // Another worker was faster.
      if (emptied.length === 0) return;
      if (emptied.length !== opened.size || emptied.some((one) => !opened.has(one.id)))
        throw new Error(`round ${id}: the envelopes are not those that were opened`);
      // It is known who has answered: the answers of too few would be known to be theirs.
      if (opened.size >= round.minimo) await writeMixed(tx, round, await treesOf(tx, lookup, round), [...opened.values()]);
      // All participations are written anew, in the order of their random ids, so that none shows when it was answered, nor after whom.
      await tx.query(sql`
        with fora as (delete from participacoes where rodada_id = ${id} returning *)
        insert into participacoes select * from fora order by id`);
    },
    { long: true },
  );
}

async function keyOf(publicKey: Buffer): Promise<Buffer> {
  const key = await roundKey(publicKey);
  if (!key)
    throw new Refusal(
      'RODADA_SEM_CHAVE',
      'A chave das respostas anônimas não está na pasta chaves deste servidor. Veja a documentação de operação.',
      409,
    );
  return key;
}

/** A new order that nobody can foresee. */
export function mixed<T>(items: readonly T[]): T[] {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [all[last], all[other]] = [all[other] as T, all[last] as T];
  }
  return all;
}

const BATCH = 2_000;

function* batchesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}

/** An array as PostgreSQL writes it in text: rows of several lengths fit into no array of arrays. */
const written = (values: readonly (number | null)[]) => `{${values.map((value) => value ?? 'null').join(',')}}`;

async function writeMixed(
  tx: Tx,
  { id, minimo }: Pick<Rodada, 'id' | 'minimo'>,
  trees: readonly Arvore[],
  answers: readonly SealedAnswer[],
): Promise<void> {
  const places = coarsen(
    answers.map(({ sobre, papel, atributos }) => [sobre, papel, ...atributos]),
    minimo,
    // `sobre` and `papel` stand before the dimensions.
    (at, value) => (at < 2 ? [] : chainOf(trees[at - 2], Number(value))),
  );
  const told = answers.map((answer, n) => {
    const [sobre, papel, ...atributos] = places[n] ?? [];
    return { notas: answer.notas, sobre: sobre ?? null, papel: papel ?? null, atributos: atributos as (number | null)[] };
  });
  for (const batch of batchesOf(mixed(told)))
    await tx.query(sql`
      insert into respostas_dadas (id, rodada_id, sobre, papel, atributos, notas)
      select id_aleatorio(), ${id}, r.sobre, r.papel, r.atributos::int[], r.notas::smallint[]
      from unnest(${batch.map(({ sobre }) => sobre)}::text[], ${batch.map(({ papel }) => papel)}::text[],
        ${batch.map(({ atributos }) => written(atributos))}::text[], ${batch.map(({ notas }) => written(notas))}::text[])
        as r(sobre, papel, atributos, notas)`);
  for (const batch of batchesOf(mixed(answers.flatMap(({ textos }) => textos))))
    await tx.query(sql`
      insert into respostas_escritas (id, rodada_id, pergunta_id, texto)
      select id_aleatorio(), ${id}, t.pergunta_id, t.texto
      from unnest(${batch.map(({ perguntaId }) => perguntaId)}::int[], ${batch.map(({ texto }) => texto)}::text[]) as t(pergunta_id, texto)`);
}
