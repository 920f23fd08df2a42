import { readFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { type Received, receiveFile } from '#kit/files/receive.server.ts';
import { asTask, described, download, named, upload } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { LATER, type LongWork } from '#kit/jobs/jobs.server.ts';
import { sheetName } from '#kit/media/endings.ts';
import { contentDisposition } from '#kit/media/file-names.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { textLength } from '#kit/sheet/row-text.ts';
import type { SheetRow } from '#kit/sheet/sheet-row.ts';
import {
  type Batch,
  type BatchMode,
  type BatchState,
  closeBatch,
  createBatch,
  listBatches,
  move,
  readBatch,
  sheetOf,
} from './batch.server.ts';
import { correct, judgeCorrections } from './corrections.server.ts';
import { HEADING_ROWS } from './heading.ts';
import {
  ANALYSE,
  APPLY,
  cadastroOf,
  fieldsOf,
  type Importer,
  type Importing,
  judgeWhole,
  MOST_BYTES,
  UNDO,
} from './import.server.ts';
import { dropRows } from './room.server.ts';
import { lookAtSheets, type Sheets } from './sheets.server.ts';
import { stage } from './stage.server.ts';
import { describe, writeFaulty } from './tell.server.ts';
import { changedRefusal, changedSince } from './undo.server.ts';
import { some } from './write.server.ts';

const MiB = 1024 * 1024;
/** Rows that a request judges and tries out itself; more becomes a task. */
const MOST_ROWS_AT_ONCE = 300;
/** Most cells of such a request, when rows are wide. */
const MOST_CELLS_AT_ONCE = 40_000;
/** A larger file is not even counted in a request. */
const mostBytesAtOnce = MiB;
/** Lines that a request searches for rows; lines of a file may be empty. */
const MOST_LINES_AT_ONCE = 20_000;
/** Characters in all cells that a request keeps in memory; a small file may repeat one long text in every cell. */
const MOST_TEXT_AT_ONCE = 4 * MiB;
const PATIENCE_OF_A_REQUEST = 30_000;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const modes = z.enum(['inserir', 'inserirOuAtualizar']);
const wishToApply = z.object({ modo: modes.optional(), somenteValidos: z.boolean().default(true) });
const wishToUndo = z.object({ somenteInalterados: z.boolean().default(false) });

const text = { type: ['string', 'null'] };
const count = { type: 'integer' };
/** A batch as OpenAPI describes it. */
const batchSchema = {
  type: 'object',
  properties: {
    importacaoId: count,
    nome: { type: 'string' },
    estado: { type: 'string', enum: ['analisando', 'analisada', 'aplicando', 'aplicada', 'desfazendo', 'desfeita', 'falhou'] },
    modo: { type: ['string', 'null'], enum: [...modes.options, null] },
    total: count,
    validos: count,
    existentes: count,
    falhasTotal: count,
    gravados: count,
    mensagem: text,
    tarefaId: { type: ['integer', 'null'] },
    falhas: {
      type: 'array',
      items: {
        type: 'object',
        properties: { linha: count, coluna: text, campo: text, valor: { type: 'string' }, mensagem: { type: 'string' } },
        required: ['linha', 'mensagem'],
      },
    },
  },
  required: ['importacaoId', 'estado', 'total', 'validos', 'falhas'],
};

/** Receives a file, judges it at once or in a task, and answers with the result or with the task. */
function takesFile(importing: Importing, importer: Importer, parts: readonly string[] = ['arquivo']) {
  const { db, jobs, files, maxBytes = MOST_BYTES } = importing;
  const cadastro = cadastroOf(importer.path);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await files.admit(request.acting, 'importacao');
    return receiveFile(
      request,
      request.acting,
      maxBytes,
      async (received) => {
        const { acting } = request;
        const { modo, ignoraOpcionais } = wishesOf(received.campos);
        const fields = fieldsOf(importer, acting);
        const small = received.tamanho <= mostBytesAtOnce ? await firstRows(received, fields, acting) : null;
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
              await stage(importing, { ...batch, ...small.sheets }, small.rows, fields),
            );
            return tell(importing, importer, batch.id, acting);
          };
          return await jobs.nowOrLater(reply, acting, now, handOver(importer, analysis, batch, ['analisando']));
        } catch (error) {
          await closeBatch(db, batch.id, error);
          await dropRows(db, batch);
          throw error;
        }
      },
      parts,
    );
  };
}

