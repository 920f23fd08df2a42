import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { type Received, receiveFile } from '#kit/files/receive.server.ts';
import { asTask, upload } from '#kit/http/openapi.server.ts';
import { LATER } from '#kit/jobs/jobs.server.ts';
import { sheetName } from '#kit/media/endings.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { textLength } from '#kit/sheet/row-text.ts';
import type { SheetRow, SheetValue } from '#kit/sheet/sheet-row.ts';
import { type BatchMode, closeBatch, createBatch, sheetOf } from './batch.server.ts';
import { HEADING_ROWS } from './heading.ts';
import { fieldsOf, judgeWhole, MOST_BYTES } from './import.server.ts';
import { dropRows } from './room.server.ts';
import {
  analysis,
  handOver,
  MOST_CELLS_AT_ONCE,
  MOST_ROWS_AT_ONCE,
  MOST_TEXT_AT_ONCE,
  modes,
  type Serving,
  tell,
  WEIGHT_OF_NAME,
} from './serving.server.ts';
import { lookAtSheets, type Sheets } from './sheets.server.ts';
import { stage } from './stage.server.ts';

const MiB = 1024 * 1024;
/** A larger file is not even counted in a request. */
const mostBytesAtOnce = MiB;
/** Lines that a request searches for rows; lines of a file may be empty. */
const MOST_LINES_AT_ONCE = 20_000;
const PATIENCE_OF_A_REQUEST = 30_000;

/** Serves the addresses that take a file. */
export function registerAnalysis(serving: Serving): void {
  const { app, importing, importer, config, schema, batch } = serving;
  const { maxBytes = MOST_BYTES } = importing;
  const taking = (part: string) => ({
    config,
    bodyLimit: maxBytes + MiB,
    schema: {
      ...schema(`analisar planilha (multipart: ${part}, modo, ignoraOpcionaisObrigatorios)`),
      ...upload(part, {
        modo: { type: 'string', enum: modes.options },
        ignoraOpcionaisObrigatorios: { type: 'boolean' },
      }),
      response: { 200: batch, ...asTask },
    },
  });
  app.post(`${importer.path}/importar/analisar`, taking('arquivo'), takesFile(serving));
  for (const address of importer.columns?.addresses ?? [])
    app.post(address, taking('file'), takesFile(serving, ['file', 'arquivo']));
}

/** Receives a file, judges it at once or in a task, and answers with the result or with the task. */
function takesFile({ importing, importer, cadastro }: Serving, parts: readonly string[] = ['arquivo']) {
  const { db, jobs, files, maxBytes = MOST_BYTES } = importing;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    return receiveFile(request, { files, keeper: request.acting, uso: 'importacao', maxBytes, parts }, async (received) => {
      const isSmall = received.tamanho <= mostBytesAtOnce;
      if (isSmall) await request.enterLarge?.();
      // Whoever waited acts with what they may do now.
      const { acting } = request;
      const { modo, ignoraOpcionais } = wishesOf(received.campos);
      const fields = fieldsOf(importer, acting);
      const small = isSmall ? await firstRows(received, fields, acting) : null;
      const file = await files.saveFrom(
        acting,
        { nome: sheetName(received.nome), tipo: 'application/octet-stream', uso: 'importacao' },
        received.path,
      );
      const batch = await createBatch(db, acting, { cadastro, arquivoId: file.id, nome: file.nome, modo, ignoraOpcionais });
      try {
        const now = async () => {
          if (!small) return LATER;
          await judgeWhole(
            importing,
            importer,
            acting,
            await stage({ ...importing, acting }, { ...batch, ...small.sheets }, small.rows, fields),
          );
          return tell(importing, importer, batch.id, acting);
        };
        return await jobs.nowOrLater(reply, acting, now, handOver(importer, analysis, batch, ['analisando']));
      } catch (error) {
        await closeBatch(db, batch.id, error);
        await dropRows(db, batch);
        throw error;
      }
    });
  };
}

/** The choices sent beside the file. */
function wishesOf(campos: Received['campos']): { modo: BatchMode | null; ignoraOpcionais: boolean } {
  const modo = modes.nullable().safeParse(campos.modo || null);
  if (!modo.success) throw refuse.invalid([{ field: 'modo', message: 'Escolha inserir ou inserirOuAtualizar' }]);
  const { ignoraOpcionaisObrigatorios: flag = 'false' } = campos;
  if (!['true', 'false', ''].includes(flag))
    throw refuse.invalid([{ field: 'ignoraOpcionaisObrigatorios', message: 'Informe true ou false' }]);
  return { modo: modo.data, ignoraOpcionais: flag === 'true' };
}

/** All rows of a small file, and its sheets; null when there are more rows than a request judges. */
async function firstRows(
  { path, nome }: Received,
  fields: Fields,
  acting: Acting,
): Promise<{ rows: SheetRow[]; sheets: Sheets } | null> {
  const most = MOST_ROWS_AT_ONCE + HEADING_ROWS;
  const reading = { maxBytes: mostBytesAtOnce, patience: PATIENCE_OF_A_REQUEST, owner: acting.usuarioId };
  if (await hasLines(path, MOST_LINES_AT_ONCE)) return null;
  const sheets = await lookAtSheets(path, nome, fields, reading);
  const rows: SheetRow[] = [];
  let text = 0;
  let width = 0;
  for await (const row of sheetOf(path, nome, sheets.aba, { ...reading, firstRows: most + 1 })) {
    text += textLength(row.cells) + WEIGHT_OF_NAME * namesIn(row.cells);
    width = Math.max(width, row.cells.length);
    const isMuch = rows.push(row) > most || text > MOST_TEXT_AT_ONCE || rows.length * width > MOST_CELLS_AT_ONCE;
    if (isMuch) return null;
  }
  return { rows, sheets };
}

/** Names of lists in the cells, except the first of each. */
const namesIn = (cells: readonly SheetValue[]) =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? (cell.match(/[,;|]/g)?.length ?? 0) : 0), 0);

/** Whether more than `most` lines end in a file; the bytes of a workbook only suggest it. */
async function hasLines(path: string, most: number): Promise<boolean> {
  const ends = (await readFile(path)).reduce((sum, byte) => (byte === 10 || byte === 13 ? sum + 1 : sum), 0);
  return ends > most;
}
