import { storable } from '#kit/br/text.ts';
import { isAhead, isOlder } from '#kit/db/clock.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { type JobKind, type JobResult, KEPT_DATA } from './jobs.server.ts';

/** Which tasks a lane takes: those that wait in the queue, those that the death of a worker interrupted, or both. */
export interface Takes {
  waiting: boolean;
  interrupted: boolean;
}

/** Whose tasks: the system's own, or those of users and people from outside. */
export type Whose = 'system' | 'users';

/** Tasks that share the same places. */
export interface Lane {
  name: string;
  kinds: readonly string[];
  /** places: tasks that run at a time in this process */
  most: number;
  rule: keyof typeof rules;
  takes: Takes;
  /** the priority of each kind, where the rule uses it */
  priorities?: string;
}

/** A task as its worker took it. */
export interface Claimed {
  id: number;
  tipo: string;
  empresa_id: number | null;
  usuario_id: number | null;
  externo: string | null;
  dados: Record<string, unknown>;
  tentativas: number;
  progresso: number;
  total: number | null;
}

/** The longest pause before a new run, in ms. */
export const LONGEST_PAUSE = 600_000;

const isSilent = isOlder('batida_em', 'make_interval(secs => $2::float8 / 1000)');

/** What was to run at once, or again after a pause, is due as well where a clock that was ahead wrote when. */
const isDue = `(executar_em <= now() or executar_em = criada_em and ${isAhead('executar_em')}
  or tentativas > 0 and executar_em > now() + make_interval(secs => ${LONGEST_PAUSE / 1000}))`;

const WHOSE: Record<Whose, string> = {
  system: 'usuario_id is null and externo is null',
  users: '(usuario_id is not null or externo is not null)',
};

/**
 * Which tasks a lane holds, and whose turn it is. In places of a kind's own the group of tasks comes first that was served longest ago, and of it
 * the person (`vez`). The system's own tasks never wait behind those of users. Among users, whoever
 * has the fewest tasks running comes first, then the higher priority ($7), then whoever was served longest ago. What has waited for a minute
 * precedes what has not, without a priority, or two people who import again and again would keep exports waiting for good. Nobody has more than $8 running, in
 * all processes together; those of this worker ($4) count until they stop, though they were cancelled. People from outside are one person here, because
 * anybody opens a second account.
 */
const rules = {
  own: {
    beside: '',
    whose: 'true',
    turn: `(select max(r.iniciada_em) from tarefas r where r.tipo = t.tipo and r.grupo = t.grupo) nulls first,
      (select max(r.iniciada_em) from tarefas r where r.tipo = t.tipo and r.vez = t.vez) nulls first, executar_em, id`,
  },
  system: {
    beside: '',
    whose: WHOSE.system,
    turn: `coalesce(($7::jsonb->>tipo)::int, 0) desc, executar_em, id`,
  },
  users: {
    beside: `left join (
        select usuario_id as quem, count(*) as executando from tarefas
        where (usuario_id is not null or externo is not null)
          and (id = any($4::bigint[]) or estado = 'executando' and not ${isSilent})
        group by usuario_id) mais on quem is not distinct from t.usuario_id`,
    whose: `${WHOSE.users} and coalesce(executando, 0) < $8`,
    turn: `coalesce(executando, 0),
      case when executar_em > now() - interval '1 minute' then coalesce(($7::jsonb->>tipo)::int, 0) end desc nulls first,
      greatest((select max(r.iniciada_em) from tarefas r where r.usuario_id = t.usuario_id),
        (select max(r.iniciada_em) from tarefas r where r.externo = t.externo)) nulls first, executar_em, id`,
  },
  interruptedSystem: { beside: '', whose: WHOSE.system, turn: 'tentativas, executar_em, id' },
  interruptedUsers: { beside: '', whose: WHOSE.users, turn: 'tentativas, executar_em, id' },
};

/** The lanes of a worker: the system's, the users', and one for each kind with places of its own. */
export function lanesOf(
  kinds: ReadonlyMap<string, JobKind>,
  { reserved, concurrency, takes }: Record<'reserved' | 'concurrency', number> & { takes: Takes },
) {
  const shared = [...kinds.keys()].filter((name) => kinds.get(name)?.places === undefined);
  const priorities = JSON.stringify(Object.fromEntries([...kinds].map(([name, { priority = 0 }]) => [name, priority])));
  const lanes: Lane[] = [
    { name: 'system', kinds: shared, most: reserved, rule: 'system', takes, priorities },
    { name: 'users', kinds: shared, most: concurrency, rule: 'users', takes, priorities },
  ];
  for (const [name, { places }] of kinds)
    if (places !== undefined) lanes.push({ name: `own ${name}`, kinds: [name], most: places, rule: 'own', takes });
  return lanes;
}

