import type { Sql } from 'sql-template-tag';
import { type Acting, makerColumns } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { prepared, Statement } from '#kit/db/statement.server.ts';
import { bare } from '#kit/fields/bare.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { accepts, notAccepted } from '#kit/media/accepts.ts';
import type { Issue } from '#kit/refusal/issues.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { columnIn, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Lookup } from '#kit/registry/select.server.ts';

/** The filter of the records of another registry that somebody may see, over alias `t`. */
export type AccessTo = (target: string, acting: Acting) => Sql | undefined;

/** References are restricted by the company alone. */
export const wholeCompany: AccessTo = () => undefined;

type Values = Readonly<Record<string, unknown>>;

/** The record that must contain a referenced one, with the labels of both. */
interface Outer {
  name: string;
  id: number;
  pair: string;
}

const outerOf = ({ within }: Field, record: Values): number | undefined => {
  const id = within === undefined ? undefined : bare(record[within]);
  return typeof id === 'number' ? id : undefined;
};
const pairOf = (field: Field, of: Fields) => `${of[field.within ?? '']?.label ?? ''} e ${field.label.toLowerCase()}`;

interface Judged {
  tx: Queryable;
  acting: Acting;
  value: Values;
  before: Values | undefined;
  /** files that the record's data newly refer to, outside of any field */
  inside?: readonly number[];
}

/**
 * Collects the references of a record (with its rows): records by their registry, and files that are new; `path` is the field's.
 */
function namedIn(fields: Fields, value: Values, before: Values | undefined) {
  const records: { path: string; target: string; ids: number[]; outer?: Outer }[] = [];
  const files: { path: string; id: number; field: Field }[] = [];
  const kept = before ? idsOf(fields, 'arquivos', before) : new Set();
  const collect = (of: Fields, record: Values, prefix: string) => {
    for (const [name, field] of Object.entries(of)) {
      const given = record[name];
      if (field.kind === 'rows')
        (given as Values[] | undefined)?.forEach((row, index) => collect(field.fields, row, `${prefix}${name}.${index}.`));
      else if (field.target === 'arquivos') {
        for (const id of [given].flat())
          if (typeof id === 'number' && !kept.has(id)) files.push({ path: prefix + name, id, field });
      } else if (field.target && given !== null && given !== undefined) {
        const ids = Array.isArray(given) ? (given as number[]) : [given as number];
        const outer = outerOf(field, record);
        const stood = before && prefix === '' && bare(before[name]) === given && outerOf(field, before) === outer;
        if (ids.length > 0)
          records.push({
            path: prefix + name,
            target: field.target,
            ids,
            ...(outer === undefined || stood ? {} : { outer: { name: field.within ?? '', id: outer, pair: pairOf(field, of) } }),
          });
      }
    }
  };
  collect(fields, value, '');
  return { records, files };
}

/**
 * Every referenced record must exist in a company that the session sees, and be within the author's reach (or be in the record
 * already); every new file must be sent by the author and fit its field. Throws the faults of all fields at once.
 */
export async function judgeReferences(registry: AnyRegistry, lookup: Lookup, accessTo: AccessTo, judged: Judged): Promise<void> {
  const { tx, acting, value, before, inside = [] } = judged;
  const { fields } = registry;
  const { records, files } = namedIn(fields, value, before);
  const issues: Issue[] = [];
  const named = Map.groupBy(records, ({ target }) => target);
  const found = await reachable(
    tx,
    acting,
    [...named].map(([target, wanted]) => ({
      of: lookup(target),
      own: accessTo(target, acting),
      ids: [...new Set(wanted.flatMap(({ ids }) => ids))],
    })),
  );
  for (const [place, [target, wanted]] of [...named].entries()) {
    const there = found[place] as Map<number, boolean>;
    const stood = [...there.values()].every(Boolean) ? undefined : idsOf(fields, target, before);
    const isWithin = await withinTheirs(tx, lookup(target), wanted);
    for (const one of wanted)
      if (one.ids.some((id) => !there.get(id) && !(there.has(id) && stood?.has(id))))
        issues.push({ field: one.path, message: 'O registro selecionado não existe' });
      else if (one.outer && !isWithin(one.ids, one.outer))
        issues.push({ field: one.path, message: `${one.outer.pair} não correspondem` });
  }
  // A record may take a file that its author has just sent, not one that somebody else keeps.
  const sent = await sentFiles(tx, acting, new Set([...inside, ...files.map(({ id }) => id)]));
  if (inside.some((id) => !sent.has(id))) issues.push({ field: '', message: NO_FILE });
  for (const { path, id, field } of files) {
    const file = sent.get(id);
    const fault = file ? faultOfFile(file, field) : NO_FILE;
    if (fault) issues.push({ field: path, message: fault });
  }
  if (issues.length > 0) throw refuse.invalid(issues);
}

