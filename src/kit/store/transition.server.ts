import sql, { join, type RawValue, raw } from 'sql-template-tag';
import { type Acting, worldOf } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { check } from '#kit/form/check.ts';
import { locked } from '#kit/form/locked-rows.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { formOf, lockOf, refusesTransition, stateRefuses, type Transition, whyStays } from '#kit/registry/lifecycle.ts';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import type { Record_, RecordOf } from '#kit/registry/record.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { answered } from './stale.server.ts';

/** The conditions and effects of a transition beyond the declaration, inside the transaction that moves the record. */
export interface TransitionHook<F extends Fields = Fields> {
  /** locks, beyond the record's own, that keep the guards' answer true until the end */
  lock?(tx: Tx, step: TransitionStep<F>): Promise<void>;
  /**
   * for a transition that is too long for a request: the title of the task that does it, and the tables that it writes many rows
   * of
   */
  asTask?(tx: Tx, step: TransitionStep<F>): Promise<LongTransition | undefined>;
  /** every reason why this record cannot move now, as sentences; also shown before somebody tries */
  guards?(tx: Tx, step: TransitionStep<F>): Promise<readonly string[]>;
  /** warnings to show before the move, which do not prevent it */
  warnings?(tx: Tx, step: Omit<TransitionStep<F>, 'input'>): Promise<readonly string[]>;
  /** the consequences in the database; messages are queued here, never sent */
  effect?(tx: Tx, step: TransitionStep<F>): Promise<void>;
  /** users whom messages of the transition address as 'others' */
  recipients?(tx: Tx, step: TransitionStep<F>): Promise<readonly number[]>;
}

export interface LongTransition {
  titulo: string;
  writes: readonly string[];
}

export interface TransitionStep<F extends Fields = Fields> {
  /** the record before the move; its row is locked */
  record: RecordOf<F>;
  /** the judged values of the transition's form */
  input: Record<string, unknown>;
  acting: Acting;
  /** reports the progress of a task */
  progress?(done: number, of: number): void;
}

/** The parts of the store that transitions use: reading, locking, and the line of the trail. */
interface Own {
  registry: AnyRegistry;
  hooks: { transitions?: Readonly<Record<string, TransitionHook>> };
  takeLock(tx: Tx, acting: Acting, id: number): Promise<void>;
  readWhole(tx: Tx, acting: Acting, id: number, lock: boolean): Promise<Record_>;
  /** the record for its reader, changed in place */
  seen(record: Record_, acting: Acting): Record_;
  /** the present record, after writing the trail's line with the difference */
  tell(tx: Tx, acting: Acting, before: Record_, transition: string): Promise<Record_>;
}

/** The refusal of a transition, with every reason. */
const impeded = (reasons: readonly string[]) => new Refusal('TRANSICAO_IMPEDIDA', reasons.join(' '), 400, { motivos: reasons });

/** Refuses to edit or remove a record whose state or lock does not allow it. */
export function demandUnlocked(registry: AnyRegistry, record: Record_, acting: Acting, deed: 'edit' | 'remove'): void {
  const reason = stateRefuses(registry, record, deed);
  if (reason) throw impeded([reason]);
  const lock = lockOf(registry, record, acting, deed);
  if (lock) throw locked(lock);
}

/** Refuses to remove people who stay. */
export function demandGoes(registry: AnyRegistry, record: Record_, acting: Acting): void {
  const reason = whyStays(registry, record, acting);
  if (reason) throw locked(reason);
}

/** The parts of the input that the record has a field of the same name for. */
const keptOf = ({ fields }: AnyRegistry, transition: Transition, input: Record<string, unknown>): Record<string, RawValue> =>
  Object.fromEntries(
    Object.keys(formOf(transition).fields).flatMap((name) =>
      Object.hasOwn(fields, name) ? [[name, (input[name] ?? null) as RawValue]] : [],
    ),
  );

