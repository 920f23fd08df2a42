import type { Acting } from '#kit/acting/acting.server.ts';
import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { type Field, fieldOf } from '#kit/fields/field.ts';
import { identities, isIdentity } from '#kit/fields/identity.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { Statement } from '#kit/query/list.server.ts';
import { columnIn, columnOf, foldedColumn, isFolded, literal, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Store } from '#kit/store/store.server.ts';

/** The record that a text names: its id, none, or more than one. */
type Named = number | 'none' | 'many';

/** Most names that are remembered of one registry. */
const mostRemembered = 20_000;
/** Most names of one registry that a nearest one is looked for. */
const mostSuggested = 100;
/** Labels on either side of a name in the alphabet that it is compared with: all of most registries, and of a very long one those that begin alike. */
const mostCompared = 2_500;

/** Whether a cell that holds a name may hold such a value. */
const canName = ({ kind }: Field) => kind === 'text' || kind === 'longText' || kind === 'integer' || isIdentity(kind);

/** Fields that name a record of the target: its label, what is unique alone, its code; none that the importer may not read, which would find whose it is. */
function naming(target: AnyRegistry, { can }: Acting): string[] {
  const alone = (target.unique ?? []).filter((set) => set.length === 1).map((set) => set[0] as string);
  const names = [target.label, ...alone, ...('codigo' in target.fields ? ['codigo'] : [])];
  return [...new Set<string>(names)].filter((name) => !isHidden(target.fields[name], can) && canName(fieldOf(target, name)));
}

function conditionOf(target: AnyRegistry, name: string): string {
  const field = fieldOf(target, name);
  const column = columnOf(name, field);
  if (isFolded(target, name)) return `t.${quote(foldedColumn(column))} = dobra(w.texto)`;
  return isIdentity(field.kind) ? `t.${quote(column)} = w.texto` : `dobra(t.${quote(column)}::text) = dobra(w.texto)`;
}

/** Which of the records (alias `t`) that a name finds is meant, and whether it may be several: of those that follow each other under one key the last one that was. */
function chosen({ successive, unique = [], fields }: AnyRegistry): string {
  const column = (name: string) => `t.${quote(columnOf(name, fields[name] as Field))}`;
  if (!successive) return 'min(t.id) as id, count(*) > 1 as many';
  const key = (unique[0] ?? []).map(column).join(', ');
  const { from, never } = successive;
  const was = `${column(never.field)} is distinct from ${literal(never.value)}`;
  return `(array_agg(t.id order by ${was} desc, ${column(from)} desc, t.id desc))[1] as id, count(distinct (${key})) > 1 as many`;
}

