import sql from 'sql-template-tag';
import { type Acting, entering, numbered, type UserActing, worldOf } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { hide, isHidden } from '#kit/fields/sensitive.ts';
import { check } from '#kit/form/check.ts';
import { writable } from '#kit/form/form.ts';
import { changedOf } from '#kit/form/locked-rows.ts';
import { demandAsker } from '#kit/lanes/lanes.server.ts';
import { askedBy, Refusal, refuse } from '#kit/refusal/refusal.ts';
import {
  type BulkEdited,
  type BulkPreview,
  bulkFieldsFor,
  bulkForm,
  type NotChanged,
  type RecordChange,
} from '#kit/registry/bulk-edit.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import { inCompany, inputOf } from '#kit/registry/registry.ts';
import { afterLong } from './after-long.server.ts';
import { sentenceOf } from './refused-writes.server.ts';
import { type Record_, type Store, UNASKED } from './store.server.ts';

type Values = Readonly<Record<string, unknown>>;

/** The changes of each record, with the versions that they left. */
export interface Edits extends BulkPreview {
  alterados: (RecordChange & { gravada: number })[];
}

interface Target {
  id: number;
  /** the version that the user saw */
  versao?: number | undefined;
}

/** What an edit writes into one record, when it follows from the record; a Refusal leaves the record as it is. */
export interface Change {
  of(before: Record_): Values;
  /** who writes, when the server itself copies values that the actor may not see, and so is asked nothing about */
  writer?: Acting;
}

const isChange = (values: Values | Change): values is Change => typeof values.of === 'function';

/** Characters of what all records said and would say: a text that is short for one record is not for hundreds. */
const MOST_TEXT = 4 * 1024 * 1024;

/** The edit is too large, whatever one record says: none is changed. */
class Overweight extends Error {}

const overweight = () =>
  new Refusal(
    'EDICAO_GRANDE',
    'Os textos destes registros são longos demais para uma só edição. Selecione menos registros, ou menos campos.',
  );

/** Nobody is asked here, so a record about which its own form would ask is left as it is. */
function alone(error: unknown): never {
  const asked = error instanceof Refusal ? askedBy(error) : undefined;
  if (!asked) throw error;
  throw new Refusal('CONFIRMACAO_NECESSARIA', `${asked.join(' ')} Altere este registro sozinho e confirme.`, 409);
}

/** Judges the changes by themselves first: whoever may not write a field is told so before any record is read. */
export function judgeBulk({ registry }: Store, acting: Acting, values: Values): void {
  const offered = bulkFieldsFor(inCompany(registry, acting.settings), acting.can);
  const names = Object.keys(values);
  const unknown = names.filter((name) => !Object.hasOwn(offered, name));
  if (unknown.length > 0)
    throw refuse.invalid(unknown.map((field) => ({ field, message: 'Este campo não pode ser alterado em vários registros' })));
  if (names.length === 0) throw refuse.invalid([{ field: '', message: 'Escolha ao menos um campo' }]);
  const judged = check(bulkForm(offered, names), values, worldOf(acting));
  if (!judged.ok) throw refuse.invalid(judged.issues);
}

/**
 * Saves the values into each of the records, as if each were saved alone; a record that refuses stays as it was and is reported.
 */
export async function editMany(
  tx: Tx,
  acting: Acting,
  store: Store,
  targets: readonly Target[],
  values: Values | Change,
): Promise<Edits> {
  const done: Edits = { alterados: [], inalterados: [], falhas: [] };
  const { registry } = store;
  const change: Change = isChange(values) ? values : { of: () => values };
  if (JSON.stringify(values).length * targets.length > MOST_TEXT) throw overweight();
  let text = 0;
  const shown = writable(inCompany(registry, acting.settings)).flatMap(([name, field]) =>
    isHidden(field, acting.can) ? [] : [name],
  );
  await each(tx, store, acting, targets, done.falhas, async (before, versao) => {
    const nome = nameOf(store, acting, before);
    const { id } = before;
    const input = { ...inputOf(registry, before), ...change.of(before), versao, confirma: change.writer !== undefined };
    const after = await store.update(tx, change.writer ?? acting, id, input).catch(alone);
    const changed = changedOf(shown, before, after);
    const toldOf = (record: Record_) =>
      hide(registry.fields, structuredClone(Object.fromEntries(changed.map((name) => [name, record[name]]))), acting.can);
    // Who writes may see more than the reader, to whom neither the comparison nor its length tells it.
    const [seen, now] = [toldOf(before), toldOf(after)];
    const names = changedOf(changed, seen, now);
    if (names.length === 0) {
      done.inalterados.push({ id, nome });
      return false;
    }
    const of = (record: Values) => Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
    const both = { antes: of(seen), depois: of(now) };
    text += JSON.stringify(both).length;
    if (text > MOST_TEXT) throw new Overweight();
    done.alterados.push({ id, nome, versao, gravada: after.versao, ...both });
    // A trial makes nobody wait.
    return !acting.trial;
  }).catch((error: unknown) => {
    throw error instanceof Overweight ? overweight() : error;
  });
  return done;
}

