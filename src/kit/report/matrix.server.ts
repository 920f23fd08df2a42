import sql, { raw } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { printable } from '#kit/print/table.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { quote } from '#kit/registry/names.server.ts';
import { ExactSum, plainDecimal } from '#kit/sheet/amount.ts';
import type { Column, Row, TotalKind } from '#kit/sheet/column.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { Tally, totalColumn } from '#kit/sheet/tally.ts';
import type { MatrixQuery, ReportQuery } from './report.server.ts';
import type { AnyReport, Matrix } from './report.ts';
import type { Shape } from './shape.ts';

/** A table with more columns is no longer readable. */
const MOST_COLUMNS = 200;
const END = 'fim';
const BATCH = 2_000;

export interface MatrixTable extends Shape {
  /** leading columns that identify the line */
  heads: number;
  rows(): AsyncGenerator<Row[]>;
}

interface Cells {
  db: Database;
  report: AnyReport;
  source: ReportQuery | MatrixQuery;
  filter: Record<string, unknown>;
  acting: Acting;
  shape: Shape;
}

/**
 * The values of the column headings, in order: those of the query's `columns`, else those of the cells in the order of their
 * text.
 */
async function headings({ db, report, source, filter, acting }: Cells, field: Field): Promise<[unknown, string][]> {
  const { column } = report.matrix as Matrix;
  const query =
    'columns' in source
      ? source.columns(filter, acting)
      : sql`select distinct c.${raw(quote(column))} as coluna from (${source(filter, acting)}) c where c.${raw(quote(column))} is not null`;
  const found = await db.query(sql`select q.* from (${query}) q limit ${MOST_COLUMNS + 1}`);
  if (found.length > MOST_COLUMNS)
    throw new Refusal(
      'RELATORIO_LARGO',
      `O relatório teria mais de ${MOST_COLUMNS} colunas. Escolha menos itens no filtro e tente novamente.`,
    );
  const named = found.map((row): [unknown, string] => {
    const value = Object.values(row)[0];
    return [value, formatCell('text', printable(field, value))];
  });
  return 'columns' in source ? named : named.sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR', { numeric: true }));
}

/** Turns the query's cells into lines while they stream: memory holds one line and one batch of cells. */
export async function matrixOf(cells: Cells): Promise<MatrixTable> {
  const { db, report, source, filter, acting, shape } = cells;
  const { key, column, value, end } = report.matrix as Matrix;
  const fields = report.row as Fields;
  const head = fields[column];
  const cell = shape.columns.find((one) => one.key === value);
  if (!head || !cell) throw new Error(`${report.id}: the matrix names fields that its row does not have`);
  const heads = shape.columns.filter((one) => one.key !== column && one.key !== value);
  const found = await headings(cells, head);
  const dynamic = found.map(([, label], i): Column => ({ ...cell, key: `c${i}`, label }));
  const keys = new Map(found.map(([raw], i) => [raw, `c${i}`]));
  const columns = [...heads, ...dynamic, ...(end ? [endColumn(cell, end.kind, end.label)] : [])];
  const grouped = new Set(shape.groups.map((group) => group.key));

  async function* rows(): AsyncGenerator<Row[]> {
    const query = 'cells' in source ? source.cells(filter, acting) : source(filter, acting);
    let line: Row | null = null;
    let id: unknown;
    for await (const batch of db.stream<Row>(query, BATCH, acting.usuarioId)) {
      const done: Row[] = [];
      for (const record of batch) {
        if (!line || record[key] !== id) {
          if (line) done.push(ended(line, dynamic, cell as Column, end?.kind));
          const shown = shape.row(record);
          line = Object.fromEntries(heads.map((one) => [one.key, shown[one.key]]));
          id = record[key];
        }
        if (record[column] === null) continue;
        const at = keys.get(record[column]);
        // The value came after the columns were read: somebody saved in between.
        if (!at) throw new Refusal('DADOS_ALTERADOS', 'Os dados mudaram durante a emissão. Emita o relatório novamente.', 409);
        line[at] = together(line[at], shape.row(record)[value]);
      }
      yield done;
    }
    if (line) yield [ended(line, dynamic, cell as Column, end?.kind)];
  }
  return { ...shape, columns, heads: heads.filter((one) => !grouped.has(one.key)).length, rows };
}

const endColumn = (cell: Column, kind: TotalKind, label: string): Column => {
  const { total: _total, ...column } = totalColumn(cell, kind);
  return { ...column, key: END, label, ...(kind === 'average' ? {} : { total: true }) };
};

function ended(line: Row, dynamic: readonly Column[], cell: Column, kind: TotalKind | undefined): Row {
  if (!kind) return line;
  const tally = new Tally([{ ...cell, key: END, total: [kind] }]);
  for (const { key } of dynamic) if (line[key] !== undefined) tally.add({ [END]: line[key] });
  return { ...line, [END]: tally.values([kind])[END] ?? null };
}

/** Two cells in one place: amounts are added, texts are joined. */
function together(before: unknown, now: unknown): unknown {
  if (before === undefined || before === null || before === '') return now;
  if (now === undefined || now === null || now === '') return before;
  if (plainDecimal(before) === null || plainDecimal(now) === null)
    return `${formatCell('text', before)}, ${formatCell('text', now)}`;
  const sum = new ExactSum();
  sum.add(before);
  sum.add(now);
  return sum.value();
}
