import { fold } from '#kit/br/text.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import type { Acting } from './acting.server.ts';
import { check } from './check.ts';
import {
  ambiguous,
  blankInput,
  type CellFault,
  type ImportColumns,
  inputOf,
  notFound,
  type ParsedRow,
  parseRow,
  shown,
} from './import.ts';
import type { Batch } from './import-batch.server.ts';
import { createNames, type Names } from './import-names.server.ts';
import { columnOf, foldedColumn, isFolded, isReference, quote } from './names.server.ts';
import type { AnyRegistry } from './registry.ts';
import type { Lookup } from './select.server.ts';
import type { Store } from './store.server.ts';

export interface Judging {
  db: Database;
  lookup: Lookup;
  store: Store;
  /** `module/slug` of the registry: a reference to it may name a row of the same file */
  cadastro: string;
  fields: Fields;
  extra?: ImportColumns;
  acting: Acting;
  signal?: AbortSignal;
  progress?(n: number, total: number): void;
}

interface Line {
  linha: number;
  celulas: unknown[];
  correcoes: Record<string, unknown> | null;
}

interface Judged {
  line: Line;
  parsed: ParsedRow;
  pending: Record<string, number>;
  /** the record to be judged, composed */
  value: Record<string, unknown>;
  keys: (string | null)[];
  existing: number | null;
}

const batchSize = 1_000;
const dated = (cell: unknown): string =>
  typeof cell === 'object' && cell !== null && 'date' in cell
    ? String(cell.date)
    : String((cell as string | number | null) ?? '');

/** Judges every row of a batch as the form would, names resolved, and keeps what the form would send. Memory stays flat but for the unique keys. */
export async function judgeBatch(judging: Judging, batch: Batch): Promise<void> {
  const { db, acting, signal, progress } = judging;
  const names = createNames(db, acting);
  const ownRows = await labelsOf(judging, batch);
  const keys = uniqueSets(judging.store.registry).map(() => new Map<string, number>());
  const sum = { validos: 0, existentes: 0, falhasTotal: 0, done: 0 };
  for await (const lines of linesOf(db, batch)) {
    signal?.throwIfAborted();
    const rows = lines.map(
      (line): Judged => ({
        line,
        parsed: parseRow(judging.fields, batch.colunas, line.celulas, line.correcoes),
        pending: {},
        value: {},
        keys: [],
        existing: null,
      }),
    );
    await resolve(judging, names, ownRows, rows);
    for (const row of rows) row.value = composed(judging, row);
    await findExisting(judging, rows);
    for (const row of rows) {
      await judge(judging, row);
      twice(judging, row, keys);
    }
    await keep(db, batch.id, rows);
    for (const row of rows) {
      if (row.parsed.faults.length === 0) sum.validos += 1;
      if (row.existing !== null) sum.existentes += 1;
      sum.falhasTotal += row.parsed.faults.length;
    }
    sum.done += rows.length;
    progress?.(sum.done, batch.total);
  }
  await db.query({
    text: `update importacoes set estado = 'analisada', validos = $2, existentes = $3, falhas_total = $4, colunas = $5, mensagem = null where id = $1`,
    values: [batch.id, sum.validos, sum.existentes, sum.falhasTotal, JSON.stringify(batch.colunas)],
  });
}

const linesOf = (db: Database, batch: Batch) =>
  db.stream<Line>(
    {
      text: 'select linha, celulas, correcoes from importacao_linhas where importacao_id = $1 order by linha',
      values: [batch.id],
    },
    batchSize,
  );

/** A reference to the registry itself may name a row of the file: label → row, -1 when several have it. */
async function labelsOf({ db, fields, cadastro, store }: Judging, batch: Batch): Promise<Map<string, number>> {
  const labels = new Map<string, number>();
  if (!Object.values(fields).some((field) => field.target === cadastro)) return labels;
  const { label } = store.registry;
  const at = batch.colunas.findIndex(({ campo }) => campo === label);
  for await (const lines of linesOf(db, batch))
    for (const { linha, celulas, correcoes } of lines) {
      const text = fold(dated(correcoes && Object.hasOwn(correcoes, label) ? correcoes[label] : celulas[at]));
      if (text !== '') labels.set(text, labels.has(text) ? -1 : linha);
    }
  return labels;
}

