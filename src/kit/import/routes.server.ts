import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { asTask, described, download } from '#kit/http/openapi.server.ts';
import { LATER } from '#kit/jobs/jobs.server.ts';
import { contentDisposition } from '#kit/media/file-names.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { wantedOf } from './analysis.ts';
import { type Batch, type BatchState, listBatches, move } from './batch.server.ts';
import { correct, judgeCorrections, withHeading } from './corrections.server.ts';
import { fieldsOf, type Importer, type Importing, judgeWhole } from './import.server.ts';
import { registerIndented } from './indented.server.ts';
import { registerAnalysis } from './receive.server.ts';
import { textOf } from './room.server.ts';
import {
  analysis,
  application,
  handOver,
  MOST_CELLS_AT_ONCE,
  MOST_ROWS_AT_ONCE,
  MOST_TEXT_AT_ONCE,
  modes,
  type Serving,
  servingOf,
  tell,
  undoing,
  WEIGHT_OF_NAME,
} from './serving.server.ts';
import { writeFaulty } from './tell.server.ts';
import { writeTemplate } from './template.server.ts';
import { changedRefusal, changedSince } from './undo.server.ts';
import { some } from './write.server.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const wishToApply = z.object({ modo: modes.optional(), somenteValidos: z.boolean().default(true) });
const wishToUndo = z.object({ somenteInalterados: z.boolean().default(false) });

/** Serves the import of one registry: judge, correct, apply, undo. Call `acceptUploads` first. */
export function registerImport(app: FastifyInstance, importing: Importing, importer: Importer): void {
  const serving = servingOf(app, importing, importer);
  registerAnalysis(serving);
  registerReadings(serving);
  registerCorrection(serving);
  registerApplication(serving);
  registerUndo(serving);
  registerIndented(serving);
}

/** The recent imports, one of them, and its faulty rows as a sheet. */
function registerReadings({ app, importing, importer, cadastro, config, schema, batch, batchIn }: Serving): void {
  const { db } = importing;
  const { path } = importer;
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
    `${path}/importar/modelo`,
    { config, schema: schema('planilha vazia para importar (XLSX)', { response: { 200: download(['xlsx']) } }) },
    async ({ acting }, reply) => {
      const { title } = importer.store.registry;
      const { storeOf } = importing;
      const bytes = await writeTemplate({ db, acting, storeOf, fields: fieldsOf(importer, acting) }, title);
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition('attachment', `${title} - modelo.xlsx`))
        .send(Buffer.from(bytes));
    },
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
      writeFaulty(db, batch, fieldsOf(importer, request.acting), { out, reader: request.acting.usuarioId }).catch(
        (error: Error) => out.destroy(error),
      );
      const name = batch.nome.replace(/\.[^.]*$/, '') || importer.store.registry.title;
      return reply
        .type(XLSX)
        .header('content-disposition', contentDisposition('attachment', `${name} - falhas.xlsx`))
        .send(out);
    },
  );
}

/** Corrections of the heading, of columns and of cells; the batch is judged again. */
function registerCorrection({ app, importing, importer, config, schema, batch: told, batchIn }: Serving): void {
  const { db, jobs } = importing;
  app.post(
    `${importer.path}/importar/:importacaoId/corrigir`,
    {
      config,
      schema: schema('corrigir cabeçalho, colunas e células', { body: { type: 'object' }, response: { 200: told, ...asTask } }),
    },
    async (request, reply) => {
      const { acting } = request;
      const batch = await batchIn(request);
      const fields = fieldsOf(importer, acting);
      const corrections = judgeCorrections(request.body, batch, fields);
      const from: BatchState[] = ['analisada', 'desfeita'];
      const naming = { storeOf: importing.storeOf, acting };
      const { aba = batch.aba } = corrections;
      const isOtherSheet = aba !== batch.aba;
      const correction = await withHeading(isOtherSheet ? {} : corrections, batch, fields);
      const now = async () => {
        if (isOtherSheet || batch.total > MOST_ROWS_AT_ONCE || batch.total * batch.colunas.length > MOST_CELLS_AT_ONCE)
          return LATER;
        if ((await textOf(db, batch, WEIGHT_OF_NAME)) > MOST_TEXT_AT_ONCE) return LATER;
        const next = await db.tx(async (tx) => {
          await move(tx, batch.id, from, 'analisando');
          return correct(tx, importing.files, batch, correction, fields, naming);
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
        : { dados: { encenada: true }, also: (tx: Tx) => correct(tx, importing.files, batch, correction, fields, naming) };
      return jobs.nowOrLater(reply, acting, now, handOver(importer, analysis, batch, from, later));
    },
  );
}

function registerApplication({ app, importing, importer, config, schema, batchIn, later }: Serving): void {
  app.post(
    `${importer.path}/importar/:importacaoId/aplicar`,
    { config, schema: schema('aplicar importação', { body: described(wishToApply), response: asTask }) },
    async (request, reply) => {
      const batch = await batchIn(request);
      await importing.files.demandFloor();
      const body = wishToApply.safeParse(request.body ?? {});
      const modo = body.data?.modo ?? batch.modo;
      if (!body.success || !modo) throw refuse.invalid([{ field: 'modo', message: 'Escolha inserir ou inserirOuAtualizar' }]);
      if (batch.estado === 'analisada' && batch.ensaiada === null)
        throw new Refusal(
          'ANALISE_INCOMPLETA',
          'A última análise desta importação não terminou. Abra a importação e confira de novo antes de importar.',
          409,
        );
      const { somenteValidos } = body.data;
      if (batch.validos === 0)
        throw new Refusal('IMPORTACAO_COM_FALHAS', 'Nenhuma linha está pronta para ser importada. Corrija as falhas indicadas.');
      const wanted = wantedOf(batch);
      if (batch.validos < wanted && !somenteValidos)
        throw new Refusal(
          'IMPORTACAO_COM_FALHAS',
          `${wanted - batch.validos} de ${wanted} linhas têm falhas. Corrija-as, ou importe somente as válidas.`,
        );
      if (modo === 'inserir') await refuseStanding(importing.db, batch);
      return later(request, reply, handOver(importer, application, batch, ['analisada'], { modo }));
    },
  );
}

function registerUndo({ app, importing, importer, schema, batchIn, later }: Serving): void {
  const { db } = importing;
  const { path, store } = importer;
  app.post(
    `${path}/importar/:importacaoId/desfazer`,
    {
      config: { authority: `${store.registry.authority}_EXCLUIR` },
      schema: schema('desfazer importação', { body: described(wishToUndo), response: asTask }),
    },
    async (request, reply) => {
      const batch = await batchIn(request);
      await importing.files.demandFloor();
      const body = wishToUndo.safeParse(request.body ?? {});
      if (!body.success) throw refuse.invalid([{ field: 'somenteInalterados', message: 'Informe true ou false' }]);
      const dados = body.data;
      if (batch.estado === 'aplicada' && !dados.somenteInalterados) {
        const changed = await changedSince(db, { store, owned: importing.owned ?? [] }, batch);
        if (changed.length > 0) throw changedRefusal(changed);
      }
      return later(request, reply, handOver(importer, undoing, batch, ['aplicada'], { dados }));
    },
  );
}

async function refuseStanding(db: Database, batch: Batch): Promise<void> {
  const rows = await db.query<{ linha: number }>({
    text: 'select linha from importacao_linhas where importacao_id = $1 and existente_id is not null and falhas is null and not apagada order by linha',
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
