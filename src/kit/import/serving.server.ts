import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { sharedSchema } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { LATER, type LongWork } from '#kit/jobs/jobs.server.ts';
import { type Batch, type BatchMode, type BatchState, move, readBatch } from './batch.server.ts';
import { ANALYSE, APPLY, cadastroOf, fieldsOf, type Importer, type Importing, UNDO } from './import.server.ts';
import { describe } from './tell.server.ts';

/** Most rows that a request judges and tries out; more are a task. */
export const MOST_ROWS_AT_ONCE = 300;
/** Most cells of such a request, when rows are wide. */
export const MOST_CELLS_AT_ONCE = 40_000;
/** Characters in all cells that a request keeps in memory, each name of a list as `WEIGHT_OF_NAME`; a small file may repeat one long text in every cell. */
export const MOST_TEXT_AT_ONCE = 4 * 1024 * 1024;
/** What looking up one name of a list takes, in characters. */
export const WEIGHT_OF_NAME = 40;

export const modes = z.enum(['inserir', 'inserirOuAtualizar']);

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
    apagadas: { ...count, description: 'linhas esvaziadas por uma exclusão de dados pessoais' },
    mensagem: text,
    tarefaId: { type: ['integer', 'null'] },
    avisos: {
      type: 'array',
      items: { type: 'object', properties: { linha: count, mensagem: { type: 'string' } }, required: ['linha', 'mensagem'] },
    },
    avisosTotal: { ...count, description: 'linhas com avisos' },
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

/** The answer about a batch. */
export async function tell(importing: Importing, importer: Importer, id: number, acting: Acting) {
  const batch = await readBatch(importing.db, cadastroOf(importer.path), id, acting);
  const { storeOf, db } = importing;
  return describe(db, batch, {
    label: importer.store.registry.label,
    fields: fieldsOf(importer, acting),
    needed: importer.columns?.needed ?? [],
    storeOf,
    acting,
    canRelax: importer.columns?.relax !== undefined,
  });
}

/** The task of each step, and the state of the batch while it runs. */
export const analysis = { tipo: ANALYSE, titulo: 'Análise de importação', to: 'analisando' } as const;
export const application = { tipo: APPLY, titulo: 'Importação', to: 'aplicando' } as const;
export const undoing = { tipo: UNDO, titulo: 'Desfazer importação', to: 'desfazendo' } as const;

/** Hands the batch to a task; both happen or neither. */
export const handOver = (
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

/** What the routes of one registry's import share. */
export interface Serving {
  app: FastifyInstance;
  importing: Importing;
  importer: Importer;
  cadastro: string;
  config: { authority: string };
  /** the OpenAPI schema of a batch */
  batch: { description: string };
  schema(summary: string, more?: object): object;
  /** the batch in the address */
  batchIn(request: FastifyRequest): Promise<Batch>;
  /** answers with a task, however short the work is */
  later(request: FastifyRequest, reply: FastifyReply, work: LongWork): Promise<unknown>;
}

export function servingOf(app: FastifyInstance, importing: Importing, importer: Importer): Serving {
  const { registry } = importer.store;
  const cadastro = cadastroOf(importer.path);
  return {
    app,
    importing,
    importer,
    cadastro,
    config: { authority: `${registry.authority}_EDITAR` },
    batch: { description: 'a importação', ...sharedSchema(app, 'Importacao', () => batchSchema) },
    schema: (summary, more = {}) => ({ tags: [registry.title], summary: `${registry.title}: ${summary}`, ...more }),
    batchIn: (request) => readBatch(importing.db, cadastro, recordIdOf(request, 'importacaoId'), request.acting),
    later: ({ acting }, reply, work) => importing.jobs.nowOrLater(reply, acting, async () => LATER, work),
  };
}
