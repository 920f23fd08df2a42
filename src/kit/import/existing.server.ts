import type { Acting } from '#kit/acting/acting.server.ts';
import { alreadyThere, fold, genderOf } from '#kit/br/text.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { Statement } from '#kit/db/statement.server.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { type Stored, traits } from '#kit/fields/traits.ts';
import { columnIn, columnOf, foldedColumn, isFolded, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { Group, Record_, Store } from '#kit/store/store.server.ts';
import { meant, type Span } from '#kit/store/successive.ts';
import type { Batch } from './batch.server.ts';
import { type ParsedRow, shown } from './import.ts';

const piece = 1_000;

const uniqueSets = (registry: AnyRegistry): readonly (readonly string[])[] => registry.unique ?? [];

/** The keys of a row. */
export interface Keyed {
  parsed: ParsedRow;
  pending: Readonly<Record<string, number>>;
  /** the composed record of the row */
  value: Readonly<Record<string, unknown>>;
  keys: (string | null)[];
  existing: number | null;
  /** which unique set found it */
  foundBy?: number;
  /** of records that follow each other under one key: the first and last day of this one */
  days?: [from: string | null, until: string | null];
  /** of records that follow each other: all that have the row's key; a further key decides which one it is */
  others?: readonly number[];
  before: Record_ | null;
}

/** The comparable value of a unique field in PostgreSQL: the folded text, the id, the bare number. */
function keyOf(registry: AnyRegistry, name: string, value: unknown): string | null {
  const parsed = fieldOf(registry, name).schema.safeParse(value);
  if (!parsed.success || parsed.data === null || parsed.data === undefined) return null;
  const text = String(parsed.data as string | number | boolean);
  return isFolded(registry, name) ? fold(text) : text;
}

const sqlTypes: Readonly<Partial<Record<Stored, string>>> = {
  reference: 'bigint',
  integer: 'integer',
  decimal: 'numeric',
  date: 'date',
  boolean: 'boolean',
};

/** Finds the rows whose record already exists, by each unique set; the first set that finds a record decides. */
export async function findExisting(db: Queryable, store: Store, acting: Acting, rows: readonly Keyed[]): Promise<void> {
  const { registry } = store;
  for (const [index, set] of uniqueSets(registry).entries()) {
    const time = index === 0 ? registry.successive : undefined;
    const dayOf = (row: Keyed, name: string) => keyOf(registry, name, row.value[name]);
    const asked: { row: Keyed; parts: string[] }[] = [];
    for (const row of rows) {
      const parts = set.map((name) =>
        row.pending[name] === undefined ? keyOf(registry, name, row.value[name]) : `linha ${row.pending[name]}`,
      );
      const whole = parts.every((part) => part !== null);
      row.keys[index] = whole ? JSON.stringify(parts) : null;
      if (time) row.days = [dayOf(row, time.from), dayOf(row, time.until)];
      if (whole && set.every((name) => row.pending[name] === undefined)) asked.push({ row, parts: parts as string[] });
    }
    if (asked.length === 0) continue;
    const statement = new Statement();
    const { values } = statement;
    for (const place of set.keys()) statement.put(asked.map(({ parts }) => parts[place]));
    const conditions = set.map((name, place) => {
      const field = fieldOf(registry, name);
      const column = columnOf(name, field);
      if (isFolded(registry, name)) return `t.${quote(foldedColumn(column))} = w.p${place}`;
      return `t.${quote(column)} = w.p${place}::${sqlTypes[traits[field.kind].stored] ?? 'text'}`;
    });
    if (registry.scope === 'empresa') conditions.push(`t.empresa_id = $${values.push(acting.empresaId)}`);
    const untold = store.hooks.untold?.(acting);
    if (untold) conditions.push(`not (${statement.splice(untold)})`);
    const lists = set.map((_, place) => `$${place + 1}::text[]`).join(', ');
    const names = set.map((_, place) => `p${place}`).join(', ');
    const day = (name: string) => `t.${quote(columnIn(registry, name))}`;
    const found = await db.query<{ n: number; never?: boolean } & Span>({
      text: `select w.n::int as n, t.id${time ? `, ${day(time.from)}::text as "from", ${day(time.until)}::text as until, ${day(time.never.field)} is not distinct from $${values.push(time.never.value)} as never` : ''}
        from unnest(${lists}) with ordinality w(${names}, n) join ${quote(registry.table)} t on ${conditions.join(' and ')}
        ${time ? `order by ${day(time.from)}, t.id` : ''}`,
      values,
    });
    if (time) {
      for (const [n, spans] of Map.groupBy(found, (one) => one.n)) {
        const row = asked[n - 1]?.row;
        if (!row) continue;
        row.foundBy = index;
        row.others = spans.map(({ id }) => id);
        row.existing = meant(
          spans.filter(({ never }) => !never),
          ...(row.days ?? [null, null]),
        );
      }
      continue;
    }
    for (const { n, id } of found) {
      const row = asked[n - 1]?.row;
      if (!row) continue;
      if (row.existing === null || row.others?.includes(id)) {
        row.foundBy ??= index;
        row.existing = id;
      } else if (row.existing !== id)
        row.parsed.faults.push({
          campo: set[0] ?? '',
          valor: shown(row.value[set[0] ?? '']),
          mensagem: 'Os campos desta linha identificam dois registros diferentes',
        });
    }
  }
}

/**
 * Rows in groups, each row that updates a record with that record until the next group is asked for. Finds rows that a weaker key led to somebody else's
 * record.
 */
export async function* withExisting<R extends Keyed>(
  db: Queryable,
  store: Store,
  acting: Acting,
  rows: readonly R[],
): AsyncGenerator<R[], void, void> {
  for await (const group of store.readAlong(db, acting, rows, ({ existing }) => existing)) {
    findStrangers(store, group);
    yield group.rows;
    for (const row of group.rows) row.before = null;
  }
}

function findStrangers({ registry }: Store, { rows, records }: Group<Keyed>): void {
  for (const row of rows) {
    if (row.existing === null) continue;
    row.before = records.get(row.existing) ?? null;
    if (!row.before) {
      // Out of the importer's sight: told no more than a form that saves a new one tells.
      refuseExisting(registry, row);
      continue;
    }
    for (const set of uniqueSets(registry)) {
      const [name = ''] = set;
      if (set.length > 1) continue;
      const given = keyOf(registry, name, row.value[name]);
      const standing = keyOf(registry, name, row.before[name]);
      if (given === null || standing === null) continue;
      if (given === standing) break; // the strongest key that both have agrees
      const { label } = fieldOf(registry, name);
      row.parsed.faults.push({
        campo: name,
        valor: shown(row.value[name]),
        mensagem: `O registro que esta linha identifica tem outr${genderOf(label)} ${label}`,
      });
      break;
    }
  }
}

/** 'Já existe um registro com este CPF', when only new records are wanted, or this one is nobody's whom the importer sees. */
export function refuseExisting(registry: AnyRegistry, row: Keyed): void {
  const set = uniqueSets(registry)[row.foundBy ?? 0] ?? [];
  row.parsed.faults.push({
    campo: set[0] ?? '',
    valor: shown(row.value[set[0] ?? '']),
    mensagem: alreadyThere(set.map((name) => fieldOf(registry, name).label)),
  });
}

interface Repeated {
  linha: number;
  primeira: number;
}

/**
 * Adds a fault to each row that repeats another, in pieces: over fresh rows the planner would join everything with everything.
 */
async function mark(
  db: Database,
  batch: Batch,
  campo: string,
  repeated: { text: string; values: unknown[] },
  sentence: (primeira: number) => string,
): Promise<void> {
  const place = batch.colunas.findIndex((column) => column.campo === campo);
  for await (const rows of db.stream<Repeated>(repeated, piece))
    await db.query({
      name: 'importacao-repetidas',
      text: `update importacao_linhas l set falhas = coalesce(l.falhas, '[]') || jsonb_build_array(jsonb_build_object('campo', $4::text,
          'valor', left(coalesce(l.correcoes ->> $4::text, l.celulas ->> $5::int, ''), 200), 'mensagem', x.mensagem))
        from unnest($2::int[], $3::text[]) x(linha, mensagem) where l.importacao_id = $1 and l.linha = x.linha and not l.apagada`,
      values: [
        batch.id,
        rows.map(({ linha }) => linha),
        rows.map(({ primeira }) => sentence(primeira)),
        campo,
        place < 0 ? null : place,
      ],
    });
}

/** Rows whose key an earlier row has. */
const repeating = `select linha, primeira from (
    select linha, min(linha) over (partition by chaves[$2]) as primeira from importacao_linhas where importacao_id = $1 and chaves[$2] is not null) x
  where primeira < linha order by linha`;

/**
 * A file may hold several records that follow each other under one key: of two that share a day, the lower one is faulty. A
 * record without a first day overlaps all.
 */
const overlapping = `select greatest(linha, outra) as linha, min(least(linha, outra)) as primeira from (
    select linha, de, lag(linha) over w as outra, max(ate) over (w rows between unbounded preceding and 1 preceding) as antes
    from (select linha, chaves[$2] as chave, coalesce(dias[1], '') as de, coalesce(dias[2], '9999-12-31') as ate
      from importacao_linhas where importacao_id = $1 and chaves[$2] is not null) l
    window w as (partition by chave order by de, linha)) x
  where antes >= de group by 1 order by 1`;

/** Unique values must be unique in the file too: the database finds repetitions, so that a file's keys are never in memory. */
export async function markRepeated(db: Database, registry: AnyRegistry, batch: Batch): Promise<void> {
  for (const [index, set] of uniqueSets(registry).entries()) {
    const labels = set.map((name) => fieldOf(registry, name).label).join(' e ');
    const text = index === 0 && registry.successive ? overlapping : repeating;
    const repeated = { text, values: [batch.id, index + 1] };
    await mark(db, batch, set[0] ?? '', repeated, (primeira) => `${labels}: repetido na linha ${primeira} do arquivo`);
  }
  // Two rows may find one record by different keys; rows that share a key have their fault already.
  const same = {
    text: `select linha, primeira from (
        select linha, chaves, first_value(linha) over w as primeira, first_value(chaves) over w as dela from importacao_linhas
        where importacao_id = $1 and existente_id is not null window w as (partition by existente_id order by linha)) x
      where primeira < linha and not exists (select from generate_subscripts(chaves, 1) n where chaves[n] = dela[n]) order by linha`,
    values: [batch.id],
  };
  const [campo = ''] = uniqueSets(registry)[0] ?? [];
  await mark(db, batch, campo, same, (primeira) => `Esta linha e a linha ${primeira} identificam o mesmo registro`);
}