interface NewEdit {
  targets: readonly Target[];
  /** the names of the fields that it changes */
  campos: readonly string[];
  values: Values | Change;
}

/** Edits the records, and keeps what stood in them, so that its maker can put it back for a day. */
export async function writeEdit(
  tx: Tx,
  acting: UserActing,
  store: Store,
  { targets, campos, values }: NewEdit,
): Promise<BulkEdited> {
  const { id } = await tx.only<{ id: number }>(sql`
    insert into edicoes_em_lote (empresa_id, usuario_id, cadastro, campos)
    values (${acting.empresaId}, ${acting.usuarioId}, ${store.registry.table}, ${campos}) returning id`);
  // The trail entries carry the edit's number, so that its changes can be found together.
  const requestId = `edicao:${id}`;
  const change = isChange(values) && values.writer ? { ...values, writer: { ...values.writer, requestId } } : values;
  const { alterados, inalterados, falhas } = await editMany(tx, numbered(acting, requestId), store, targets, change);
  const written = alterados.map((one): Written => ({ id: one.id, versao: one.gravada, antes: one.antes }));
  await tx.query(sql`
    update edicoes_em_lote set registros = ${JSON.stringify(written)}::jsonb, falhas = ${JSON.stringify(falhas)}::jsonb,
      inalterados = ${inalterados.length} where id = ${id}`);
  return { id, alterados: written.length, inalterados: inalterados.length, falhas };
}

/** The outcome of an edit; undefined when it is no longer kept. */
export const readEdit = (db: Queryable, id: number): Promise<BulkEdited | undefined> =>
  db.one<BulkEdited>(sql`
    select id, jsonb_array_length(registros) as alterados, inalterados, falhas from edicoes_em_lote where id = ${id}`);

/** The change that an edit wrote into a record. */
export interface Written {
  id: number;
  versao: number;
  antes: Values;
}

/** Undoes an edit in the records that are still as it left them. Answers how many, and reports the others. */
export async function putBack(
  tx: Tx,
  acting: Acting,
  store: Store,
  written: readonly Written[],
  falhas: NotChanged[],
): Promise<number> {
  const { fields } = store.registry;
  const values = new Map(written.map(({ id, antes }) => [id, antes]));
  let desfeitos = 0;
  await each(tx, store, acting, written, falhas, async (before, versao) => {
    const antes = values.get(before.id) ?? {};
    if (versao !== before.versao) throw new Refusal('REGISTRO_ALTERADO', 'Foi alterado depois da edição e ficou como está.', 409);
    const unseen = Object.keys(antes).find((name) => isHidden(fields[name], acting.can));
    if (unseen !== undefined) throw refuse.forbidden();
    await store.update(tx, entering(acting), before.id, { ...inputOf(store.registry, before), ...antes, versao }, UNASKED);
    desfeitos += 1;
    return true;
  });
  return desfeitos;
}

/** Works through the records, each within a savepoint, in the order of their ids so that two edits never deadlock. */
export async function each(
  tx: Tx,
  store: Store,
  acting: Acting,
  targets: readonly Target[],
  falhas: NotChanged[],
  /** answers whether its changes stay */
  work: (before: Record_, versao: number) => Promise<boolean>,
): Promise<void> {
  const rest = afterLong();
  for (const { id, versao } of targets.toSorted((a, b) => a.id - b.id)) {
    // Of a deed whose client has gone nobody can say that it was not wanted.
    if (acting.trial) demandAsker();
    await rest();
    await tx.query({ text: 'savepoint registro' });
    let nome: string | null = null;
    let stays = false;
    try {
      const before = await store.readWhole(tx, acting, id);
      nome = nameOf(store, acting, before);
      stays = await work(before, versao ?? before.versao);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      falhas.push({ id, nome, message: sentenceOf(store.registry, error) });
    }
    await tx.query({ text: `${stays ? '' : 'rollback to savepoint registro; '}release savepoint registro` });
  }
}

/** The record's name as its reader may see it. */
function nameOf({ registry }: Store, { can }: Acting, record: Record_): string {
  const { fields } = registry;
  // Nothing within these is hidden: rows, which have fields of their own, are no name.
  const plain = Object.fromEntries(Object.entries(record).filter(([name]) => !fields[name]?.fields));
  return nameOfRow(hide(fields, plain, can), registry);
}
