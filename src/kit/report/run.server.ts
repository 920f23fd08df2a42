import type { FastifyInstance } from 'fastify';
import type { Sql } from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/kinds.ts';
import type { Files } from '#kit/files/files.server.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import type { JobHandler, Jobs } from '#kit/jobs/jobs.server.ts';
import type { PdfFrame } from '#kit/pdf/frame.server.ts';
import type { Acting } from '#kit/registry/acting.server.ts';
import { check } from '#kit/registry/check.ts';
import { columnOf, quote } from '#kit/registry/names.server.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import { ExactSum } from '#kit/sheet/amount.ts';
import type { Row, Table } from '#kit/sheet/column.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { type Format, fileTable, sendTable } from './render.server.ts';
import type { ReportQuery } from './report.server.ts';
import type { AnyReport } from './report.ts';
import { printable, tableOf } from './table.ts';

/** What reports and exports need besides the database. */
export interface Printing {
  db: Database;
  lookup: Lookup;
  jobs: Jobs;
  files: Files;
  /** the company's logo and colour for the head of a PDF */
  appearance?(acting: Acting): Promise<Pick<PdfFrame, 'logo' | 'primary'>>;
}

/** Rows that a request prints itself; more becomes a task. */
export const MOST_ROWS_AT_ONCE = 1_000;
/** Rows of a preview, which needs no renderer. */
export const MOST_ROWS_ON_SCREEN = 5_000;
export const REPORT_JOB = 'relatorio';

interface Asked {
  filter: Record<string, unknown>;
  format: Format;
}

/** The filter without `pdf` and `formato`, which say how to print. */
function askedOf(report: AnyReport, body: unknown, acting: Acting): Asked {
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...(body as Record<string, unknown>) } : {};
  const { pdf = true, formato } = given;
  const issues: { field: string; message: string }[] = [];
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    issues.push({ field: '', message: 'Envie o filtro do relatório' });
  if (!Object.hasOwn(report.filter, 'pdf')) {
    if (typeof pdf !== 'boolean') issues.push({ field: 'pdf', message: 'Valor inválido' });
    delete given.pdf;
  }
  if (formato !== undefined && formato !== 'pdf' && formato !== 'xlsx' && formato !== 'csv')
    issues.push({ field: 'formato', message: 'Valor inválido' });
  delete given.formato;
  for (const name of Object.keys(given))
    if (!Object.hasOwn(report.filter, name)) issues.push({ field: name.slice(0, 60), message: 'Campo desconhecido' });
  const checked = check(report.filterForm, given, { today: acting.today, settings: acting.settings });
  if (!checked.ok) issues.push(...checked.issues);
  if (issues.length > 0 || !checked.ok) throw refuse.invalid(issues);
  const format = (formato as Format | undefined) ?? (pdf === false ? 'xlsx' : 'pdf');
  return { filter: checked.value as Record<string, unknown>, format };
}

/** The filters used, as the head of the report prints them: names, not ids. */
async function filtersUsed(
  lookup: Lookup,
  db: Database,
  fields: Fields,
  filter: Record<string, unknown>,
  acting: Acting,
): Promise<[string, string][]> {
  const used: [string, string][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = filter[name];
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue;
    const shown = field.target ? await namesOf(lookup, db, field, [value].flat() as number[], acting) : printable(field, value);
    const text = formatCell(traits[field.kind].cell, shown, field.decimals);
    if (text !== '') used.push([field.label, text]);
  }
  return used;
}

const mostNames = 20;

async function namesOf(lookup: Lookup, db: Database, field: Field, ids: number[], acting: Acting): Promise<string> {
  const target = lookup(field.target ?? '');
  const label = quote(columnOf(target.label, target.fields[target.label]));
  const scope = target.scope === 'empresa' ? 'and empresa_id = $2' : '';
  const found = await db.query<{ nome: string }>({
    text: `select ${label} as nome from ${quote(target.table)} where id = any($1::bigint[]) ${scope} order by 1 limit ${mostNames}`,
    values: scope ? [ids, acting.empresaId] : [ids],
  });
  const more = ids.length - found.length;
  return found.map(({ nome }) => nome).join(', ') + (found.length === mostNames && more > 0 ? ` e mais ${more}` : '');
}

function tableFor(report: AnyReport, rows: Table['rows']): Table {
  const { group, totals = [] } = report;
  const { columns } = shapeOf(report);
  return {
    title: report.title,
    columns,
    rows,
    totals: totals.length > 0,
    ...(group ? { group: [{ key: group, label: (report.row as Fields)[group]?.label ?? '' }] } : {}),
  };
}

