import { type Acting, type Change, trying, unnamed, worldOf } from '#kit/acting/acting.server.ts';
import { isBlankHtml } from '#kit/br/text.ts';
import { pgErrorKind, type Tx } from '#kit/db/database.server.ts';
import { bare } from '#kit/fields/bare.ts';
import { cleanTyped, EXCESSIVE_FORMATTING } from '#kit/fields/rich-text.server.ts';
import { guardedChanges, trailed } from '#kit/fields/sensitive.ts';
import { keepFiles } from '#kit/files/readers.server.ts';
import { accepted } from '#kit/form/accepted.ts';
import { check } from '#kit/form/check.ts';
import { demandLockedFields, demandLockedRows } from '#kit/form/locked-rows.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { lockedFields } from '#kit/registry/lifecycle.ts';
import type { Record_ } from '#kit/registry/record.ts';
import { inputOf, unsayable } from '#kit/registry/registry.ts';
import { type Bin, createBin, type Found, type Removal } from './bin.server.ts';
import { type ChildRow, inOrder } from './child-rows.server.ts';
import { settle, type Unasked } from './doubts.server.ts';
import { demandRoom } from './most.server.ts';
import type { Declared, Reading } from './read.server.ts';
import { type AccessTo, judgeReferences } from './references.server.ts';
import { guarded, restoring, type TitleOf } from './refused-writes.server.ts';
import { answered } from './stale.server.ts';
import { demandGoes, demandUnlocked } from './transition.server.ts';
import { createWriting } from './write.server.ts';

interface Wiring extends Declared {
  titleOf: TitleOf;
  accessTo: AccessTo;
}

/** The line of the trail of a restored record. */
const RESTORED = 'restaurar';

/** An empty list is the same as no list. */
const nullIfEmpty = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : (value ?? null));
const differs = (a: unknown, b: unknown) => JSON.stringify(nullIfEmpty(a)) !== JSON.stringify(nullIfEmpty(b));