/** The places for what the death of a worker interrupted: one for each kind with places of its own, which waits for no other here either, and one for all others. */
export function interruptedLanes(kinds: ReadonlyMap<string, JobKind>, whose: Whose): Lane[] {
  const own = [...kinds.keys()].filter((name) => kinds.get(name)?.places !== undefined);
  const shared = [...kinds.keys()].filter((name) => kinds.get(name)?.places === undefined);
  return [shared, ...own.map((name) => [name])].map((names) => ({
    name: `interrupted ${whose} ${names.join(' ')}`,
    kinds: names,
    most: 1,
    rule: whose === 'system' ? 'interruptedSystem' : 'interruptedUsers',
    takes: { waiting: false, interrupted: true },
  }));
}

/** Whose tasks the death of a worker interrupted; none of `running`, which are this worker's own. */
export async function interrupted(db: Database, kinds: readonly string[], lease: number, running: number[]): Promise<Whose[]> {
  const rows = await db.query<{ sistema: boolean }>({
    name: 'tarefas-interrompidas',
    text: `select distinct ${WHOSE.system} as sistema from tarefas
      where estado = 'executando' and ${isSilent} and ${isDue} and tipo = any($3) and id <> all($1::bigint[])`,
    values: [running, lease, kinds],
  });
  return rows.map(({ sistema }) => (sistema ? 'system' : 'users'));
}

/** One person leaves a place to others, unless there is only one. */
const mostOfOne = (places: number) => Math.max(1, places - 1);

/**
 * Takes the lane's next task under the name of a new claim; a task whose worker was silent for `lease` ms counts as waiting. `running`: the tasks in
 * the lane's places, which a clock that goes back makes look silent.
 */
export const claim = (
  db: Database,
  { rule, kinds, takes, priorities, most }: Lane,
  name: string,
  lease: number,
  running: number[],
) =>
  db.one<Claimed>({
    name: `tarefas-tomar-${rule}`,
    text: `update tarefas set estado = 'executando', trabalhador = $1, batida_em = now(), iniciada_em = coalesce(iniciada_em, now()), tentativas = tentativas + 1
      where id = (
        select t.id from tarefas t ${rules[rule].beside}
        where ${rules[rule].whose} and estado in ('fila', 'executando') and ${isDue} and tipo = any($3)
          and (estado = 'fila' and $5 or estado = 'executando' and ${isSilent} and $6) and t.id <> all($4::bigint[])
        order by ${rules[rule].turn} limit 1 for update of t skip locked)
      returning id, tipo, empresa_id, usuario_id, externo, dados, tentativas, progresso, total`,
    values: [
      name,
      lease,
      kinds,
      running,
      takes.waiting,
      takes.interrupted,
      ...(priorities === undefined ? [] : [priorities]),
      ...(rule === 'users' ? [mostOfOne(most)] : []),
    ],
  });

export type Held = ReturnType<typeof held>;

/** The writes of a worker to its task: none takes effect once the task is cancelled or another worker's. */
export function held(db: Database, task: Claimed, name: string) {
  const mine = "id = $1 and trabalhador = $2 and estado = 'executando'";
  const progress = { done: task.progresso, total: task.total };
  return {
    progress,

    /** Records that the worker lives, and its progress; answers whether the task is still its own. */
    async beat(): Promise<boolean> {
      const rows = await db.query({
        name: 'tarefas-batida',
        text: `update tarefas set batida_em = now(), progresso = $3, total = $4 where ${mine} returning id`,
        values: [task.id, name, progress.done, progress.total],
      });
      return rows.length > 0;
    },

    /** Ends the task; answers whether it was still the worker's own. */
    async settle(
      estado: 'concluida' | 'falhou',
      { mensagem, arquivoId }: JobResult,
      of: Pick<Database, 'query'> = db,
    ): Promise<boolean> {
      const rows = await of.query({
        text: `update tarefas set estado = $3, mensagem = $4, arquivo_id = $5, progresso = $6, total = $7, concluida_em = now(), dados = ${KEPT_DATA} where ${mine} returning id`,
        values: [
          task.id,
          name,
          estado,
          mensagem === undefined ? null : storable(mensagem),
          arquivoId ?? null,
          progress.done,
          progress.total,
        ],
      });
      return rows.length > 0;
    },

    /** Puts the task back as if this run had never begun. */
    giveBack: () =>
      db.query({
        text: `update tarefas set estado = 'fila', trabalhador = null, tentativas = tentativas - 1 where ${mine}`,
        values: [task.id, name],
      }),

    /** Puts the task back for a further attempt, after `ms`. */
    retryAfter: (ms: number) =>
      db.query({
        text: `update tarefas set estado = 'fila', trabalhador = null, executar_em = now() + make_interval(secs => $3::float8 / 1000) where ${mine}`,
        values: [task.id, name, ms],
      }),
  };
}