/** Finds records within somebody's reach by what people call them: label, code or number without accents and case, and else the id. Asks once for each text. */
export function createNames(db: Queryable, acting: Acting) {
  const known = new Map<Store, Map<string, Named>>();
  const near = new Map<Store, Map<string, string | null>>();
  const inner = new Map<string, number>();
  const innerKey = ({ registry }: Store, text: string, outer: number) => `${registry.table} ${outer} ${fold(text)}`;

  /** The company's records, those alone that the importer sees: another's name is neither found nor told. */
  function within({ registry, hooks }: Store, statement: Statement): string {
    const company = registry.scope === 'empresa' ? `and t.empresa_id = ${statement.put(acting.empresaId)}` : '';
    const own = hooks.where?.(acting);
    return own ? `${company} and (${statement.splice(own)})` : company;
  }

  async function ask(store: Store, name: string, texts: string[], of: Map<string, Named>): Promise<string[]> {
    const { registry: target } = store;
    const field = fieldOf(target, name);
    const asked = isIdentity(field.kind)
      ? texts.map((text) => identities[field.kind as keyof typeof identities].normalize(text))
      : texts;
    const statement = new Statement();
    const rows = await db.query<{ n: number; id: number; many: boolean }>({
      text: `select w.n::int as n, ${chosen(target)} from unnest(${statement.put(asked)}::text[]) with ordinality w(texto, n) join ${quote(target.table)} t on ${conditionOf(target, name)} ${within(store, statement)} group by w.n`,
      values: statement.values,
    });
    for (const { n, id, many } of rows) of.set(texts[n - 1] as string, many ? 'many' : id);
    return texts.filter((text) => !of.has(text));
  }

  async function askIds(store: Store, texts: string[], of: Map<string, Named>): Promise<void> {
    const ids = texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
    if (ids.length > 0) {
      const statement = new Statement();
      const rows = await db.query<{ id: number }>({
        text: `select t.id from ${quote(store.registry.table)} t where t.id = any(${statement.put(ids)}::bigint[]) ${within(store, statement)}`,
        values: statement.values,
      });
      for (const { id } of rows) of.set(String(id), id);
    }
    for (const text of texts) if (!of.has(text)) of.set(text, 'none');
  }

  /** The label that is most like each text, in one question: among those that stand before and after it in the alphabet, as an index has them. */
  async function askNearest(store: Store, texts: string[], of: Map<string, string | null>): Promise<void> {
    const { registry: target } = store;
    const field = fieldOf(target, target.label);
    if (field.kind !== 'text') return;
    const label = columnOf(target.label, field);
    const folded = `t.${quote(foldedColumn(label))}`;
    const statement = new Statement();
    const given = statement.put(texts);
    const beside = (than: string, order: string) =>
      `(select t.id, t.${quote(label)} as nome, similarity(${folded}, w.texto) as likeness from ${quote(target.table)} t
          where ${folded} ${than} w.texto collate "C" ${within(store, statement)} order by ${folded} ${order} limit ${mostCompared})`;
    const rows = await db.query<{ n: number; nome: string }>({
      text: `select w.n::int as n, x.nome from unnest(${given}::text[]) with ordinality w(texto, n) cross join lateral (
          select c.nome from (${beside('>=', 'asc')} union all ${beside('<', 'desc')}) c
          where c.likeness >= 0.4 order by c.likeness desc, c.id limit 1) x`,
      values: statement.values,
    });
    for (const text of texts) of.set(text, null);
    for (const { n, nome } of rows) of.set(texts[n - 1] as string, nome);
  }

  return {
    /** Learns what these texts name; `nameOf` answers afterwards. */
    async learn(store: Store, texts: Iterable<string>): Promise<void> {
      let of = known.get(store);
      if (!of || of.size > mostRemembered) known.set(store, (of = new Map()));
      const memory = of;
      let unknown = [...new Set([...texts].map(fold))].filter((text) => text !== '' && !memory.has(text));
      for (const name of naming(store.registry, acting))
        if (unknown.length > 0) unknown = await ask(store, name, unknown, memory);
      if (unknown.length > 0) await askIds(store, unknown, memory);
    },
    /** Looks for names that stand near those that were not found; `nearest` answers afterwards. */
    async suggest(store: Store, texts: Iterable<string>): Promise<void> {
      const of = near.get(store) ?? new Map<string, string | null>();
      near.set(store, of);
      const unknown = [...new Set([...texts].map(fold))]
        .filter((text) => text !== '' && !of.has(text) && known.get(store)?.get(text) === 'none')
        .slice(0, Math.max(0, mostSuggested - of.size));
      if (unknown.length > 0) await askNearest(store, unknown, of);
    },
    /** Learns the records of a name that is several's, each within its own other record; `nameWithin` answers afterwards. */
    async learnWithin(store: Store, inside: string, wanted: readonly { text: string; outer: number }[]): Promise<void> {
      if (wanted.length === 0) return;
      const { registry: target } = store;
      const column = quote(columnIn(target, inside));
      const statement = new Statement();
      const texts = statement.put(wanted.map(({ text }) => text));
      const outers = statement.put(wanted.map(({ outer }) => outer));
      const rows = await db.query<{ n: number; id: number; many: boolean }>({
        text: `select w.n::int as n, min(t.id) as id, count(*) > 1 as many from unnest(${texts}::text[], ${outers}::bigint[]) with ordinality w(texto, dentro, n)
            join ${quote(target.table)} t on t.${column} = w.dentro and ${conditionOf(target, target.label)} ${within(store, statement)} group by w.n`,
        values: statement.values,
      });
      for (const { n, id, many } of rows) {
        const { text, outer } = wanted[n - 1] as { text: string; outer: number };
        if (!many) inner.set(innerKey(store, text, outer), id);
      }
    },
    nameWithin: (store: Store, text: string, outer: number): number | undefined => inner.get(innerKey(store, text, outer)),
    nearest: (store: Store, text: string): string | undefined => near.get(store)?.get(fold(text)) ?? undefined,
    nameOf: (store: Store, text: string): Named => known.get(store)?.get(fold(text)) ?? 'none',
  };
}

export type Names = ReturnType<typeof createNames>;