/** The choices sent beside the file. */
function wishesOf(campos: Received['campos']): { modo: BatchMode | null; ignoraOpcionais: boolean } {
  const modo = modes.nullable().safeParse(campos.modo || null);
  if (!modo.success) throw refuse.invalid([{ field: 'modo', message: 'Escolha inserir ou inserirOuAtualizar' }]);
  const { ignoraOpcionaisObrigatorios: said = 'false' } = campos;
  if (!['true', 'false', ''].includes(said))
    throw refuse.invalid([{ field: 'ignoraOpcionaisObrigatorios', message: 'Informe true ou false' }]);
  return { modo: modo.data, ignoraOpcionais: said === 'true' };
}

async function tell(importing: Importing, importer: Importer, id: number, acting: Acting) {
  const batch = await readBatch(importing.db, cadastroOf(importer.path), id, acting);
  const { storeOf, db } = importing;
  return describe(db, batch, {
    fields: fieldsOf(importer, acting),
    storeOf,
    acting,
    canRelax: importer.columns?.relax !== undefined,
  });
}

/** The task of each step, and the state of the batch while it runs. */
const analysis = { tipo: ANALYSE, titulo: 'Análise de importação', to: 'analisando' } as const;
const application = { tipo: APPLY, titulo: 'Importação', to: 'aplicando' } as const;
const undoing = { tipo: UNDO, titulo: 'Desfazer importação', to: 'desfazendo' } as const;

/** Hands the batch to a task; both happen or neither. */
const handOver = (
  { path, store }: Importer,
  { tipo, titulo, to }: typeof analysis | typeof application | typeof undoing,
  batch: Batch,
  from: readonly BatchState[],
  more: { modo?: BatchMode; dados?: Record<string, unknown>; also?: (tx: Tx) => Promise<unknown> } = {},
): LongWork => ({
  tipo,
  dados: { path, importacaoId: batch.id, ...more.dados },
  titulo: `${titulo}: ${store.registry.title}`,
  async also(tx, tarefaId) {
    await move(tx, batch.id, from, to, { tarefaId, ...(more.modo ? { modo: more.modo } : {}) });
    await more.also?.(tx);
    return { importacaoId: batch.id };
  },
});

