import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Field } from '#kit/fields/field.ts';
import { identities, isIdentity } from '#kit/fields/identity.ts';
import type { Acting } from './acting.server.ts';
import { columnOf, foldedColumn, isFolded, quote } from './names.server.ts';
import type { AnyRegistry } from './registry.ts';

/** The record that a text names: its id, none, or more than one. */
type Named = number | 'none' | 'many';

/** Most names that are remembered of one registry. */
const mostRemembered = 20_000;
/** Most names of one registry that a nearest one is looked for; each look goes through its whole table. */
const mostSuggested = 100;

/** Fields that name a record of the target: its label, what is unique alone, its code. */
function naming(target: AnyRegistry): string[] {
  const alone = (target.unique ?? [])
    .filter((set: readonly string[]) => set.length === 1)
    .map((set: readonly string[]) => set[0] as string);
  const names = [target.label, ...alone, ...('codigo' in target.fields ? ['codigo'] : [])];
  return [...new Set<string>(names)].filter(
    (name) => ['text', 'longText', 'integer'].includes(target.fields[name].kind) || isIdentity(target.fields[name].kind),
  );
}

function conditionOf(target: AnyRegistry, name: string): string {
  const field: Field = target.fields[name];
  const column = columnOf(name, field);
  if (isFolded(target, name)) return `t.${quote(foldedColumn(column))} = dobra(w.texto)`;
  return isIdentity(field.kind) ? `t.${quote(column)} = w.texto` : `dobra(t.${quote(column)}::text) = dobra(w.texto)`;
}

/** Finds records by what people call them: label, code or number without accents and case, and else the id. Asks once for each text. */
export function createNames(db: Queryable, acting: Acting) {
  const known = new Map<AnyRegistry, Map<string, Named>>();
  const near = new Map<AnyRegistry, Map<string, string | null>>();
  const inner = new Map<string, number>();
  const innerKey = (target: AnyRegistry, text: string, outer: number) => `${target.table} ${outer} ${fold(text)}`;

  async function ask(target: AnyRegistry, name: string, texts: string[], of: Map<string, Named>): Promise<string[]> {
    const field: Field = target.fields[name];
    const asked = isIdentity(field.kind)
      ? texts.map((text) => identities[field.kind as keyof typeof identities].normalize(text))
      : texts;
    const scope = target.scope === 'empresa' ? 'and t.empresa_id = $2' : '';
    const rows = await db.query<{ n: number; id: number; many: boolean }>({
      text: `select w.n::int as n, min(t.id) as id, count(*) > 1 as many from unnest($1::text[]) with ordinality w(texto, n) join ${quote(target.table)} t on ${conditionOf(target, name)} ${scope} group by w.n`,
      values: scope ? [asked, acting.empresaId] : [asked],
    });
    for (const { n, id, many } of rows) of.set(texts[n - 1] as string, many ? 'many' : id);
    return texts.filter((text) => !of.has(text));
  }

  async function askIds(target: AnyRegistry, texts: string[], of: Map<string, Named>): Promise<void> {
    const ids = texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number);
    if (ids.length > 0) {
      const scope = target.scope === 'empresa' ? 'and empresa_id = $2' : '';
      const rows = await db.query<{ id: number }>({
        text: `select id from ${quote(target.table)} where id = any($1::bigint[]) ${scope}`,
        values: scope ? [ids, acting.empresaId] : [ids],
      });
      for (const { id } of rows) of.set(String(id), id);
    }
    for (const text of texts) if (!of.has(text)) of.set(text, 'none');
  }

  /** The label that is most like each text, in one question. */
  async function askNearest(target: AnyRegistry, texts: string[], of: Map<string, string | null>): Promise<void> {
    const field: Field = target.fields[target.label];
    if (field.kind !== 'text') return;
    const label = columnOf(target.label, field);
    const folded = isFolded(target, target.label) ? `t.${quote(foldedColumn(label))}` : `dobra(t.${quote(label)})`;
    const scope = target.scope === 'empresa' ? 'and t.empresa_id = $2' : '';
    const rows = await db.query<{ n: number; nome: string }>({
      text: `select w.n::int as n, x.nome from unnest($1::text[]) with ordinality w(texto, n) cross join lateral (
          select t.${quote(label)} as nome from ${quote(target.table)} t where similarity(${folded}, w.texto) >= 0.4 ${scope}
          order by similarity(${folded}, w.texto) desc, t.id limit 1) x`,
      values: scope ? [texts, acting.empresaId] : [texts],
    });
    for (const text of texts) of.set(text, null);
    for (const { n, nome } of rows) of.set(texts[n - 1] as string, nome);
  }

  return {
    /** Learns what these texts name; `nameOf` answers afterwards. */
    async learn(target: AnyRegistry, texts: Iterable<string>): Promise<void> {
      let of = known.get(target);
      if (!of || of.size > mostRemembered) known.set(target, (of = new Map()));
      const memory = of;
      let unknown = [...new Set([...texts].map(fold))].filter((text) => text !== '' && !memory.has(text));
      for (const name of naming(target)) if (unknown.length > 0) unknown = await ask(target, name, unknown, memory);
      if (unknown.length > 0) await askIds(target, unknown, memory);
    },
    /** Looks for names that stand near those that were not found; `nearest` answers afterwards. */
    async suggest(target: AnyRegistry, texts: Iterable<string>): Promise<void> {
      const of = near.get(target) ?? new Map<string, string | null>();
      near.set(target, of);
      const unknown = [...new Set([...texts].map(fold))]
        .filter((text) => text !== '' && !of.has(text) && known.get(target)?.get(text) === 'none')
        .slice(0, Math.max(0, mostSuggested - of.size));
      if (unknown.length > 0) await askNearest(target, unknown, of);
    },
    /** Learns the records of a name that is several's, each within its own other record; `nameWithin` answers afterwards. */
    async learnWithin(target: AnyRegistry, within: string, wanted: readonly { text: string; outer: number }[]): Promise<void> {
      if (wanted.length === 0) return;
      const column = quote(columnOf(within, target.fields[within]));
      const rows = await db.query<{ n: number; id: number; many: boolean }>({
        text: `select w.n::int as n, min(t.id) as id, count(*) > 1 as many from unnest($1::text[], $2::bigint[]) with ordinality w(texto, dentro, n)
            join ${quote(target.table)} t on t.${column} = w.dentro and ${conditionOf(target, target.label)} group by w.n`,
        values: [wanted.map(({ text }) => text), wanted.map(({ outer }) => outer)],
      });
      for (const { n, id, many } of rows) {
        const { text, outer } = wanted[n - 1] as { text: string; outer: number };
        if (!many) inner.set(innerKey(target, text, outer), id);
      }
    },
    nameWithin: (target: AnyRegistry, text: string, outer: number): number | undefined =>
      inner.get(innerKey(target, text, outer)),
    nearest: (target: AnyRegistry, text: string): string | undefined => near.get(target)?.get(fold(text)) ?? undefined,
    nameOf: (target: AnyRegistry, text: string): Named => known.get(target)?.get(fold(text)) ?? 'none',
  };
}

export type Names = ReturnType<typeof createNames>;
