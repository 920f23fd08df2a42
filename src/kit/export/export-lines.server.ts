import type { Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { AT_ONCE, type Database } from '#kit/db/database.server.ts';
import { timestamptz } from '#kit/db/pg-values.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import { type Field, fieldOf, holdsNumber, isReference } from '#kit/fields/field.ts';
import { identities, isIdentity } from '#kit/fields/identity.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { traits } from '#kit/fields/traits.ts';
import { printable } from '#kit/print/table.ts';
import type { ListQuery } from '#kit/query/list-query.ts';
import { isTooMuch } from '#kit/refusal/refusal.ts';
import { columnOf, listTable, quote } from '#kit/registry/names.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { fieldSql, type Lookup, REMOVED } from '#kit/registry/select.server.ts';
import type { TextTable } from '#kit/sheet/column.ts';
import type { Store } from '#kit/store/store.server.ts';

/** The source of a cell: its text from the database, and the conversion to the value for the writers. */
interface Source {
  sql: string;
  join?: string;
  /** without it the text is the value */
  read?(text: string): unknown;
}

/**
 * Separates the cells of a row, which the database sends as one text, because decoding a hundred values takes the driver longer
 * than their query. Typed text hardly ever contains it.
 */
const MARK = '\u001f';
/** Rows that are converted at a time: few enough that the garbage collector finds them young. */
const ROWS_AT_ONCE = 100;
/** Rows for each fetch of a long export's cursor. */
const BATCH = 500;
/** A function takes at most a hundred arguments; each cell is two. */
const CELLS_AT_ONCE = 40;

/** Whether the stored text is what the writers print. */
const isPrintedAsStored = ({ kind, options }: Field) =>
  ['text', 'date'].includes(traits[kind].stored) && kind !== 'richText' && !options && !isIdentity(kind);

function sourceOf(registry: AnyRegistry, name: string, lookup: Lookup, store: Store, { can }: Acting): Source {
  const field = fieldOf(registry, name);
  const column = `t.${quote(columnOf(name, field))}`;
  if (field.masked && isHidden(field, can)) return { sql: column, read: field.masked };
  if (!field.computed) {
    if (isReference(field)) {
      const target = lookup(field.target);
      const label = fieldOf(target, target.label);
      if (isPrintedAsStored(label)) {
        const j = quote(`e_${name}`);
        const named = `${j}.${quote(columnOf(target.label, label))}`;
        return {
          sql: field.snapshot ? `coalesce(${named}, case when ${column} is not null then ${REMOVED} end)` : named,
          join: `left join ${quote(target.table)} ${j} on ${j}.id = ${column}`,
        };
      }
    }
    if (field.kind === 'choice') {
      const labels = new Map(Object.entries(field.options));
      return { sql: column, read: (code) => labels.get(code) ?? code };
    }
    if (field.kind === 'rows')
      return {
        sql: `(select count(*) from ${quote(listTable(registry, name))} c where c.registro_id = t.id)`,
        read: Number,
      };
    if (!field.options) {
      if (isPrintedAsStored(field)) return { sql: column };
      if (isIdentity(field.kind)) return { sql: column, read: identities[field.kind].format };
      if (holdsNumber(field)) return { sql: column, read: Number };
      if (field.kind === 'boolean') return { sql: column, read: (text) => text === 't' };
      if (field.kind === 'instant') return { sql: column, read: timestamptz };
    }
  }
  // All other kinds as a list answers them, references by name.
  const named: Field = field.asId && !field.computed ? { ...field, asId: false } : field;
  const expression = fieldSql(registry, name, named, lookup, store.hooks.computed ?? {});
  return { sql: `to_json(${expression})`, read: (json) => printable(named, JSON.parse(json)) };
}

/** One text for each row; null becomes an empty text. */
function lineSql(parts: readonly string[]): string {
  const first = `concat(${parts.slice(0, CELLS_AT_ONCE).join(`, E'\\x1f', `)})`;
  return parts.length <= CELLS_AT_ONCE ? first : `${first} || E'\\x1f' || ${lineSql(parts.slice(CELLS_AT_ONCE))}`;
}

interface Asked {
  acting: Acting;
  query: ListQuery;
  extra?: Sql | undefined;
  names: readonly string[];
  /** few enough to be read at once; otherwise a cursor is used */
  isShort: boolean;
}

/** All rows of a list's query for the writers of sheets: texts in batches, and by column how to convert them. */
export function exportTexts(
  db: Database,
  lookup: Lookup,
  store: Store,
  { acting, query, extra, names, isShort }: Asked,
): Pick<TextTable, 'read' | 'texts'> {
  const sources = names.map((name) => sourceOf(store.registry, name, lookup, store, acting));
  const joins = sources.map(({ join }) => join ?? '').join(' ');
  const select = `${lineSql(['t.id', ...sources.map(({ sql }) => sql)])} as linha`;
  const statement = store.statement(acting, query, { select, joins }, extra);

  /** Reads a row cell by cell if one of its texts contains the separator. */
  const wholeRow = async (id: string): Promise<string[]> => {
    const each = sources.map(({ sql }, index) => `concat(${sql}) as c${index}`).join(', ');
    const found = await db.one<Record<string, string>>(
      store.statement(acting, { ...query, ids: [Number(id)] }, { select: each, joins }, extra),
    );
    return [id, ...sources.map((_, index) => found?.[`c${index}`] ?? '')];
  };

  async function* batches(): AsyncGenerator<{ linha: string }[]> {
    const { usuarioId } = acting;
    if (isShort)
      try {
        return yield* db.stream<{ linha: string }>(prepared(statement.text, statement.values), AT_ONCE, usuarioId);
      } catch (error) {
        // Few rows, but long ones; none of them was passed on.
        if (!isTooMuch(error)) throw error;
      }
    yield* db.stream<{ linha: string }>(statement, BATCH, usuarioId);
  }
  async function* texts(): AsyncGenerator<string[][]> {
    for await (const batch of batches())
      for (let first = 0; first < batch.length; first += ROWS_AT_ONCE) {
        const rows: string[][] = [];
        for (const { linha } of batch.slice(first, first + ROWS_AT_ONCE)) {
          const row = linha.split(MARK);
          rows.push(row.length === sources.length + 1 ? row : await wholeRow(row[0] ?? ''));
        }
        yield rows;
      }
  }
  return { read: sources.map(({ read }) => read), texts: texts() };
}
