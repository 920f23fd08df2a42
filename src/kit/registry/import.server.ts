import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isWellFormedText } from '#kit/br/text.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import { receiveFile } from '#kit/files/receive.server.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import type { JobHandlers, Jobs } from '#kit/jobs/jobs.server.ts';
import type { SheetRow } from '#kit/sheet/sheet-row.ts';
import type { Acting } from './acting.server.ts';
import { HEADING_ROWS, type ImportColumns, importFields, remap } from './import.ts';
import { applyBatch, changedRefusal, changedSince, some, undoBatch } from './import-apply.server.ts';
import {
  type Batch,
  type BatchState,
  batchOf,
  describe,
  listBatches,
  move,
  readBatch,
  sheetOf,
  stage,
  withFile,
} from './import-batch.server.ts';
import { type Judging, judgeBatch } from './import-judge.server.ts';
import { recordIdOf } from './routes.server.ts';
import type { Lookup } from './select.server.ts';
import type { Store } from './store.server.ts';

export interface Importing {
  db: Database;
  lookup: Lookup;
  jobs: Jobs;
  files: Files;
  /** largest file, in bytes; 50 MiB unless said */
  maxBytes?: number;
}

/** A registry that takes files; `path` is where it is served. */
export interface Importer {
  path: string;
  store: Store;
  columns?: ImportColumns;
}

const MiB = 1024 * 1024;
/** Rows that a request judges itself; more becomes a task. */
export const MOST_ROWS_AT_ONCE = 2_000;
/** A larger file is not even counted in a request. */
const mostBytesAtOnce = MiB;

const ANALYSE = 'importacao.analisar';
const APPLY = 'importacao.aplicar';
const UNDO = 'importacao.desfazer';

