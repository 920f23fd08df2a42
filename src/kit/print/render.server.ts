import { PassThrough, type Writable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { counted } from '#kit/br/text.ts';
import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import type { Job, JobResult } from '#kit/jobs/jobs.server.ts';
import { contentDisposition, fileNameOf } from '#kit/media/file-names.ts';
import { resting } from '#kit/process/unhurried.server.ts';
import type { Table, TextTable } from '#kit/sheet/column.ts';
import { writeCsv } from '#kit/sheet/csv/csv-writer.server.ts';
import { SAMPLE } from '#kit/sheet/sample.ts';
import { writeXlsx } from '#kit/sheet/xlsx/xlsx-writer.server.ts';
import type { PdfFrame } from './frame.server.ts';
import { writePdfTable } from './table-pdf.server.ts';

export type SheetFormat = 'xlsx' | 'csv';
export type Format = 'pdf' | SheetFormat;

const types: Record<Format, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** A table without a frame around it. */
export interface SheetDrawing {
  format: SheetFormat;
  table: Table | TextTable;
}

interface FramedDrawing {
  format: Format;
  table: Table;
  /** what stands around a PDF */
  frame(): Promise<PdfFrame>;
}

type Drawing = SheetDrawing | FramedDrawing;

/** Leaves the loop to others, between two pieces of the work. */
type Step = () => Promise<void> | undefined;

/** ms; for so long in all a table rests that somebody waits for. */
const MOST_REST = 2_000;

/** Rows that are written without a step. */
const PIECE = 20;

/** The same in small batches, with a step behind each. The first ones tell the widths of the columns. */
async function* inPieces<T>(
  batches: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  step: Step,
): AsyncGenerator<T[], void, void> {
  let size = SAMPLE;
  for await (const batch of batches)
    for (let at = 0; at < batch.length; ) {
      const piece = batch.slice(at, at + size);
      yield piece;
      at += piece.length;
      size = PIECE;
      await step();
    }
}

async function draw(
  drawing: Drawing,
  out: Writable,
  opts: { step: Step; signal?: AbortSignal; onRows?(rows: number): void },
): Promise<{ rows: number }> {
  if ('frame' in drawing && drawing.format === 'pdf') return writePdfTable(drawing.table, await drawing.frame(), out, opts);
  const write = drawing.format === 'csv' ? writeCsv : writeXlsx;
  const { table } = drawing;
  const { step } = opts;
  return write(
    'rows' in table ? { ...table, rows: inPieces(table.rows, step) } : { ...table, texts: inPieces(table.texts, step) },
    out,
    opts,
  );
}

/** Answers with the table as a file, written while it is read. */
export function sendTable(reply: FastifyReply, drawing: Drawing): FastifyReply {
  const out = new PassThrough({ highWaterMark: 256 * 1024 });
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort(new Error('The reader has gone away.'));
  });
  draw(drawing, out, { step: resting(MOST_REST), signal: left.signal }).catch((error: Error) => out.destroy(error));
  return reply
    .type(types[drawing.format])
    .header('content-disposition', contentDisposition('attachment', fileNameOf(drawing.table.title, drawing.format)))
    .send(out);
}

/** Stores the table as a file of the task's owner. */
export async function fileTable(files: Files, job: Job, drawing: Drawing): Promise<JobResult> {
  const { format, table } = drawing;
  let rows = 0;
  const file = await files.write(
    job.acting,
    { nome: fileNameOf(table.title, format), tipo: types[format], uso: 'tarefa' },
    async (out) => {
      ({ rows } = await draw(drawing, out, { step: inSteps(), signal: job.signal, onRows: (n) => job.progress(n) }));
    },
    job.signal,
  );
  job.progress(rows, rows);
  return { arquivoId: file.id, mensagem: counted(rows, 'linha', 'linhas') };
}

/** Answers with a finished document. */
export const sendPdf = (reply: FastifyReply, title: string, pdf: Buffer): FastifyReply =>
  reply
    .type(types.pdf)
    .header('content-disposition', contentDisposition('attachment', fileNameOf(title, 'pdf')))
    .send(pdf);

/** Stores a document as a file of the task's owner. */
export async function filePdf(files: Files, job: Job, title: string, pdf: Buffer): Promise<JobResult> {
  const file = await files.write(
    job.acting,
    { nome: fileNameOf(title, 'pdf'), tipo: types.pdf, uso: 'tarefa' },
    async (out) => void out.end(pdf),
    job.signal,
  );
  return { arquivoId: file.id, mensagem: '1 documento' };
}
