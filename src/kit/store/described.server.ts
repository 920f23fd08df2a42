import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sharedSchema } from '#kit/http/openapi.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { type JsonSchema, recordSchema } from '#kit/registry/wire-schema.ts';
import { ONCE } from './sent-once.server.ts';

/** The OpenAPI description of the key by which a form's record is made once. */
export const onceHeader = {
  type: 'object',
  properties: {
    [ONCE]: {
      type: 'string',
      format: 'uuid',
      description: 'Enviado de novo com a mesma chave, o registro não é criado outra vez.',
    },
  },
};

/** The name of a registry's schemas in the document: `/api/sst/vacinas` is `sst.vacinas`. */
export const schemaName = (path: string) =>
  path
    .replace(/^\/api\//, '')
    .replaceAll(/[:{}]/g, '')
    .replaceAll('/', '.');

/** Refers to the record of a registry, which is in the document once. */
export const recordRef = (app: FastifyInstance, registry: AnyRegistry): JsonSchema =>
  sharedSchema(app, `registro.${registry.table}`, () => recordSchema(registry));

/** What is left of a record for whoever may write it and not open it. */
export const shortAnswer = z.object({ id: z.int(), versao: z.int() });

/** The answer to a stale save: the present record. */
export const staleAnswer = (record: JsonSchema): JsonSchema => ({
  description: 'REGISTRO_ALTERADO, com o registro como está agora; ou EMPRESA_ALTERADA',
  type: 'object',
  properties: { message: { type: 'string' }, code: { type: 'string' }, registro: record },
  required: ['message', 'code'],
});

/** The version that the user saw before the removal. */
export const versionQuery = {
  type: 'object',
  properties: { versao: { type: 'integer', description: 'A versão que foi lida: se outra pessoa salvou depois, 409.' } },
};

const titled = (quantidade: object) => ({
  type: 'array',
  items: { type: 'object', properties: { titulo: { type: 'string' }, quantidade }, required: ['titulo', 'quantidade'] },
});

/** The answer to a removal that is only tried. */
export const removalAnswer = {
  200: {
    description: 'quem sairia, o que iria junto, e o que impede os outros',
    type: 'object',
    properties: {
      nomes: { type: 'array', items: { type: 'string' } },
      total: { type: 'integer' },
      leva: titled({ type: 'integer' }),
      tambem: { type: 'array', items: { type: 'string' }, description: 'o que mais aconteceria' },
      falhas: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' }, nome: { type: ['string', 'null'] }, message: { type: 'string' } },
          required: ['id', 'nome', 'message'],
        },
      },
      usadoEm: titled({ type: ['integer', 'null'] }),
      lixeira: { type: 'boolean' },
    },
    required: ['nomes', 'total', 'leva', 'tambem', 'falhas', 'usadoEm', 'lixeira'],
  },
};

/** The answer to an action on several records. */
export const bulkAnswer = (done: string) => ({
  200: {
    description: 'quantos, e o que impediu os outros',
    type: 'object',
    properties: {
      [done]: { type: 'integer' },
      falhas: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' }, nome: { type: ['string', 'null'] }, message: { type: 'string' } },
          required: ['id', 'message'],
        },
      },
    },
    required: [done, 'falhas'],
  },
});
