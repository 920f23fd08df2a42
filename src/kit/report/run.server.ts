import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { type PdfDocument, weightOf, writeDocument } from '#kit/document/document.server.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { Files } from '#kit/files/files.server.ts';
import { filledIn, tellReading } from '#kit/history/reading.server.ts';
import { isTooLong } from '#kit/http/answer-size.server.ts';
import { type JobHandler, type Jobs, LATER } from '#kit/jobs/jobs.server.ts';
import type { PdfFrame } from '#kit/print/frame.server.ts';
import { filePdf, fileTable, sendPdf, sendTable } from '#kit/print/render.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import type { Lookup } from '#kit/registry/select.server.ts';
import type { Row, Table } from '#kit/sheet/column.ts';
import { textLength } from '#kit/sheet/row-text.ts';
import type { SheetValue } from '#kit/sheet/sheet-row.ts';
import { type Asked, askedOf, filtersUsed } from './filter.server.ts';
import { filterFromQuery } from './filter-query.ts';
import { type MatrixTable, matrixOf } from './matrix.server.ts';
import { previewOf } from './preview.ts';
import { type DocumentQuery, isDocument, type Reading, type ReportSource } from './report.server.ts';
import { type AnyReport, trailName } from './report.ts';
import { shapeOf } from './shape.ts';
import { answersOf, queryOf, SUMMARY, sentOf } from './wire.server.ts';

/** What reports and exports need besides the database. */
export interface Printing extends Reading {
  lookup: Lookup;
  jobs: Jobs;
  files: Files;
  /** the company's logo and colour for the head of a PDF */
  appearance?(acting: Acting): Promise<Pick<PdfFrame, 'logo' | 'primary'>>;
}

/** Rows that a request prints itself; more becomes a task. */
const MOST_ROWS_AT_ONCE = 1_000;
/** Rows of a preview, headings and totals among them; it needs no renderer. */
const MOST_ROWS_ON_SCREEN = 5_000;
/** Characters of all these rows: rows with long texts count for more. */
const MOST_TEXT_AT_ONCE = 4 * 1024 * 1024;
/** Rows that are read at a time: each batch is measured before the next one comes. */
const BATCH = 250;
export const REPORT_JOB = 'relatorio';
/** A document with more characters of data becomes a task. */
const MOST_SAID_AT_ONCE = 400_000;
/** How long a task may lay out one document, in ms. */
const PATIENCE_OF_A_TASK = 180_000;
/** Columns of a usual table: a matrix with more of them has fewer rows for the same work. */
const USUAL_COLUMNS = 12;

/** The filters that the head shows; a choice among columns shows the company's titles. */
function headed({ filter, unheaded = [], called }: AnyReport, { settings }: Acting): Fields {
  const titles = called?.(settings) as Readonly<Record<string, string>> | undefined;
  return Object.fromEntries(
    Object.entries(filter as Fields)
      .filter(([name]) => !unheaded.includes(name))
      .map(([name, field]) => [name, field.options ? { ...field, options: { ...field.options, ...titles } } : field]),
  );
}

async function frameOf(printing: Printing, report: AnyReport, asked: Asked, acting: Acting): Promise<PdfFrame> {
  const looks = await printing.appearance?.(acting);
  return {
    company: acting.empresaNome,
    printedBy: acting.usuarioNome,
    printedAt: new Date().toISOString(),
    filters: await filtersUsed(printing, headed(report, acting), asked.filter, acting),
    ...(report.orientation ? { orientation: report.orientation } : {}),
    ...looks,
  };
}

/**
 * The plan of a report: its columns and its rows in printed form; `batch` is the size of the first read of a plain table, and `most` how
 * many rows are wanted of it, so that the database need not sort a million to tell the first.
 */
async function plan(
  db: Database,
  report: AnyReport,
  source: Exclude<ReportSource, { template: URL }>,
  filter: Record<string, unknown>,
  acting: Acting,
): Promise<Omit<MatrixTable, 'rows'> & { rows(batch: number, most?: number): AsyncGenerator<Row[]> }> {
  const shape = shapeOf(report, filter, acting);
  if (report.matrix) return matrixOf({ db, report, source, filter, acting, shape });
  if (typeof source !== 'function') throw new Error(`${report.id} is no matrix and has two queries`);
  return {
    ...shape,
    heads: 1,
    async *rows(batch, most) {
      const all = source(filter, acting);
      const query = most === undefined ? all : sql`select * from (${all}) primeiras limit ${most}`;
      for await (const records of db.stream<Row>(query, batch, acting.usuarioId)) yield records.map(shape.row);
    },
  };
}

/**
 * The rows up to a limit, or null when there are more or their text is too long: one run of the query decides it, and the cursor
 * stops there.
 */
async function upTo(rows: AsyncIterable<Row[]>, limit: number): Promise<Row[] | null> {
  const found: Row[] = [];
  let text = 0;
  for await (const batch of rows) {
    found.push(...batch);
    for (const row of batch) text += textLength(Object.values(row) as SheetValue[]);
    if (found.length > limit || text > MOST_TEXT_AT_ONCE) return null;
  }
  return found;
}

const tableOf = (
  report: AnyReport,
  filter: Record<string, unknown>,
  { columns, groups, heads, countsGroups }: Omit<MatrixTable, 'rows'>,
  rows: Table['rows'],
): Table => ({
  title: report.titleOf?.(filter) ?? report.title,
  columns,
  rows,
  totals: countsGroups ? 'each' : true,
  heads,
  ...(groups.length > 0 ? { group: groups } : {}),
});