const NO_FILE = 'O arquivo selecionado não existe';

interface SentFile {
  id: number;
  name: string;
  /** the media type by its content */
  type: string;
  /** in bytes */
  size: number;
}

/** The files that the author of the save has sent, by id. */
async function sentFiles(tx: Queryable, acting: Acting, ids: ReadonlySet<number>): Promise<Map<number, SentFile>> {
  if (ids.size === 0) return new Map();
  const rows = await tx.query<SentFile>(
    prepared(
      `select id, nome as name, tipo as type, tamanho::float8 as size from arquivos where id = any($1::bigint[]) and empresa_id = $2 and (criado_por = $3 or externo = $4) and uso = 'envio'`,
      [[...ids], acting.empresaId, ...makerColumns(acting)],
    ),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Checks that the records are all within the other one: one query, however many rows refer to them. */
async function withinTheirs(tx: Queryable, of: AnyRegistry, wanted: readonly { ids: readonly number[]; outer?: Outer }[]) {
  const found = new Map<string, Map<number, number>>();
  for (const [name, ones] of Map.groupBy(
    wanted.filter(({ outer }) => outer),
    ({ outer }) => outer?.name ?? '',
  )) {
    const column = quote(columnIn(of, name));
    const rows = await tx.query<{ id: number; outer: number }>(
      prepared(`select id, ${column} as outer from ${quote(of.table)} where id = any($1::bigint[])`, [
        [...new Set(ones.flatMap(({ ids }) => ids))],
      ]),
    );
    found.set(name, new Map(rows.map(({ id, outer }) => [id, outer])));
  }
  return (ids: readonly number[], { name, id }: Outer) => ids.every((one) => found.get(name)?.get(one) === id);
}

interface Wanted {
  of: AnyRegistry;
  own: Sql | undefined;
  ids: readonly number[];
}

/** Which of the records exist in the company, each with whether the actor sees it: one query, and a map for each registry. */
async function reachable(tx: Queryable, acting: Acting, wanted: readonly Wanted[]): Promise<Map<number, boolean>[]> {
  const maps = wanted.map(() => new Map<number, boolean>());
  if (wanted.length === 0) return maps;
  const found = new Statement();
  const parts = wanted.map(({ of, own, ids }, place) => {
    const open = own ? `(${found.splice(own)}) is true` : 'true';
    const scope = of.scope === 'empresa' ? ` and t.empresa_id = ${found.put(acting.empresaId)}` : '';
    // A list of unknown length is planned again each time, a single id is not.
    const asked = ids.length === 1 ? `= ${found.put(ids[0])}` : `= any(${found.put(ids)}::bigint[])`;
    return `select ${place} as place, t.id, ${open} as open from ${quote(of.table)} t where t.id ${asked}${scope}`;
  });
  const rows = await tx.query<{ place: number; id: number; open: boolean }>(prepared(parts.join(' union all '), found.values));
  for (const { place, id, open } of rows) maps[place]?.set(id, open);
  return maps;
}

/** The ids of a registry's records that a record refers to, in its rows too. */
function idsOf(fields: Fields, target: string, record: Readonly<Record<string, unknown>> = {}): Set<unknown> {
  const named = Object.entries(fields).flatMap(([name, field]): unknown[] => {
    const values = [record[name]].flat();
    if (field.kind === 'rows')
      return values.flatMap((row) => [...idsOf(field.fields, target, (row ?? {}) as Record<string, unknown>)]);
    return field.target === target ? values.map(bare) : [];
  });
  return new Set(named);
}

/** Checks that the browser makes before it sends a file are repeated when a record takes it. */
function faultOfFile(file: SentFile, { kind, accept, maxBytes }: Field): string | undefined {
  if (kind === 'image' && !file.type.startsWith('image/')) return notAccepted(['image/*']);
  if (!accepts(file, accept)) return notAccepted(accept);
  if (maxBytes === undefined || file.size <= maxBytes) return undefined;
  return `O arquivo deve ser menor que ${(maxBytes / 1_048_576).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
}
