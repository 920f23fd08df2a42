import type { FastifyInstance } from 'fastify';
import { named } from '#kit/http/openapi.server.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { type JsonSchema, recordSchema } from '#kit/registry/wire-schema.ts';
import { ONCE } from './sent-once.server.ts';

/** What OpenAPI says of the key by which a form's record is made once. */
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

/** The record of a registry, which stands in the document once. */
export const recordRef = (app: FastifyInstance, registry: AnyRegistry): JsonSchema =>
  named(app, `registro.${registry.table}`, () => recordSchema(registry));

/** What who comes too late is answered: the record as it is now. */
export const staleAnswer = (record: JsonSchema): JsonSchema => ({
  description: 'REGISTRO_ALTERADO, com o registro como está agora; ou EMPRESA_ALTERADA',
  type: 'object',
  properties: { message: { type: 'string' }, code: { type: 'string' }, registro: record },
  required: ['message', 'code'],
});

/** The version that a removal was decided on. */
export const versionQuery = {
  type: 'object',
  properties: { versao: { type: 'integer', description: 'A versão que foi lida: se outra pessoa salvou depois, 409.' } },
};

/** What a deed on several records answers. */
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
          properties: { id: { type: 'integer' }, message: { type: 'string' } },
          required: ['id', 'message'],
        },
      },
    },
    required: [done, 'falhas'],
  },
});