/** How records of a registry are judged, saved and removed, each with its line of the trail, in a transaction that the caller opens. */
export function createSaving(
  { registry, lookup, hooks, titleOf, accessTo }: Wiring,
  { seen, readWhole, readToSave, readSaved }: Reading,
) {
  const { fields } = registry;
  const { insert, change, erase } = createWriting(registry);
  const bin: Bin = createBin({ registry, lookup, hooks });
  const isUnnamed = registry.trail === 'none';
  const richTexts = Object.keys(fields).filter((name) => fields[name]?.kind === 'richText');
  /** A record without a trail has no maker, neither for the trail nor for the registry's hooks. */
  const makerOf = (acting: Acting): Acting => (isUnnamed ? unnamed(acting) : acting);

  /** A change needs a line in the trail, and this registry has none. */
  function demandTrail(): void {
    if (isUnnamed)
      throw new Refusal('SEM_TRILHA', `${registry.title}: os registros são anônimos e não podem ser alterados nem excluídos.`);
  }

  function judge(input: unknown, acting: Acting, before?: Record_, isCleaned = false): Record<string, unknown> {
    const checked = check(registry, input, { ...worldOf(acting), ...(before ? { before } : {}) });
    if (!checked.ok) throw refuse.invalid(checked.issues);
    const value = checked.value as Record<string, unknown>;
    if (isCleaned) return value;
    const cleaned = cleanedTexts(value, before);
    // The text that is kept may be longer than what was sent, or empty, or have words that stood there in code.
    return Object.keys(cleaned).length === 0 ? value : judge({ ...(input as object), ...cleaned }, acting, before, true);
  }

  /** The rich texts that the cleaning changes. One that stands in the record as it is was cleaned when it came. */
  function cleanedTexts(value: Record<string, unknown>, before?: Record_): Record<string, string> {
    const changed: Record<string, string> = {};
    for (const name of richTexts) {
      const text = value[name];
      if (typeof text !== 'string' || text === before?.[name]) continue;
      const cleaned = cleanTyped(text);
      if (cleaned === undefined) throw refuse.invalid([{ field: name, message: EXCESSIVE_FORMATTING }]);
      if (cleaned !== text) changed[name] = isBlankHtml(cleaned) ? '' : cleaned;
    }
    return changed;
  }

  async function save(
    tx: Tx,
    acting: Acting,
    {
      value,
      before,
      input,
      unasked,
    }: { value: Record<string, unknown>; before?: Record_; input: unknown; unasked: Unasked | undefined },
  ): Promise<Record_> {
    const lock = before && lockedFields(registry, before, acting);
    if (lock) demandLockedFields(before, value, lock);
    if (before) demandLockedRows(fields, before, value, worldOf(acting));
    if (registry.lifecycle) value[registry.lifecycle.field] = before?.[registry.lifecycle.field] ?? registry.lifecycle.initial;
    const known = new Set(before && hooks.filesIn?.(before));
    const inside = hooks.filesIn?.(value).filter((one) => !known.has(one));
    await judgeReferences(registry, lookup, accessTo, { tx, acting, value, before, ...(inside ? { inside } : {}) });
    for (const [name, { dated }] of Object.entries(fields)) if (dated) value[name] = inOrder(value[name] as ChildRow[], dated);
    const maker = makerOf(acting);
    if (!before) await demandRoom(tx, registry, acting);
    await hooks.beforeSave?.(tx, { value, acting: maker, byHand: unasked === undefined, ...(before ? { before } : {}) });
    const isHeard = !unasked || unasked.warn !== undefined;
    const doubts = isHeard ? await hooks.doubts?.(tx, { value, acting: maker, ...(before ? { before } : {}) }) : undefined;
    if (doubts) settle(tx, acting, doubts, { input, unasked });
    const id = before?.id ?? (await insert(tx, maker, value));
    if (before) await change(tx, maker, id, value);
    if (hooks.filesIn) await keepFiles(tx, registry.table, id, hooks.filesIn(value));
    await hooks.afterSave?.(tx, {
      id,
      value,
      acting: maker,
      confirmed: unasked?.confirmed ?? !unasked,
      ...(before ? { before } : {}),
    });
    if (!unasked?.follows) await hooks.afterSaves?.(tx, { ids: [id], acting: maker });
    return tell(tx, maker, id, before);
  }

  /** Refuses actions that `acoes` does not offer for the record, beyond the authority of the route. */
  function demandDeed(record: Record_, acting: Acting, deed: 'edit' | 'remove', takesBack = false): void {
    demandUnlocked(registry, record, acting, deed);
    const refusal = hooks.refuses?.(record, acting, deed, takesBack);
    if (refusal) throw refusal;
  }

  /** Writes the line of the trail, and answers the record as its author may read it. */
  async function tell(tx: Tx, acting: Acting, id: number, before: Record_ | undefined, transition?: string): Promise<Record_> {
    const after = await readSaved(tx, id);
    const action = before ? 'A' : 'I';
    await acting.audit(tx, {
      table: registry.table,
      id,
      action,
      ...difference(before, after),
      ...(transition ? { transition } : {}),
    });
    return seen(after, acting);
  }

  function difference(before: Record_ | undefined, after: Record_ | undefined): Pick<Change, 'changes' | 'guarded'> {
    const clear: Change['changes'] = {};
    const changes: Record<string, [unknown, unknown]> = {};
    for (const [name, field] of Object.entries(fields)) {
      if (field.computed || !differs(before?.[name], after?.[name])) continue;
      clear[name] = [before?.[name] ?? null, after?.[name] ?? null];
      changes[name] = [trailed(field, before?.[name]), trailed(field, after?.[name])];
    }
    return { changes, guarded: guardedChanges(fields, clear) };
  }

  const takeLock = async (tx: Tx, acting: Acting, id?: number, input?: unknown) => {
    if (typeof hooks.lock === 'function')
      await hooks.lock(tx, { acting, input: accepted(fields, input), ...(id === undefined ? {} : { id }) });
    else if (hooks.lock)
      await tx.query({ text: 'select pg_advisory_xact_lock(hashtext($1), $2::int)', values: [hooks.lock, acting.empresaId] });
  };

  /** lock → `check` → references → `beforeSave` → write → `afterSave` → trail. The route checks the authority. */
  async function create(tx: Tx, acting: Acting, input: unknown, unasked?: Unasked): Promise<Record_> {
    const missing = unsayable(registry, acting.can);
    if (missing)
      throw new Refusal(
        'NAO_AUTORIZADO',
        `Para inserir ${registry.singular} é preciso ter autorização para ver ${missing.label}.`,
        403,
      );
    await takeLock(tx, makerOf(acting), undefined, input);
    return guarded(registry, acting, titleOf, () => save(tx, acting, { value: judge(input, acting), input, unasked }));
  }

  async function update(tx: Tx, acting: Acting, id: number, input: unknown, unasked?: Unasked): Promise<Record_> {
    demandTrail();
    await takeLock(tx, acting, id, input);
    const before = await readToSave(tx, acting, id);
    const versao = typeof input === 'object' && input !== null ? (input as { versao?: unknown }).versao : undefined;
    if (versao !== undefined && versao !== null && versao !== before.versao)
      throw refuse.stale(answered(registry, seen(before, acting), acting));
    demandDeed(before, acting, 'edit');
    return guarded(registry, acting, titleOf, () =>
      save(tx, acting, { value: judge(input, acting, before), before, input, unasked }),
    );
  }

  /**
   * lock → version → deed → the bin → `followRemoval` → `beforeRemove` → removal → trail. `takesBack`: an import takes back what it inserted, which
   * never should have been: people go too, and nothing is kept.
   */
  async function remove(
    tx: Tx,
    acting: Acting,
    id: number,
    versao?: number,
    { takesBack = false }: { takesBack?: boolean } = {},
  ): Promise<Removal> {
    demandTrail();
    await takeLock(tx, acting, id);
    const before = await readWhole(tx, acting, id, true);
    if (versao !== undefined && versao !== before.versao) throw refuse.stale(answered(registry, seen(before, acting), acting));
    demandDeed(before, acting, 'remove', takesBack);
    if (!takesBack) demandGoes(registry, before, acting);
    const removed = await bin.keep(tx, acting, before, !takesBack);
    const tambem = (await hooks.followRemoval?.(tx, { before, acting })) ?? [];
    await hooks.beforeRemove?.(tx, { before, acting });
    await guarded(registry, acting, titleOf, () => erase(tx, id));
    if (hooks.filesIn) await keepFiles(tx, registry.table, id, []);
    await acting.audit(tx, { table: registry.table, id, action: 'E', changes: difference(before, undefined).changes });
    return { ...removed, tambem };
  }

  /** Reads a removed record as it stood: it is put back, shown to `work`, and taken away again. */
  async function standing(tx: Tx, found: Found, work?: (stood: Record_) => Promise<void>): Promise<Record_> {
    await tx.query({ text: 'savepoint lixeira' });
    await bin.insert(tx, found);
    const stood = await readSaved(tx, found.registroId);
    await work?.(stood);
    await tx.query({ text: 'rollback to savepoint lixeira; release savepoint lixeira' });
    return stood;
  }

  /**
   * Puts a removed record back, by its entry in the bin or by its own id: judged and followed by the hooks like a new record, then
   * inserted as it stood. What the hooks derive anew replaces what was derived then.
   */
  async function restore(tx: Tx, acting: Acting, what: { entrada: number } | { registro: number }): Promise<Record_> {
    const found = await bin.find(tx, acting, what);
    return restoring(registry, acting, titleOf, async () => {
      const { registroId: id } = found;
      const stood = await standing(tx, found);
      const refusal = hooks.refuses?.(stood, acting, 'restore');
      if (refusal) throw refusal;
      const input = inputOf(registry, stood);
      await takeLock(tx, acting, undefined, input);
      const value = judge(input, acting, stood);
      if (registry.lifecycle) value[registry.lifecycle.field] = stood[registry.lifecycle.field];
      await judgeReferences(registry, lookup, accessTo, { tx, acting, value, before: stood });
      for (const [name, { dated }] of Object.entries(fields)) if (dated) value[name] = inOrder(value[name] as ChildRow[], dated);
      const judged = structuredClone(value);
      await demandRoom(tx, registry, acting);
      await hooks.beforeSave?.(tx, { value, restored: stood, acting, byHand: false });
      await bin.insert(tx, found);
      const anew = Object.entries(value).filter(
        ([name, now]) => differs(judged[name], now) && (Array.isArray(now) || differs(bare(stood[name]), now)),
      );
      if (anew.length > 0) await change(tx, acting, id, Object.fromEntries(anew));
      if (hooks.filesIn) await keepFiles(tx, registry.table, id, hooks.filesIn(value));
      await hooks.afterSave?.(tx, { id, value, restored: stood, acting, confirmed: false });
      await hooks.afterSaves?.(tx, { ids: [id], acting });
      await bin.forget(tx, found.id);
      await readWhole(tx, acting, id);
      return tell(tx, acting, id, undefined, RESTORED);
    });
  }

  /** Removes an entry of the bin for good, by whoever might remove the record itself if it stood. */
  async function discard(tx: Tx, acting: Acting, entrada: number): Promise<void> {
    const found = await bin.find(tx, acting, { entrada });
    await standing(tx, found, async (stood) => {
      const refusal = hooks.refuses?.(stood, acting, 'remove');
      if (refusal) throw refusal;
      await hooks.beforeRemove?.(tx, { before: stood, acting: trying(acting) });
    }).catch(async (error: unknown) => {
      // A value that is no longer possible, because its name is taken or its reference is gone, is not kept.
      if (!pgErrorKind(error) && !(error instanceof Refusal && error.code === 'NAO_RESTAURADO')) throw error;
      await tx.query({ text: 'rollback to savepoint lixeira' });
    });
    await bin.forget(tx, found.id);
    const { cadastro, registroId, id } = found;
    // Without the name, which an erasure would not find here; the line of the removal has it.
    await acting.audit(tx, {
      table: 'lixeira',
      id,
      action: 'E',
      changes: { cadastro: [cadastro, null], registroId: [registroId, null] },
    });
  }

  return {
    judge,
    create,
    update,
    remove,
    restore,
    discard,
    reachInBin: bin.reach,
    asItStoodInBin: bin.asItStood,
    takeLock,
    tell,
  };
}