/** The one place that changes the state of a record. */
export function createTransitions({ registry, hooks, takeLock, readWhole, seen, tell }: Own) {
  const { lifecycle } = registry;
  const transitions: Readonly<Record<string, Transition>> = lifecycle?.transitions ?? {};
  for (const name of Object.keys(hooks.transitions ?? {}))
    if (!Object.hasOwn(transitions, name)) throw new Error(`${registry.id}: no transition is called ${name}`);

  const named = (name: string): Transition => {
    const transition = Object.hasOwn(transitions, name) ? transitions[name] : undefined;
    if (!transition) throw refuse.notFound();
    return transition;
  };

  const reasonsOf = async (tx: Tx, name: string, step: TransitionStep): Promise<readonly string[]> => {
    const state = lifecycle && refusesTransition(lifecycle, named(name), step.record);
    return state ? [state] : ((await hooks.transitions?.[name]?.guards?.(tx, step)) ?? []);
  };

  /** The first checks of a transition: the record's state, the version that the sender saw, and the input. */
  function begun(acting: Acting, name: string, record: Record_, input: unknown): TransitionStep {
    const declared = named(name);
    const versao = typeof input === 'object' && input !== null ? (input as { versao?: unknown }).versao : undefined;
    const state = lifecycle && refusesTransition(lifecycle, declared, record);
    if (state) throw impeded([state]);
    if (versao !== undefined && versao !== null && versao !== record.versao)
      throw refuse.stale(answered(registry, seen(record, acting), acting));
    const judged = check(formOf(declared), input, { ...worldOf(acting), before: record });
    if (!judged.ok) throw refuse.invalid(judged.issues);
    return { record, input: judged.value as Record<string, unknown>, acting };
  }

  /**
   * lock → record → version → state → input by `check` → guards → new state and the input's fields of the record → effect →
   * trail, in the caller's transaction. `input` may carry the `versao` that its sender saw. The route checks the authority; other
   * code may move a record as the consequence of its own action.
   */
  async function transition(
    tx: Tx,
    acting: Acting,
    id: number,
    name: string,
    input: unknown = {},
    progress?: TransitionStep['progress'],
  ): Promise<Record_> {
    const declared = named(name);
    if (!lifecycle) throw refuse.notFound();
    await takeLock(tx, acting, id);
    const before = await readWhole(tx, acting, id, true);
    const step = { ...begun(acting, name, before, input), ...(progress ? { progress } : {}) };
    await hooks.transitions?.[name]?.lock?.(tx, step);
    const reasons = await reasonsOf(tx, name, step);
    if (reasons.length > 0) throw impeded(reasons);
    const written = { [lifecycle.field]: declared.to, ...keptOf(registry, declared, step.input) };
    const sets = Object.entries(written).map(([field, value]) => sql`${raw(quote(columnIn(registry, field)))} = ${value}`);
    await tx.query(sql`update ${raw(quote(registry.table))} set ${join(sets)}, versao = versao + 1 where id = ${id}`);
    await hooks.transitions?.[name]?.effect?.(tx, step);
    return tell(tx, acting, before, name);
  }

  /** The reasons against the transition and its warnings, without doing it. */
  async function preview(tx: Tx, acting: Acting, id: number, name: string) {
    named(name);
    const record = await readWhole(tx, acting, id, false);
    const step = { record, input: {}, acting };
    const motivos = await reasonsOf(tx, name, step);
    const avisos = (motivos.length === 0 && (await hooks.transitions?.[name]?.warnings?.(tx, step))) || [];
    return { motivos, avisos };
  }

  /** The task of a transition that is too long for a request; nothing is locked and no guard runs. */
  async function asTask(tx: Tx, acting: Acting, id: number, name: string, input: unknown): Promise<LongTransition | undefined> {
    const long = hooks.transitions?.[name]?.asTask;
    return long?.(tx, begun(acting, name, await readWhole(tx, acting, id, false), input));
  }

  return { transition, preview, asTask };
}