const shapeOf = (report: AnyReport) => tableOf(report.row as Fields, Object.keys(report.row), report.totals);

async function frameOf(printing: Printing, report: AnyReport, asked: Asked, acting: Acting): Promise<PdfFrame> {
  const looks = await printing.appearance?.(acting);
  return {
    company: acting.empresaNome,
    printedBy: acting.usuarioNome,
    printedAt: new Date().toISOString(),
    filters: await filtersUsed(printing.lookup, printing.db, report.filter as Fields, asked.filter, acting),
    ...(report.orientation ? { orientation: report.orientation } : {}),
    ...looks,
  };
}

/** The rows up to a limit, or null when there are more: one run of the query tells both, and the cursor stops there. */
async function upTo(db: Database, query: Sql, limit: number): Promise<Row[] | null> {
  for await (const rows of db.stream<Row>(query, limit + 1)) return rows.length > limit ? null : rows;
  return [];
}

const amounts = new Set(['money', 'number', 'percentage', 'integer', 'duration']);

/** The very rows that the files print, as JSON: decimals become numbers only here. */
function jsonOf(report: AnyReport, records: Row[]) {
  const { columns, row } = shapeOf(report);
  const sums = columns.filter(({ total }) => total).map((column) => ({ column, sum: new ExactSum() }));
  const rows = records.map((record) => {
    const shown = row(record);
    for (const { column, sum } of sums) sum.add(shown[column.key]);
    for (const { key, type } of columns) if (amounts.has(type) && typeof shown[key] === 'string') shown[key] = Number(shown[key]);
    return shown;
  });
  const totals = Object.fromEntries(
    sums.map(({ column, sum }) => [column.key, sum.value() === null ? null : Number(sum.value())]),
  );
  return { columns, rows, totals, group: report.group ?? null };
}

/** The query's rows, printed form, in batches. */
async function* printed(report: AnyReport, batches: AsyncIterable<Row[]> | Iterable<Row[]>): AsyncGenerator<Row[]> {
  const { row } = shapeOf(report);
  for await (const batch of batches) yield batch.map(row);
}

/** Serves a report at `path` (`/api/<module>/relatorios/<id>`): PDF, XLSX, CSV and JSON from one query. */
export function registerReport(
  app: FastifyInstance,
  printing: Printing,
  path: string,
  report: AnyReport,
  query: ReportQuery,
): void {
  const { db, jobs } = printing;
  app.post(
    path,
    {
      config: { authority: report.authority },
      compress: { threshold: 2_048 },
      schema: {
        tags: ['Relatórios'],
        summary: report.title,
        description:
          'O corpo é o filtro, com `pdf` (padrão true; false: XLSX) ou `formato` (pdf, xlsx, csv). `Accept: application/json` responde {columns, rows, totals}. 204: nada encontrado. 202 {tarefaId}: impresso em segundo plano.',
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const asked = askedOf(report, request.body, acting);
      const onScreen = /^application\/json\b/.test(request.headers.accept ?? '');
      const rows = await upTo(db, query(asked.filter, acting), onScreen ? MOST_ROWS_ON_SCREEN : MOST_ROWS_AT_ONCE);
      if (rows?.length === 0) return reply.status(204).send();
      if (rows === null) {
        const tarefaId = await jobs.enqueue(REPORT_JOB, { path, corpo: request.body ?? {} }, acting, { titulo: report.title });
        return reply.status(202).send({ tarefaId });
      }
      if (onScreen) return jsonOf(report, rows);
      return sendTable(reply, {
        format: asked.format,
        table: tableFor(report, printed(report, [rows])),
        frame: () => frameOf(printing, report, asked, acting),
      });
    },
  );
}

/** Prints a report that was too long for a request. `find` knows every report by the path that it was registered at. */
export function reportJob(
  printing: Printing,
  find: (path: string) => { report: AnyReport; query: ReportQuery } | undefined,
): JobHandler {
  return async (job) => {
    const found = find(String(job.dados.path));
    if (!found) throw new Refusal('RELATORIO_INEXISTENTE', 'Este relatório não existe mais.');
    const { report, query } = found;
    const { acting } = job;
    if (!acting.can(report.authority)) throw refuse.forbidden();
    const asked = askedOf(report, job.dados.corpo, acting);
    const rows = printed(report, printing.db.stream<Row>(query(asked.filter, acting), 1_000));
    return fileTable(printing.files, job, {
      format: asked.format,
      table: tableFor(report, rows),
      frame: () => frameOf(printing, report, asked, acting),
    });
  };
}
