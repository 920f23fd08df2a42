import sql, { raw } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import type { Field } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import type { MessageType } from '#kit/message/message.ts';
import { formOf, type Transition, type TransitionMessage } from '#kit/registry/lifecycle.ts';
import { quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Hooks } from '#kit/store/store.server.ts';
import type { TransitionHook, TransitionStep } from '#kit/store/transition.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { notify } from './mensagens.server.ts';

/** The variables of every transition message besides fields of the record and of the transition's form. */
const BESIDES = new Set(['id', 'quem']);

/**
 * Adds the declared messages of the transitions to the registry's hooks: they are sent after the effect, in the same transaction,
 * only to users who may open the record, and to addresses in the record itself. Throws on a message with a guarded or unknown
 * variable, and on an unknown recipient.
 */
export function withMessages(registry: AnyRegistry, hooks: Hooks): Hooks {
  const declared = Object.entries((registry.lifecycle?.transitions ?? {}) as Record<string, Transition>).filter(
    ([, { messages = [] }]) => messages.length > 0,
  );
  if (declared.length === 0) return hooks;
  const transitions: Record<string, TransitionHook> = { ...hooks.transitions };
  for (const [name, transition] of declared) {
    const hook = transitions[name] ?? {};
    for (const message of transition.messages ?? []) demandSound(registry, transition, hook, message);
    transitions[name] = {
      ...hook,
      async effect(tx, step) {
        await hook.effect?.(tx, step);
        for (const message of transition.messages ?? []) await send(tx, registry, transition, hook, message, step);
      },
    };
  }
  return { ...hooks, transitions };

  async function send(
    tx: Tx,
    of: AnyRegistry,
    transition: Transition,
    hook: TransitionHook,
    { type, to }: TransitionMessage,
    step: TransitionStep,
  ): Promise<void> {
    const { record, acting } = step;
    const values = valuesOf(of, transition, type, step);
    const ids = new Set<number>();
    for (const whom of to)
      if (isAddress(of, whom)) {
        const para = record[whom];
        if (typeof para === 'string') await queueMail(tx, type, { para, empresaId: acting.empresaId, values });
      } else if (whom === 'maker') for (const id of await makerOf(tx, of, record.id)) ids.add(id);
      else if (whom === 'others') for (const id of (await hook.recipients?.(tx, step)) ?? []) ids.add(id);
      else if (record[whom]) ids.add(namedId(record[whom]));
    const readers: number[] = [];
    for (const id of ids) if (id !== acting.usuarioId && (await mayOpen(tx, of, hooks, acting, id, record.id))) readers.push(id);
    await notify(tx, acting, type, { to: readers, values });
  }
}

/** A field with the address of a person who may be no user. */
const isAddress = ({ fields }: AnyRegistry, whom: string) => fields[whom]?.kind === 'email';

/** Whoever inserted the record. */
const makerOf = async (tx: Tx, { table }: AnyRegistry, id: number): Promise<number[]> =>
  (
    await tx.query<{ usuario: number }>(sql`
      select usuario_id as usuario from auditoria where tabela = ${table} and registro_id = ${id} and acao = 'I' and usuario_id is not null order by id limit 1`)
  ).map(({ usuario }) => usuario);

/** Whether a user may open a record of the actor's company. */
async function mayOpen(tx: Tx, registry: AnyRegistry, hooks: Hooks, by: Acting, usuarioId: number, id: number): Promise<boolean> {
  const access = await createAccessCache(tx)(usuarioId, by.empresaId, 0);
  const reader = actingOf({ id: usuarioId, nome: '' }, access, by.requestId);
  if (!reader.can(registry.authority)) return false;
  const reach = hooks.where?.(reader);
  if (!reach) return true;
  return (await tx.one(sql`select 1 from ${raw(quote(registry.table))} t where t.id = ${id} and (${reach})`)) !== undefined;
}

const fieldOf = (registry: AnyRegistry, transition: Transition, name: string): Field | undefined =>
  registry.fields[name] ?? formOf(transition).fields[name];

function valuesOf(registry: AnyRegistry, transition: Transition, { variables }: MessageType, step: TransitionStep) {
  const { record, input, acting } = step;
  const besides: Record<string, string> = { id: String(record.id), quem: acting.usuarioNome };
  const values = { ...record, ...input };
  return Object.fromEntries(
    Object.keys(variables).map((name) => {
      const field = fieldOf(registry, transition, name);
      return [name, besides[name] ?? (field ? fieldText(field, values[name]) : '')];
    }),
  );
}

function demandSound(registry: AnyRegistry, transition: Transition, hook: TransitionHook, { type, to }: TransitionMessage): void {
  const fault = (sentence: string) => {
    throw new Error(`${registry.id}: the message ${type.id} ${sentence}`);
  };
  for (const name of Object.keys(type.variables)) {
    const field = fieldOf(registry, transition, name);
    if (!field && !BESIDES.has(name)) fault(`has a variable ${name} that neither the record nor the transition has`);
    if (field?.sensitive) fault(`would say ${name}, which a right guards`);
  }
  for (const whom of to) {
    if (whom === 'maker' || (whom === 'others' && hook.recipients)) continue;
    if (isAddress(registry, whom)) {
      if (!type.channels.includes('mail')) fault(`goes to the address ${whom} and is no mail`);
      continue;
    }
    if (registry.fields[whom]?.target !== 'utilitario/usuarios') fault(`is for ${whom}, which is neither a user nor an address`);
  }
}