/** Texts become ids, in one question a registry. */
async function resolve(
  { lookup, fields, cadastro }: Judging,
  names: Names,
  ownRows: Map<string, number>,
  rows: Judged[],
): Promise<void> {
  const texts = new Map<AnyRegistry, Set<string>>();
  for (const { parsed } of rows)
    for (const [campo, wanted] of Object.entries(parsed.names)) {
      const target = lookup(fields[campo]?.target ?? '');
      const of = texts.get(target) ?? new Set<string>();
      for (const text of wanted) of.add(text);
      texts.set(target, of);
    }
  for (const [target, of] of texts) await names.learn(target, of);
  for (const row of rows)
    for (const [campo, wanted] of Object.entries(row.parsed.names)) {
      const field = fields[campo] as Field;
      const target = lookup(field.target ?? '');
      const ids: number[] = [];
      for (const text of wanted) {
        const id = names.nameOf(target, text);
        const own = field.target === cadastro && id === 'none' ? ownRows.get(fold(text)) : undefined;
        if (typeof id === 'number') ids.push(id);
        else if (own !== undefined && own > 0 && own !== row.line.linha && field.kind === 'ref') {
          row.pending[campo] = own;
          ids.push(1); // stands for the record that is not there yet
        } else
          row.parsed.faults.push({
            campo,
            valor: shown(text),
            mensagem: (id === 'many' || own === -1 ? ambiguous : notFound)(field, text),
          });
      }
      row.parsed.input[campo] = field.kind === 'refs' ? ids : ids[0];
    }
}

const composed = ({ extra, store }: Judging, { parsed }: Judged): Record<string, unknown> => {
  const record = extra ? extra.compose({ ...parsed.input }) : parsed.input;
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => value !== undefined && Object.hasOwn(store.registry.fields, name)),
  );
};

const uniqueSets = (registry: AnyRegistry): readonly (readonly string[])[] => registry.unique ?? [];

/** What PostgreSQL compares of a unique field: the folded text, the id, the bare number. */
function keyOf(registry: AnyRegistry, name: string, value: unknown): string | null {
  const parsed = (registry.fields[name] as Field).schema.safeParse(value);
  if (!parsed.success || parsed.data === null || parsed.data === undefined) return null;
  const text = String(parsed.data as string | number | boolean);
  return isFolded(registry, name) ? fold(text) : text;
}

const sqlTypes: Partial<Record<string, string>> = {
  integer: 'integer',
  duration: 'integer',
  date: 'date',
  money: 'numeric',
  number: 'numeric',
  percentage: 'numeric',
  boolean: 'boolean',
};

/** Which rows stand already in the registry, by each unique set. */
async function findExisting({ db, store, acting }: Judging, rows: Judged[]): Promise<void> {
  const { registry } = store;
  for (const [index, set] of uniqueSets(registry).entries()) {
    const asked: { row: Judged; parts: string[] }[] = [];
    for (const row of rows) {
      const parts = set.map((name) =>
        row.pending[name] === undefined ? keyOf(registry, name, row.value[name]) : `linha ${row.pending[name]}`,
      );
      const whole = parts.every((part) => part !== null);
      row.keys[index] = whole ? JSON.stringify(parts) : null;
      if (whole && set.every((name) => row.pending[name] === undefined)) asked.push({ row, parts: parts as string[] });
    }
    if (asked.length === 0) continue;
    const values: unknown[] = set.map((_, place) => asked.map(({ parts }) => parts[place]));
    const conditions = set.map((name, place) => {
      const field: Field = registry.fields[name];
      const column = columnOf(name, field);
      if (isFolded(registry, name)) return `t.${quote(foldedColumn(column))} = w.p${place}`;
      return `t.${quote(column)} = w.p${place}::${isReference(field) ? 'bigint' : (sqlTypes[field.kind] ?? 'text')}`;
    });
    if (registry.scope === 'empresa') conditions.push(`t.empresa_id = $${values.push(acting.empresaId)}`);
    const lists = set.map((_, place) => `$${place + 1}::text[]`).join(', ');
    const names = set.map((_, place) => `p${place}`).join(', ');
    const found = await db.query<{ n: number; id: number }>({
      text: `select w.n::int as n, t.id from unnest(${lists}) with ordinality w(${names}, n) join ${quote(registry.table)} t on ${conditions.join(' and ')}`,
      values,
    });
    for (const { n, id } of found) {
      const row = asked[n - 1]?.row;
      if (!row) continue;
      if (row.existing !== null && row.existing !== id)
        row.parsed.faults.push({
          campo: set[0] ?? '',
          valor: '',
          mensagem: 'Os campos desta linha identificam dois registros diferentes',
        });
      row.existing = id;
    }
  }
}

