import sql, { type Sql } from 'sql-template-tag';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { cleanHtml } from '#kit/fields/rich-text.server.ts';
import { refuse } from '#kit/http/refusal.ts';
import type { Acting } from './acting.server.ts';
import { check } from './check.ts';
import { type ChildRow, writeRows } from './child-rows.server.ts';
import { countRecords, pageStatement, prepared, takeTotal } from './list.server.ts';
import type { ListQuery } from './list-query.ts';
import { columnOf, columns, listTable, quote } from './names.server.ts';
import { guarded, plainTitle, type TitleOf } from './refused-writes.server.ts';
import type { AnyRegistry, Issue } from './registry.ts';
import { type Computed, joinsSql, type Lookup, listed, selectSql, wire } from './select.server.ts';

export type Record_ = Record<string, unknown> & { id: number; versao: number };

/** Steps that a registry's own `x.server.ts` may add to the save; each runs inside the one transaction. */
export interface Hooks {
  /** access that answers with a filter, over alias `t` */
  where?(acting: Acting): Sql | undefined;
  computed?: Computed;
  /** saves of one company that must not run side by side (a tree): the name of the lock, taken before any row */
  lock?: string;
  beforeSave?(tx: Tx, save: { value: Record<string, unknown>; before?: Record_; acting: Acting }): Promise<void>;
  afterSave?(tx: Tx, save: { id: number; value: Record<string, unknown>; before?: Record_; acting: Acting }): Promise<void>;
  beforeRemove?(tx: Tx, removal: { before: Record_; acting: Acting }): Promise<void>;
  /** names of the query string that `where` of the list reads itself */
  extraQuery?: ReadonlySet<string>;
  extraWhere?(query: Record<string, unknown>, acting: Acting): Sql | undefined;
}

export interface Page {
  content: Record_[];
  total: number;
}

export type Store = ReturnType<typeof createStore>;

const changed = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);