/** Serves the import of one registry: judge, correct, apply, undo. Call `acceptUploads` first. */
export function registerImport(app: FastifyInstance, importing: Importing, importer: Importer): void {
  const { db, jobs, maxBytes = MOST_BYTES } = importing;
  const { path, store } = importer;
  const { registry } = store;
  const cadastro = cadastroOf(path);
  const config = { authority: `${registry.authority}_EDITAR` };
  const batch = { description: 'a importação', ...named(app, 'Importacao', () => batchSchema) };
  const schema = (summary: string, more: object = {}) => ({
    tags: [registry.title],
    summary: `${registry.title}: ${summary}`,
    ...more,
  });
  const later = ({ acting }: FastifyRequest, reply: FastifyReply, work: LongWork) =>
    jobs.nowOrLater(reply, acting, async () => LATER, work);
  const batchIn = (request: FastifyRequest) => readBatch(db, cadastro, recordIdOf(request, 'importacaoId'), request.acting);

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
  app.post(`${path}/importar/analisar`, taking('arquivo'), takesFile(importing, importer));
  for (const address of importer.columns?.addresses ?? [])
    app.post(address, taking('file'), takesFile(importing, importer, ['file', 'arquivo']));

  app.get(
    `${path}/importar`,
    {
      config,
      schema: schema('importações recentes', {
        response: { 200: { description: 'as últimas', type: 'array', items: { type: 'object' } } },
      }),
    },
    (request) => listBatches(db, cadastro, request.acting),
  );

  app.get(
    `${path}/importar/:importacaoId`,
    { config, schema: schema('situação de uma importação', { response: { 200: batch } }) },
    async (request) => tell(importing, importer, (await batchIn(request)).id, request.acting),
  );

  app.get(
    `${path}/importar/:importacaoId/falhas`,
    { config, schema: schema('linhas com falhas de uma importação (XLSX)', { response: { 200: download(['xlsx']) } }) },
    async (request, reply) => {
      const batch = await batchIn(request);
      const out = new PassThrough({ highWaterMark: 256 * 1024 });
      writeFaulty(db, batch, fieldsOf(importer, request.acting), out).catch((error: Error) => out.destroy(error));
      const name = batch.nome.replace(/\.[^.]*$/, '') || registry.title;
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition('attachment', `${name} - falhas.xlsx`))
        .send(out);
    },
  );

  app.post(
    `${path}/importar/:importacaoId/corrigir`,
    {
      config,
      schema: schema('corrigir cabeçalho, colunas e células', { body: { type: 'object' }, response: { 200: batch, ...asTask } }),
    },
    async (request, reply) => {
      const { acting } = request;
      const batch = await batchIn(request);
      const fields = fieldsOf(importer, acting);
      const corrections = judgeCorrections(request.body, batch, fields);
      const from: BatchState[] = ['analisada', 'desfeita'];
      const { aba = batch.aba } = corrections;
      const isOtherSheet = aba !== batch.aba;
      const now = async () => {
        if (isOtherSheet || batch.total > MOST_ROWS_AT_ONCE || batch.total * batch.colunas.length > MOST_CELLS_AT_ONCE)
          return LATER;
        const next = await db.tx(async (tx) => {
          await move(tx, batch.id, from, 'analisando');
          return correct(tx, importing.files, batch, corrections, fields);
        });
        await judgeWhole(importing, importer, acting, next).catch(async (error: unknown) => {
          await move(db, batch.id, ['analisando'], 'analisada');
          throw error;
        });
        return tell(importing, importer, batch.id, acting);
      };
      const later = isOtherSheet
        ? {
            also: (tx: Tx) =>
              tx.query({ text: 'update importacoes set aba = $2, gravados = 0 where id = $1', values: [batch.id, aba] }),
          }
        : { dados: { encenada: true }, also: (tx: Tx) => correct(tx, importing.files, batch, corrections, fields) };
      return jobs.nowOrLater(reply, acting, now, handOver(importer, analysis, batch, from, later));
    },
  );

  app.post(
    `${path}/importar/:importacaoId/aplicar`,
    { config, schema: schema('aplicar importação', { body: described(wishToApply), response: asTask }) },
    async (request, reply) => {
      const batch = await batchIn(request);
      const body = wishToApply.safeParse(request.body ?? {});
      const modo = body.data?.modo ?? batch.modo;
      if (!body.success || !modo) throw refuse.invalid([{ field: 'modo', message: 'Escolha inserir ou inserirOuAtualizar' }]);
      const { somenteValidos } = body.data;
      if (batch.validos === 0)
        throw new Refusal('IMPORTACAO_COM_FALHAS', 'Nenhuma linha está pronta para ser importada. Corrija as falhas indicadas.');
      if (batch.validos < batch.total && !somenteValidos)
        throw new Refusal(
          'IMPORTACAO_COM_FALHAS',
          `${batch.total - batch.validos} de ${batch.total} linhas têm falhas. Corrija-as, ou importe somente as válidas.`,
        );
      if (modo === 'inserir') await refuseStanding(db, batch);
      return later(request, reply, handOver(importer, application, batch, ['analisada'], { modo }));
    },
  );

  app.post(
    `${path}/importar/:importacaoId/desfazer`,
    {
      config: { authority: `${registry.authority}_EXCLUIR` },
      schema: schema('desfazer importação', { body: described(wishToUndo), response: asTask }),
    },
    async (request, reply) => {
      const batch = await batchIn(request);
      const body = wishToUndo.safeParse(request.body ?? {});
      if (!body.success) throw refuse.invalid([{ field: 'somenteInalterados', message: 'Informe true ou false' }]);
      const dados = body.data;
      if (batch.estado === 'aplicada' && !dados.somenteInalterados) {
        const changed = await changedSince(db, store, batch);
        if (changed.length > 0) throw changedRefusal(changed);
      }
      return later(request, reply, handOver(importer, undoing, batch, ['aplicada'], { dados }));
    },
  );
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
    text += textLength(row.cells);
    width = Math.max(width, row.cells.length);
    const isMuch = rows.push(row) > most || text > MOST_TEXT_AT_ONCE || rows.length * width > MOST_CELLS_AT_ONCE;
    if (isMuch) return null;
  }
  return { rows, sheets };
}

/** Whether more than `most` lines end in a file; the bytes of a workbook only suggest it. */
async function hasLines(path: string, most: number): Promise<boolean> {
  const ends = (await readFile(path)).reduce((sum, byte) => (byte === 10 || byte === 13 ? sum + 1 : sum), 0);
  return ends > most;
}

async function refuseStanding(db: Database, batch: Batch): Promise<void> {
  const rows = await db.query<{ linha: number }>({
    text: 'select linha from importacao_linhas where importacao_id = $1 and existente_id is not null and falhas is null order by linha',
    values: [batch.id],
  });
  if (rows.length === 0) return;
  const lines = rows.map(({ linha }) => linha);
  throw new Refusal(
    'REGISTROS_EXISTENTES',
    `Já existem registros iguais aos das linhas ${some(lines)}. Escolha inserir ou atualizar.`,
    400,
    { linhas: lines.slice(0, 500), linhasTotal: lines.length },
  );
}