/** The one judge of the form. A row that stands for a record of the registry is judged over what that record says already. */
async function judge({ db, store, acting, extra, fields }: Judging, row: Judged): Promise<void> {
  const { registry } = store;
  const context = { today: acting.today, settings: acting.settings };
  const told = new Set(row.parsed.faults.map(({ campo }) => campo));
  let checked = check(registry, { ...blankInput(registry), ...row.value }, context);
  if (!checked.ok && row.existing !== null) {
    const before = await store.read(db, acting, row.existing).catch(() => null);
    if (before) checked = check(registry, { ...inputOf(registry, before), ...row.value }, { ...context, before });
  }
  if (checked.ok) return;
  for (const { field: path, message } of checked.issues) {
    const root = path.split('.')[0] ?? '';
    const campo = extra?.blame?.(path) ?? root;
    if (told.has(campo)) continue;
    told.add(campo);
    const value = fields[campo]?.target ? row.parsed.names[campo]?.join(', ') : row.parsed.input[campo];
    row.parsed.faults.push({ campo, valor: shown(value), mensagem: message });
  }
}

/** What may stand once stands once in the file, too. */
function twice({ store }: Judging, row: Judged, keys: Map<string, number>[]): void {
  const { registry } = store;
  for (const [index, set] of uniqueSets(registry).entries()) {
    const key = row.keys[index];
    const seen = keys[index];
    if (!key || !seen) continue;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row.line.linha);
    else {
      const campo = set[0] ?? '';
      const labels = set.map((name) => registry.fields[name].label).join(' e ');
      row.parsed.faults.push({
        campo,
        valor: shown(row.value[campo]),
        mensagem: `${labels}: repetido na linha ${first} do arquivo`,
      });
    }
  }
}

const jsonOrNull = (value: unknown, isEmpty: boolean) => (isEmpty ? null : JSON.stringify(value));

async function keep(db: Queryable, importacaoId: number, rows: Judged[]): Promise<void> {
  const faults = (row: Judged): CellFault[] =>
    row.parsed.faults.map((fault) => ({ ...fault, valor: fault.valor.replaceAll('\0', '').toWellFormed() }));
  await db.query({
    name: 'importacao-julgar',
    text: `update importacao_linhas l set falhas = x.falhas::jsonb, entrada = x.entrada::jsonb, pendentes = x.pendentes::jsonb, existente_id = x.existente
      from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[]) x(linha, falhas, entrada, pendentes, existente)
      where l.importacao_id = $1 and l.linha = x.linha`,
    values: [
      importacaoId,
      rows.map(({ line }) => line.linha),
      rows.map((row) => jsonOrNull(faults(row), row.parsed.faults.length === 0)),
      rows.map((row) => jsonOrNull(row.value, row.parsed.faults.length > 0)),
      rows.map(({ pending }) => jsonOrNull(pending, Object.keys(pending).length === 0)),
      rows.map(({ existing }) => existing),
    ],
  });
}