/** The one place that knows table, child rows, links, company scope, `versao`, audit and search of a registry. */
export function createStore(registry: AnyRegistry, lookup: Lookup, hooks: Hooks = {}, titleOf: TitleOf = plainTitle) {
  const fields: Fields = registry.fields;
  const table = quote(registry.table);
  const all = selectSql(registry, Object.keys(fields), lookup, hooks.computed ?? {});
  const select = (names: string[], isJoined = false) => ({
    select: selectSql(registry, names, lookup, hooks.computed ?? {}, isJoined),
    joins: isJoined ? joinsSql(registry, names, lookup) : '',
  });
  const some = select(listed(registry));
  const many = select(listed(registry), true);
  const naming = select([registry.label, ...('ativo' in fields ? ['ativo'] : [])]);
  const scoped = registry.scope === 'empresa';

  const access = (acting: Acting, extra?: Sql): Sql | undefined => {
    const own = hooks.where?.(acting);
    return own && extra ? sql`(${own}) and (${extra})` : (own ?? extra);
  };

  const secret = Object.keys(fields).filter((name) => fields[name]?.sensitive);
  const mayRead = (acting: Acting) => secret.length === 0 || acting.can(`${registry.authority}_EDITAR`);

  /** Sensitive fields are for who may write them: others get null, here and in the export alike. */
  function hide<R extends Record<string, unknown>>(row: R, acting: Acting): R {
    if (!mayRead(acting)) for (const name of secret) if (name in row) (row as Record<string, unknown>)[name] = null;
    return row;
  }

  /** An order or a filter would tell what is hidden. */
  function demandOpen(query: ListQuery, acting: Acting): void {
    if (mayRead(acting)) return;
    if ([...query.sort, ...query.where].some(({ field }) => secret.includes(field))) throw refuse.forbidden();
  }

  async function page(db: Queryable, acting: Acting, query: ListQuery, extra?: Sql): Promise<Page> {
    demandOpen(query, acting);
    const where = access(acting, extra);
    const content = await db.query<Record_>(pageStatement(registry, acting, query, where, some, lookup));
    const brought = takeTotal(content);
    for (const row of content) hide(wire(fields, row), acting);
    const isWhole = query.page === null || (query.page === 0 && content.length < query.size);
    return { content, total: isWhole ? content.length : (brought ?? (await countRecords(db, registry, acting, query, where))) };
  }

  /** A page of names alone: `id`, the label and `ativo`. */
  async function names(db: Queryable, acting: Acting, query: ListQuery): Promise<Record_[]> {
    const rows = await db.query<Record_>(pageStatement(registry, acting, query, access(acting), naming, lookup));
    takeTotal(rows);
    return rows;
  }

  /** Every record that the query finds, in batches, through a cursor. */
  async function* stream(db: Database, acting: Acting, query: ListQuery, extra?: Sql): AsyncGenerator<Record_[]> {
    demandOpen(query, acting);
    for await (const batch of db.stream<Record_>(
      pageStatement(registry, acting, { ...query, page: null }, access(acting, extra), many, lookup),
    )) {
      for (const row of batch) hide(wire(fields, row), acting);
      yield batch;
    }
  }

  const read = async (db: Queryable, acting: Acting, id: number, lock = false): Promise<Record_> =>
    hide(await readWhole(db, acting, id, lock), acting);

  async function readWhole(db: Queryable, acting: Acting, id: number, lock = false): Promise<Record_> {
    const values: unknown[] = [id];
    let where = 't.id = $1';
    if (scoped) where += ` and t.empresa_id = $${values.push(acting.empresaId)}`;
    const own = hooks.where?.(acting);
    if (own)
      where += ` and (${own.strings.reduce((text, part, index) => `${text}$${values.push(own.values[index - 1])}${part}`)})`;
    const row = await db.one<Record_>(
      prepared(`select ${all} from ${table} t where ${where}${lock ? ' for update of t' : ''}`, values),
    );
    if (!row) throw refuse.notFound();
    return wire(fields, row) as Record_;
  }

  function judge(input: unknown, acting: Acting, before?: Record_): Record<string, unknown> {
    const checked = check(registry, input, { today: acting.today, settings: acting.settings, ...(before ? { before } : {}) });
    if (!checked.ok) throw refuse.invalid(checked.issues);
    const value = checked.value as Record<string, unknown>;
    for (const name in fields)
      if (fields[name]?.kind === 'richText' && typeof value[name] === 'string') value[name] = cleanHtml(value[name]);
    return value;
  }

  /** Every named record must exist in a company that the session sees; the faults name the field. */
  async function judgeReferences(tx: Queryable, acting: Acting, value: Record<string, unknown>, before?: Record_) {
    const issues: Issue[] = [];
    const asked: { path: string; target: string; ids: number[] }[] = [];
    const uploads: { path: string; id: number; isImage: boolean }[] = [];
    const collect = (of: Fields, record: Record<string, unknown>, prefix: string) => {
      for (const [name, field] of Object.entries(of)) {
        const given = record[name];
        if (field.kind === 'rows')
          (given as Record<string, unknown>[] | undefined)?.forEach((row, index) =>
            collect(field.fields ?? {}, row, `${prefix}${name}.${index}.`),
          );
        else if (field.kind === 'file' || field.kind === 'image') {
          const kept = (before?.[name] as { id?: number } | null | undefined)?.id;
          if (typeof given === 'number' && given !== kept)
            uploads.push({ path: prefix + name, id: given, isImage: field.kind === 'image' });
        } else if (field.target && given !== null && given !== undefined) {
          const ids = Array.isArray(given) ? (given as number[]) : [given as number];
          if (ids.length > 0) asked.push({ path: prefix + name, target: field.target, ids });
        }
      }
    };
    collect(fields, value, '');
    for (const target of new Set(asked.map((one) => one.target))) {
      const wanted = asked.filter((one) => one.target === target);
      const of = lookup(target);
      const ids = [...new Set(wanted.flatMap((one) => one.ids))];
      const scope = of.scope === 'empresa' ? ' and empresa_id = $2' : '';
      const found = await tx.query<{ id: number }>(
        prepared(
          `select id from ${quote(of.table)} where id = any($1::bigint[])${scope}`,
          scope ? [ids, acting.empresaId] : [ids],
        ),
      );
      const there = new Set(found.map(({ id }) => id));
      for (const one of wanted)
        if (one.ids.some((id) => !there.has(id))) issues.push({ field: one.path, message: 'O registro selecionado não existe' });
    }
    // A record may name a file that its author has just sent, not one that somebody else keeps.
    for (const { path, id, isImage } of uploads) {
      const file = await tx.one<{ tipo: string }>(
        prepared(`select tipo from arquivos where id = $1 and empresa_id = $2 and criado_por = $3 and uso = 'envio'`, [
          id,
          acting.empresaId,
          acting.usuarioId,
        ]),
      );
      if (!file) issues.push({ field: path, message: 'O arquivo selecionado não existe' });
      else if (isImage && !file.tipo.startsWith('image/'))
        issues.push({ field: path, message: 'O arquivo adicionado não é uma imagem' });
    }
    if (issues.length > 0) throw refuse.invalid(issues);
  }

  async function writeLists(tx: Tx, id: number, value: Record<string, unknown>, isNew: boolean) {
    for (const [name, field] of Object.entries(fields)) {
      const given = value[name] as unknown[] | undefined;
      if (given === undefined || field.readOnly) continue;
      const list = quote(listTable(registry, name));
      if (field.kind === 'refs') {
        if (!isNew) await tx.query({ text: `delete from ${list} where registro_id = $1`, values: [id] });
        if (given.length > 0)
          await tx.query({
            text: `insert into ${list} (registro_id, alvo_id, ordem) select $1, x.id, x.n from unnest($2::bigint[]) with ordinality x(id, n)`,
            values: [id, given],
          });
      } else if (field.kind === 'rows') await writeRows(tx, list, field.fields ?? {}, id, given as ChildRow[], isNew);
    }
  }

  async function save(tx: Tx, acting: Acting, value: Record<string, unknown>, before?: Record_): Promise<Record_> {
    await judgeReferences(tx, acting, value, before);
    await hooks.beforeSave?.(tx, { value, acting, ...(before ? { before } : {}) });
    const given = columns(fields).filter(([name]) => value[name] !== undefined);
    const names = given.map(([name, field]) => quote(columnOf(name, field)));
    const values = given.map(([name]) => value[name]);
    let id = before?.id;
    if (id === undefined) {
      if (scoped) {
        names.push('empresa_id');
        values.push(acting.empresaId);
      }
      const places = names.map((_, index) => `$${index + 1}`).join(', ');
      const row = await tx.one<{ id: number }>(
        prepared(`insert into ${table} (${names.join(', ')}) values (${places}) returning id`, values),
      );
      id = row?.id as number;
    } else {
      const sets = names.map((name, index) => `${name} = $${index + 1}`);
      await tx.query(
        prepared(`update ${table} set ${[...sets, 'versao = versao + 1'].join(', ')} where id = $${values.push(id)}`, values),
      );
    }
    await writeLists(tx, id, value, !before);
    await hooks.afterSave?.(tx, { id, value, acting, ...(before ? { before } : {}) });
    const after = await readAny(tx, id);
    await acting.audit(tx, { table: registry.table, id, action: before ? 'A' : 'I', changes: difference(before, after) });
    return after;
  }

  async function readAny(tx: Queryable, id: number): Promise<Record_> {
    const row = await tx.one<Record_>(prepared(`select ${all} from ${table} t where t.id = $1`, [id]));
    return wire(fields, row ?? {}) as Record_;
  }

  function difference(before: Record_ | undefined, after: Record_ | undefined): Record<string, [unknown, unknown]> {
    const changes: Record<string, [unknown, unknown]> = {};
    for (const [name, field] of Object.entries(fields)) {
      if (field.computed || !changed(before?.[name], after?.[name])) continue;
      changes[name] = field.sensitive
        ? [mask(before?.[name]), mask(after?.[name])]
        : [before?.[name] ?? null, after?.[name] ?? null];
    }
    return changes;
  }

  const takeLock = async (tx: Tx, acting: Acting) => {
    if (hooks.lock)
      await tx.query({ text: 'select pg_advisory_xact_lock(hashtext($1), $2::int)', values: [hooks.lock, acting.empresaId] });
  };

  /** authority → company → `check` → `beforeSave` → write → `afterSave` → audit, in one transaction that the caller opens. */
  async function create(tx: Tx, acting: Acting, input: unknown): Promise<Record_> {
    await takeLock(tx, acting);
    return guarded(registry, titleOf, () => save(tx, acting, judge(input, acting)));
  }

  async function update(tx: Tx, acting: Acting, id: number, input: unknown): Promise<Record_> {
    await takeLock(tx, acting);
    const before = await readWhole(tx, acting, id, true);
    const versao = typeof input === 'object' && input !== null ? (input as { versao?: unknown }).versao : undefined;
    if (versao !== undefined && versao !== null && versao !== before.versao) throw refuse.stale(before);
    return guarded(registry, titleOf, () => save(tx, acting, judge(input, acting, before), before));
  }

  async function remove(tx: Tx, acting: Acting, id: number, versao?: number): Promise<void> {
    await takeLock(tx, acting);
    const before = await readWhole(tx, acting, id, true);
    if (versao !== undefined && versao !== before.versao) throw refuse.stale(before);
    await hooks.beforeRemove?.(tx, { before, acting });
    await guarded(registry, titleOf, () => tx.query(prepared(`delete from ${table} where id = $1`, [id])));
    await acting.audit(tx, { table: registry.table, id, action: 'E', changes: difference(before, undefined) });
  }

  return { registry, hooks, page, names, stream, read, judge, create, update, remove };
}

const mask = (value: unknown) => (value === null || value === undefined ? null : '•••');
