import { DEFAULT_TIME_ZONE } from '#kit/br/date.ts';
import { beforeCommit } from '#kit/db/before-commit.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { faultsLast } from './faults-last.server.ts';

/** How long one task waits for a transaction that has asked for it too, in ms; it is tried again at the next look. */
const PATIENCE_MS = 500;

/** A task that comes again and again. `dailyAt` is 'HH:MM' on the clocks of São Paulo. */
export type Recurring = { tipo: string; everyMinutes: number } | { tipo: string; dailyAt: string };

const nextSql = (one: Recurring, place: string) =>
  'everyMinutes' in one
    ? `now() + make_interval(mins => ${place}::int)`
    : `(select case when t > now() then t else ((d + 1) + ${place}::time) at time zone '${DEFAULT_TIME_ZONE}' end
        from (select d, (d + ${place}::time) at time zone '${DEFAULT_TIME_ZONE}' as t from (select (now() at time zone '${DEFAULT_TIME_ZONE}')::date as d) x) y)`;

const valueOf = (one: Recurring) => ('everyMinutes' in one ? one.everyMinutes : one.dailyAt);

/** SQL: later than any process plans the next run, whichever of them looks first. */
const tooLateSql = (one: Recurring, value: string): string =>
  'everyMinutes' in one ? `${nextSql(one, value)} + interval '1 minute'` : `now() + interval '25 hours'`;

/**
 * Has a recurring task run at once, instead of at its next turn. One that waits or runs already is not doubled, so it is asked for last: whoever
 * else asks for it waits for the end of this transaction.
 */
export const runSoon = (tx: Queryable, tipo: string): Promise<void> =>
  beforeCommit(tx, `tarefas ${tipo}`, () =>
    tx.query({
      text: `insert into tarefas (tipo, chave) values ($1, $1) on conflict (chave) where chave is not null and estado in ('fila', 'executando') do nothing`,
      values: [tipo],
    }),
  );

/** A task of the program that is asked for again and again, by what people do. */
interface Asked {
  tipo: string;
  dados: Record<string, unknown>;
  /** one open task at most under it */
  key: string;
  /** whose turn it takes among tasks of a kind that has places of its own */
  group?: string;
  /** not before this instant */
  runAt?: Date;
}

/**
 * Has a task run unless one is open under the key. Whoever asks while it runs holds its row until the end of their transaction, and asks for it last, as
 * above: a task that concludes, and then looks whether more has come, has either seen what they wrote or is over before they ask.
 */
export const askOnce = (tx: Queryable, { tipo, dados, key, group, runAt }: Asked): Promise<void> =>
  beforeCommit(tx, `tarefas ${key}`, () =>
    tx.query({
      text: `insert into tarefas (tipo, dados, chave, grupo, executar_em) values ($1, $2, $3, $4, coalesce($5, now()))
        on conflict (chave) where chave is not null and estado in ('fila', 'executando') do update set chave = excluded.chave where false`,
      values: [tipo, JSON.stringify(dados), key, group ?? null, runAt ?? null],
    }),
  );

/**
 * Enqueues the tasks that are due. Several processes may call it: each instant is used once, and an open task is not doubled. An instant
 * well behind the next one was written by a clock that was ahead, and is due. One that cannot be enqueued now holds up no other.
 */
export async function enqueueDue(db: Database, recurring: readonly Recurring[]): Promise<void> {
  await faultsLast(undefined, async (part) => {
    for (const one of recurring)
      await part(() =>
        db.tx((tx) => enqueueIfDue(tx, one), { patience: PATIENCE_MS }).catch((cause: unknown) => throwNamed(one, cause)),
      );
  });
}

function throwNamed({ tipo }: Recurring, cause: unknown): never {
  throw new Error(`${tipo} não pôde ser pedida`, { cause });
}

async function enqueueIfDue(tx: Queryable, one: Recurring): Promise<void> {
  await tx.query({
    text: `insert into agendas (nome, proxima_em) values ($1, ${nextSql(one, '$2')}) on conflict (nome) do nothing`,
    values: [one.tipo, valueOf(one)],
  });
  const due = await tx.one({
    text: `update agendas set proxima_em = ${nextSql(one, '$2')} where nome = $1 and (proxima_em <= now() or proxima_em > ${tooLateSql(one, '$2')}) returning nome`,
    values: [one.tipo, valueOf(one)],
  });
  if (due) await runSoon(tx, one.tipo);
}
