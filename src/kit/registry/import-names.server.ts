import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import type { Field } from '#kit/fields/field.ts';
import { identities, isIdentity } from '#kit/fields/identity.ts';
import type { Acting } from './acting.server.ts';
import { columnOf, foldedColumn, isFolded, quote } from './names.server.ts';
import type { AnyRegistry } from './registry.ts';

/** The record that a text names: its id, none, or more than one. */
export type Named = number | 'none' | 'many';

/** Most names that are remembered of one registry. */
const mostRemembered = 200_000;

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
    nameOf: (target: AnyRegistry, text: string): Named => known.get(target)?.get(fold(text)) ?? 'none',
  };
}

export type Names = ReturnType<typeof createNames>;
