import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { Statement } from '#kit/db/statement.server.ts';
import { type Field, fieldOf } from '#kit/fields/field.ts';
import { identities, isIdentity } from '#kit/fields/identity.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { columnIn, columnOf, foldedColumn, isFolded, literal, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';

/** The record that a text refers to: its id, none, or more than one. */
export type Named = number | 'none' | 'many';

/** Who looks, and where. */
export interface Reach {
  db: Queryable;
  acting: Acting;
}

/**
 * Labels before and after a name in the alphabet that it is compared with: all labels of most registries; of a very long one,
 * those that begin alike.
 */
const mostCompared = 2_500;

/** Whether a field of this kind can hold the text of the cell. */
const canName = ({ kind }: Field) => kind === 'text' || kind === 'longText' || kind === 'integer' || isIdentity(kind);

/**
 * Fields by which a record of the target is found: its label and its single unique fields. Fields that the importer may
 * not read are left out, since finding by them reveals whose value it is; so are the numbers of people whose records they may not
 * open.
 */
export function naming(target: AnyRegistry, { can }: Acting): string[] {
  const isOpen = !target.people || can(target.authority);
  const alone = (target.unique ?? [])
    .filter((set) => set.length === 1)
    .map((set) => set[0] as string)
    .filter((name) => isOpen || !isIdentity(fieldOf(target, name).kind));
  const names = [target.label, ...alone];
  return [...new Set<string>(names)].filter((name) => !isHidden(target.fields[name], can) && canName(fieldOf(target, name)));
}

/** The text of a cell as the field stores it: numbers without their mask, codes with all their digits. */
function asStored(field: Field, text: string): string {
  if (isIdentity(field.kind)) return identities[field.kind].normalize(text);
  if (field.kind === 'text' && field.digits && /^\d[\d .-]*$/.test(text)) return text.replace(/\D/g, '').padStart(field.max, '0');
  return text;
}

function conditionOf(target: AnyRegistry, name: string): string {
  const field = fieldOf(target, name);
  const column = columnOf(name, field);
  if (isFolded(target, name)) return `t.${quote(foldedColumn(column))} = dobra(w.texto)`;
  return isIdentity(field.kind) ? `t.${quote(column)} = w.texto` : `dobra(t.${quote(column)}::text) = dobra(w.texto)`;
}

/**
 * Which of the records (alias `t`) found by a name is taken, and whether there may be several: of those that follow each other
 * under one key, the last one that existed.
 */
function chosen({ successive, unique = [], fields }: AnyRegistry): string {
  const column = (name: string) => `t.${quote(columnOf(name, fields[name] as Field))}`;
  if (!successive) return 'min(t.id) as id, count(*) > 1 as many';
  const key = (unique[0] ?? []).map(column).join(', ');
  const { from, never } = successive;
  const was = `${column(never.field)} is distinct from ${literal(never.value)}`;
  return `(array_agg(t.id order by ${was} desc, ${column(from)} desc, t.id desc))[1] as id, count(distinct (${key})) > 1 as many`;
}

/** The company's records that the importer sees; names of other records are neither found nor revealed. */
export function within(acting: Acting, { registry, hooks }: Store, statement: Statement): string {
  const company = registry.scope === 'empresa' ? `and t.empresa_id = ${statement.put(acting.empresaId)}` : '';
  const own = hooks.where?.(acting);
  return own ? `${company} and (${statement.splice(own)})` : company;
}

/** Finds the records that texts refer to by one field; answers the texts without a record. */
export async function findBy(
  { db, acting }: Reach,
  store: Store,
  name: string,
  texts: string[],
  of: Map<string, Named>,
): Promise<string[]> {
  const { registry: target } = store;
  const field = fieldOf(target, name);
  const asked = texts.map((text) => asStored(field, text));
  const statement = new Statement();
  const rows = await db.query<{ n: number; id: number; many: boolean }>({
    text: `select w.n::int as n, ${chosen(target)} from unnest(${statement.put(asked)}::text[]) with ordinality w(texto, n) join ${quote(target.table)} t on ${conditionOf(target, name)} ${within(acting, store, statement)} group by w.n`,
    values: statement.values,
  });
  for (const { n, id, many } of rows) of.set(texts[n - 1] as string, many ? 'many' : id);
  return texts.filter((text) => !of.has(text));
}

/** Finds the records that texts refer to by id; all other texts refer to nothing. */
export async function findById({ db, acting }: Reach, store: Store, texts: string[], of: Map<string, Named>): Promise<void> {
  const ids = texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
  if (ids.length > 0) {
    const statement = new Statement();
    const rows = await db.query<{ id: number }>({
      text: `select t.id from ${quote(store.registry.table)} t where t.id = any(${statement.put(ids)}::bigint[]) ${within(acting, store, statement)}`,
      values: statement.values,
    });
    for (const { id } of rows) of.set(String(id), id);
  }
  for (const text of texts) if (!of.has(text)) of.set(text, 'none');
}

/** Finds the most similar label of each text in one query, among the labels that an index has before and after it. */
export async function findNearest(
  { db, acting }: Reach,
  store: Store,
  texts: string[],
  of: Map<string, string | null>,
): Promise<void> {
  const { registry: target } = store;
  const field = fieldOf(target, target.label);
  if (field.kind !== 'text') return;
  const label = columnOf(target.label, field);
  const folded = `t.${quote(foldedColumn(label))}`;
  const statement = new Statement();
  // A text longer than any label is compared by its beginning: the whole would keep the database busy.
  const given = statement.put(texts.map((text) => text.slice(0, field.max)));
  const beside = (than: string, order: string) =>
    `(select t.id, t.${quote(label)} as nome, similarity(${folded}, w.texto) as likeness from ${quote(target.table)} t
        where ${folded} ${than} w.texto collate "C" ${within(acting, store, statement)} order by ${folded} ${order} limit ${mostCompared})`;
  const rows = await db.query<{ n: number; nome: string }>({
    text: `select w.n::int as n, x.nome from unnest(${given}::text[]) with ordinality w(texto, n) cross join lateral (
        select c.nome from (${beside('>=', 'asc')} union all ${beside('<', 'desc')}) c
        where c.likeness >= 0.4 order by c.likeness desc, c.id limit 1) x`,
    values: statement.values,
  });
  for (const text of texts) of.set(text, null);
  for (const { n, nome } of rows) of.set(texts[n - 1] as string, nome);
}

/** Finds records by a label that several share, each within its own other record (the field `inside` refers to it). */
export async function findWithin(
  { db, acting }: Reach,
  store: Store,
  inside: string,
  wanted: readonly { text: string; outer: number }[],
): Promise<{ n: number; id: number; many: boolean }[]> {
  const { registry: target } = store;
  const column = quote(columnIn(target, inside));
  const statement = new Statement();
  const texts = statement.put(wanted.map(({ text }) => text));
  const outers = statement.put(wanted.map(({ outer }) => outer));
  return db.query<{ n: number; id: number; many: boolean }>({
    text: `select w.n::int as n, min(t.id) as id, count(*) > 1 as many from unnest(${texts}::text[], ${outers}::bigint[]) with ordinality w(texto, dentro, n)
        join ${quote(target.table)} t on t.${column} = w.dentro and ${conditionOf(target, target.label)} ${within(acting, store, statement)} group by w.n`,
    values: statement.values,
  });
}