/** A document with its frame, or null when there is nothing to print. */
async function documentOf(
  printing: Printing,
  report: AnyReport,
  source: DocumentQuery,
  asked: Asked,
  acting: Acting,
): Promise<PdfDocument | null> {
  const data = await source.data(printing, asked.filter, acting);
  if (!data) return null;
  const frame = await frameOf(printing, report, asked, acting);
  return {
    title: typeof data.titulo === 'string' ? data.titulo : report.title,
    template: source.template,
    data,
    frame: source.filters === false ? { ...frame, filters: [] } : frame,
  };
}

/**
 * Serves a report at `path` (`/api/<module>/relatorios/<id>`) as PDF, XLSX, CSV and JSON from one query, and also at the
 * addresses of its `also`.
 */
export function registerReport(
  app: FastifyInstance,
  printing: Printing,
  path: string,
  report: AnyReport,
  source: ReportSource,
): void {
  const { db, jobs } = printing;
  const config = { authority: report.authority, reads: true, wide: true } as const;

  const answer = ({ acting }: FastifyRequest, reply: FastifyReply, body: unknown, onScreen: boolean) =>
    jobs.nowOrLater(reply, acting, () => now(acting, reply, askedOf(report, body, acting), onScreen), {
      tipo: REPORT_JOB,
      dados: { path, corpo: body ?? {} },
      titulo: report.title,
    });

  async function now(acting: Acting, reply: FastifyReply, asked: Asked, onScreen: boolean) {
    const later = () => printing.files.admit(acting, 'tarefa').then(() => LATER);
    if (isDocument(source)) {
      if (source.isLong?.(asked.filter)) return later();
      const document = await documentOf(printing, report, source, asked, acting);
      if (!document) return reply.status(204).send();
      if (weightOf(document.data) > MOST_SAID_AT_ONCE) return later();
      return sendPdf(reply, document.title, await writeDocument(document, { owner: acting.usuarioId }));
    }
    const planned = await plan(db, report, source, asked.filter, acting);
    const most = onScreen ? MOST_ROWS_ON_SCREEN : MOST_ROWS_AT_ONCE;
    const limit = Math.max(50, Math.min(most, Math.floor((most * USUAL_COLUMNS) / planned.columns.length)));
    const rows = await upTo(planned.rows(Math.min(limit + 1, BATCH), limit + 1), limit);
    if (rows === null) return later();
    if (rows.length === 0) return reply.status(204).send();
    const preview = onScreen ? await previewOf(planned, rows, { most: limit, step: inSteps() }) : undefined;
    // Headings and totals, and the names that JSON repeats in every row, make it longer than its values.
    if (preview === null || isTooLong(preview)) return later();
    await tellReading(db, acting, trailName(report), planned.guarded, {
      records: rows.length,
      filters: filledIn(report.filter, asked.filter),
    });
    if (preview) return preview;
    return sendTable(reply, {
      format: asked.format,
      table: tableOf(report, asked.filter, planned, [rows]),
      frame: () => frameOf(printing, report, asked, acting),
    });
  }

  app.post(
    path,
    {
      config,
      compress: { threshold: 2_048 },
      schema: {
        tags: ['Relatórios'],
        summary: report.title,
        description: SUMMARY,
        body: sentOf(report),
        response: answersOf(report),
      },
    },
    (request, reply) => answer(request, reply, request.body, /^application\/json\b/.test(request.headers.accept ?? '')),
  );
  const { also } = report;
  if (!also) return;
  const module = path.split('/').slice(0, 3).join('/');
  const inPath = [...also.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const isPost = also.method === 'POST';
  app.route({
    method: also.method ?? 'GET',
    url: `${module}/${also.path}`,
    config,
    schema: {
      tags: ['Relatórios'],
      summary: report.title,
      description: isPost ? SUMMARY : 'O filtro vai na consulta do endereço.',
      querystring: { type: 'object', properties: queryOf(report, inPath) },
      ...(isPost ? { body: sentOf(report) } : {}),
      response: answersOf(report, also.format),
    },
    handler(request, reply) {
      const given = { ...(request.query as Record<string, unknown>), ...(request.params as Record<string, unknown>) };
      const filter = filterFromQuery(report.filter, given);
      const sent =
        isPost && typeof request.body === 'object' && !Array.isArray(request.body) ? { ...request.body, ...filter } : filter;
      return answer(request, reply, sent, also.format === 'json');
    },
  });
}

/** Prints a report that was too long for a request. `find` knows every report by the path that it was registered at. */
export function reportJob(
  printing: Printing,
  find: (path: string) => { report: AnyReport; source: ReportSource } | undefined,
): JobHandler {
  return async (job) => {
    const found = find(String(job.dados.path));
    if (!found) throw new Refusal('RELATORIO_INEXISTENTE', 'Este relatório não existe mais.');
    const { report, source } = found;
    const { acting } = job;
    if (!acting.can(report.authority)) throw refuse.forbidden();
    const asked = askedOf(report, job.dados.corpo, acting);
    if (isDocument(source)) {
      const document = await documentOf(printing, report, source, asked, acting);
      if (!document) throw new Refusal('SEM_DADOS', 'Não existem dados para o filtro informado.');
      const opts = { patience: PATIENCE_OF_A_TASK, signal: job.signal, owner: acting.usuarioId };
      return filePdf(printing.files, job, document.title, await writeDocument(document, opts));
    }
    const planned = await plan(printing.db, report, source, asked.filter, acting);
    await tellReading(printing.db, acting, trailName(report), planned.guarded, {
      filters: filledIn(report.filter, asked.filter),
    });
    return fileTable(printing.files, job, {
      format: asked.format,
      table: tableOf(report, asked.filter, planned, planned.rows(BATCH)),
      frame: () => frameOf(printing, report, asked, acting),
    });
  };
}