/** `module/slug`, as references name it. */
const cadastroOf = (path: string) => path.replace(/^\/api\//, '');

function judgingOf({ db, lookup }: Importing, { path, store, columns }: Importer, acting: Acting): Judging {
  return {
    db,
    lookup,
    store,
    cadastro: cadastroOf(path),
    fields: importFields(store.registry, columns),
    acting,
    ...(columns ? { extra: columns } : {}),
  };
}

const name = z.string().max(300).refine(isWellFormedText);
const cell = z.union([z.string().max(32_767).refine(isWellFormedText), z.number(), z.boolean(), z.null()]);
const corrections = z.object({
  mapa: z.record(name, name.nullable()).optional(),
  celulas: z
    .array(z.object({ linha: z.int().min(1).max(10_000_000), campo: name, valor: cell }))
    .max(5_000)
    .optional(),
});

/** Serves the import of one registry: judge, correct, apply, undo. Wants `acceptUploads` first. */
export function registerImport(app: FastifyInstance, importing: Importing, importer: Importer): void {
  const { db, jobs, files, maxBytes = 50 * MiB } = importing;
  const { path, store, columns } = importer;
  const { registry } = store;
  const fields = importFields(registry, columns);
  const cadastro = cadastroOf(path);
  const config = { authority: `${registry.authority}_EDITAR` };
  const schema = (summary: string) => ({ tags: [registry.title], summary: `${registry.title}: ${summary}` });

  const batchIn = (request: FastifyRequest) => readBatch(db, cadastro, recordIdOf(request, 'importacaoId'), request.acting);

  /** Hands the batch to a task; both happen or neither. */
  const handOver = (
    tipo: string,
    titulo: string,
    batch: Batch,
    from: readonly BatchState[],
    to: BatchState,
    acting: Acting,
    more: { modo?: 'inserir' | 'inserirOuAtualizar' } = {},
    dados: Record<string, unknown> = {},
    also: (tx: Tx) => Promise<void> = async () => {},
  ) =>
    db.tx(async (tx) => {
      const tarefaId = await jobs.enqueue(tipo, { path, importacaoId: batch.id, ...dados }, acting, {
        titulo: `${titulo}: ${registry.title}`,
        tx,
      });
      await move(tx, batch.id, from, to, { tarefaId, ...(more.modo ? { modo: more.modo } : {}) });
      await also(tx);
      return { tarefaId, importacaoId: batch.id };
    });

  app.post(
    `${path}/importar/analisar`,
    {
      config,
      bodyLimit: maxBytes + MiB,
      schema: { ...schema('analisar planilha (multipart, parte `arquivo`)'), consumes: ['multipart/form-data'] },
    },
    (request, reply) =>
      receiveFile(request, maxBytes, async (received) => {
        const { acting } = request;
        const small = received.tamanho <= mostBytesAtOnce ? await firstRows(received.path, received.nome) : null;
        const file = await files.saveFrom(
          acting,
          { nome: received.nome, tipo: 'application/octet-stream', uso: 'importacao' },
          received.path,
        );
        const row = await db.one<{ id: number }>({
          text: 'insert into importacoes (empresa_id, usuario_id, cadastro, arquivo_id, nome) values ($1, $2, $3, $4, $5) returning id',
          values: [acting.empresaId, acting.usuarioId, cadastro, file.id, file.nome],
        });
        const batch = await readBatch(db, cadastro, row?.id ?? 0, acting);
        if (!small)
          return reply
            .status(202)
            .send(await handOver(ANALYSE, 'Análise de importação', batch, ['analisando'], 'analisando', acting));
        await judgeBatch(judgingOf(importing, importer, acting), await stage(db, batch, small, fields));
        return describe(db, await readBatch(db, cadastro, batch.id, acting), fields);
      }),
  );

  app.get(`${path}/importar`, { config, schema: schema('minhas importações recentes') }, async (request) => {
    const batches = await listBatches(db, cadastro, request.acting);
    return batches.map(({ id, nome, estado, total, validos, criadaEm }) => ({
      importacaoId: id,
      nome,
      estado,
      total,
      validos,
      criadaEm,
    }));
  });

  app.get(`${path}/importar/:importacaoId`, { config, schema: schema('situação de uma importação') }, async (request) =>
    describe(db, await batchIn(request), fields),
  );

  app.post(
    `${path}/importar/:importacaoId/corrigir`,
    { config, schema: schema('corrigir colunas e células') },
    async (request, reply) => {
      const batch = await batchIn(request);
      const { mapa = {}, celulas = [] } = judgeCorrections(request.body, batch, fields);
      const colunas = remap(batch.colunas, mapa);
      const isLong = batch.total > MOST_ROWS_AT_ONCE;
      const correct = async (tx: Tx) => {
        await tx.query({
          text: 'update importacoes set colunas = $2 where id = $1',
          values: [batch.id, JSON.stringify(colunas)],
        });
        // What an undone batch had written is history; it starts anew.
        await tx.query({
          text: 'update importacao_linhas set registro_id = null, registro_versao = null, antes = null where importacao_id = $1 and registro_id is not null',
          values: [batch.id],
        });
        for (const { linha, campo, valor } of celulas)
          await tx.query({
            text: `update importacao_linhas set correcoes = coalesce(correcoes, '{}') || jsonb_build_object($3::text, $4::jsonb) where importacao_id = $1 and linha = $2`,
            values: [batch.id, linha, campo, JSON.stringify(valor)],
          });
      };
      if (isLong)
        return reply
          .status(202)
          .send(
            await handOver(
              ANALYSE,
              'Análise de importação',
              batch,
              ['analisada', 'desfeita'],
              'analisando',
              request.acting,
              {},
              { encenada: true },
              correct,
            ),
          );
      await db.tx(async (tx) => {
        await move(tx, batch.id, ['analisada', 'desfeita'], 'analisando');
        await correct(tx);
      });
      await judgeBatch(judgingOf(importing, importer, request.acting), { ...batch, colunas }).catch(async (error: unknown) => {
        await move(db, batch.id, ['analisando'], 'analisada');
        throw error;
      });
      return describe(db, await batchIn(request), fields);
    },
  );

  app.post(`${path}/importar/:importacaoId/aplicar`, { config, schema: schema('aplicar importação') }, async (request, reply) => {
    const batch = await batchIn(request);
    const body = z
      .object({ modo: z.enum(['inserir', 'inserirOuAtualizar']), somenteValidos: z.boolean().default(true) })
      .safeParse(request.body);
    if (!body.success) throw refuse.invalid([{ field: 'modo', message: 'Escolha inserir ou inserirOuAtualizar' }]);
    const { modo, somenteValidos } = body.data;
    if (batch.validos === 0)
      throw new Refusal('IMPORTACAO_COM_FALHAS', 'Nenhuma linha está pronta para ser importada. Corrija as falhas indicadas.');
    if (batch.validos < batch.total && !somenteValidos)
      throw new Refusal(
        'IMPORTACAO_COM_FALHAS',
        `${batch.total - batch.validos} de ${batch.total} linhas têm falhas. Corrija-as, ou importe somente as válidas.`,
      );
    if (modo === 'inserir') await refuseExisting(db, batch);
    return reply
      .status(202)
      .send(await handOver(APPLY, 'Importação', batch, ['analisada'], 'aplicando', request.acting, { modo }));
  });

  app.post(
    `${path}/importar/:importacaoId/desfazer`,
    { config: { authority: `${registry.authority}_EXCLUIR` }, schema: schema('desfazer importação') },
    async (request, reply) => {
      const batch = await batchIn(request);
      if (batch.estado === 'aplicada') {
        const changed = await changedSince(db, store, batch);
        if (changed.length > 0) throw changedRefusal(changed);
      }
      return reply
        .status(202)
        .send(await handOver(UNDO, 'Desfazer importação', batch, ['aplicada'], 'desfazendo', request.acting));
    },
  );
}

/** All rows of a small file, or null when there are more than a request judges. */
async function firstRows(file: string, nome: string): Promise<SheetRow[] | null> {
  const most = MOST_ROWS_AT_ONCE + HEADING_ROWS;
  const rows: SheetRow[] = [];
  for await (const row of sheetOf(file, nome, { maxBytes: mostBytesAtOnce, firstRows: most + 1 })) rows.push(row);
  return rows.length > most ? null : rows;
}

function judgeCorrections(body: unknown, batch: Batch, fields: ReturnType<typeof importFields>) {
  const read = corrections.safeParse(body ?? {});
  if (!read.success) throw refuse.invalid([{ field: read.error.issues[0]?.path.join('.') ?? '', message: 'Valor inválido' }]);
  const issues: { field: string; message: string }[] = [];
  const columns = new Set(batch.colunas.map(({ coluna }) => coluna));
  const campos = Object.values(read.data.mapa ?? {}).filter((campo) => campo !== null);
  for (const coluna of Object.keys(read.data.mapa ?? {}))
    if (!columns.has(coluna)) issues.push({ field: `mapa.${coluna}`, message: 'A coluna não existe no arquivo' });
  for (const campo of campos)
    if (!Object.hasOwn(fields, campo)) issues.push({ field: 'mapa', message: `O campo ${campo} não existe neste cadastro` });
  if (new Set(campos).size < campos.length) issues.push({ field: 'mapa', message: 'Um campo só pode vir de uma coluna' });
  for (const [index, { campo }] of (read.data.celulas ?? []).entries())
    if (!Object.hasOwn(fields, campo))
      issues.push({ field: `celulas.${index}.campo`, message: `O campo ${campo} não existe neste cadastro` });
  if (issues.length > 0) throw refuse.invalid(issues);
  return read.data;
}

async function refuseExisting(db: Database, batch: Batch): Promise<void> {
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

/** The tasks of every import. `find` knows the registries that take files by the path that they were registered at. */
export function importJobs(importing: Importing, find: (path: string) => Importer | undefined): JobHandlers {
  const importerOf = (dados: Record<string, unknown>, acting: Acting, right: string): Importer => {
    const importer = find(String(dados.path));
    if (!importer) throw new Refusal('CADASTRO_INEXISTENTE', 'Este cadastro não existe mais.');
    if (!acting.can(`${importer.store.registry.authority}${right}`)) throw refuse.forbidden();
    return importer;
  };

  return {
    [ANALYSE]: async (job) => {
      const importer = importerOf(job.dados, job.acting, '_EDITAR');
      let batch = await batchOf(job.db, job.dados.importacaoId);
      const judging: Judging = {
        ...judgingOf(importing, importer, job.acting),
        signal: job.signal,
        progress: (n, total) => job.progress(n, total),
      };
      if (job.dados.encenada !== true)
        batch = await withFile(importing.files, job.db, batch, (file) =>
          stage(
            job.db,
            batch,
            sheetOf(file, batch.nome, { maxBytes: importing.maxBytes ?? 50 * MiB, signal: job.signal }),
            judging.fields,
            job.signal,
          ),
        );
      await judgeBatch(judging, batch);
      return { mensagem: `${batch.total.toLocaleString('pt-BR')} linhas analisadas` };
    },
    [APPLY]: async (job) => {
      const importer = importerOf(job.dados, job.acting, '_EDITAR');
      const batch = await batchOf(job.db, job.dados.importacaoId);
      await applyBatch(importer.store, job, batch);
      return undefined;
    },
    [UNDO]: async (job) => {
      const importer = importerOf(job.dados, job.acting, '_EXCLUIR');
      const batch = await batchOf(job.db, job.dados.importacaoId);
      await undoBatch(importer.store, job, batch);
      return undefined;
    },
  };
}
