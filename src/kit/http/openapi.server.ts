import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SERVES } from './serves.server.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;
const whole = { type: 'integer' } as const;
const fault = { type: 'object', properties: { field: text, message: text }, required: ['field', 'message'] };
const sentence = { message: text, code: text };

/** Bodies that many routes answer, by their name in the document. */
const shared: Readonly<Record<string, Schema>> = {
  Erro: {
    type: 'object',
    description: 'A frase para a pessoa e o código para o programa.',
    properties: { ...sentence, requestId: { ...text, description: 'De um erro do servidor: o que se procura no log.' } },
    required: ['message', 'code'],
  },
  ErroDeEntrada: {
    type: 'object',
    description: 'FIELD_VALIDATION_VIOLATION traz todas as falhas em `errors`; outro código é um não do negócio, com a frase.',
    properties: { ...sentence, errors: { type: 'array', items: fault } },
    required: ['message', 'code'],
  },
  Conflito: {
    type: 'object',
    description: 'REGISTRO_ALTERADO traz em `registro` como ele está agora; EMPRESA_ALTERADA: a sessão está em outra empresa.',
    properties: { ...sentence, registro: { type: ['object', 'null'] } },
    required: ['message', 'code'],
  },
  TarefaCriada: {
    type: 'object',
    description: 'Será feito em segundo plano; GET /api/tarefas/{id} diz como está.',
    properties: { tarefaId: whole },
    required: ['tarefaId'],
  },
  Pagina: {
    type: 'object',
    properties: {
      pageable: {
        type: 'object',
        properties: { paged: { type: 'boolean' }, offset: whole },
        required: ['paged', 'offset'],
      },
      size: whole,
      totalElements: whole,
      hasMore: { type: 'boolean', description: 'Há mais do que totalElements: não foram todos contados.' },
      lookedAt: { ...whole, description: 'Procurou-se só em tantos registros; não se sabe de outros.' },
      totalPages: whole,
      number: whole,
    },
    required: ['pageable', 'size', 'totalElements', 'totalPages', 'number'],
  },
};

const refusals: Readonly<Record<string, [schema: string, description: string]>> = {
  400: ['ErroDeEntrada', 'Entrada inválida, ou recusada pelo negócio'],
  401: ['Erro', 'Sem sessão, ou acesso negado'],
  403: ['Erro', 'Sem autorização, ou de outra origem'],
  404: ['Erro', 'Não existe, ou não para quem pede'],
  409: ['Conflito', 'O registro ou a empresa mudou, ou outra gravação chegou antes'],
  413: ['Erro', 'Grande demais'],
  415: ['Erro', 'Tipo de conteúdo não suportado'],
  429: ['Erro', 'Tentativas demais; `Retry-After` diz quando voltar'],
  500: ['Erro', 'Erro do servidor'],
  503: ['Erro', 'Ocupado ou indisponível; `Retry-After` diz quando voltar'],
  507: ['Erro', 'Sem espaço em disco'],
  default: ['Erro', 'Recusado'],
};

const waits = new Set(['429', '503']);

/** `Erro400` … `ErroPadrao`: answers by reference, so that a thousand operations do not repeat them. */
const answerName = (status: string) => (status === 'default' ? 'RecusaPadrao' : `Recusa${status}`);

const inContent = (schema: Schema) => ({ 'application/json': { schema } });

/** The components of the document besides the routes; `cookies` are the sessions by whom they serve. */
export const componentsOf = (cookies: Readonly<Record<string, string>>) => ({
  securitySchemes: Object.fromEntries(
    Object.entries(cookies).map(([who, name]) => [who, { type: 'apiKey' as const, in: 'cookie' as const, name }]),
  ),
  responses: Object.fromEntries(
    Object.entries(refusals).map(([status, [schema, description]]) => [
      answerName(status),
      {
        description,
        ...(waits.has(status) ? { headers: { 'Retry-After': { schema: whole, description: 'Segundos' } } } : {}),
        content: inContent({ $ref: `#/components/schemas/${schema}` }),
      },
    ]),
  ),
});

/** The schemas of the document by their names. Fastify asks for all of them at every route, and its own keeper copies them each time. */
export function keptSchemas(above?: unknown) {
  const kept = { ...(above as Record<string, unknown>) };
  return {
    // Fastify takes nothing of what this answers, but types it.
    add: (schema: unknown) => (kept[(schema as { $id: string }).$id] = schema) as never,
    getSchema: (name: string) => kept[name],
    getSchemas: () => kept,
  };
}

/** Refers to a schema that is in the document once, under its name. */
export const refTo = (name: string): { $ref: string } => ({ $ref: `${name}#` });

/** Puts a schema into the document under a name, the first time that it is asked for. */
export function sharedSchema(app: FastifyInstance, name: string, schema: () => Schema): { $ref: string } {
  if (!app.getSchema(name)) app.addSchema({ ...schema(), $id: name });
  return refTo(name);
}

export function addShared(app: FastifyInstance): void {
  for (const [name, schema] of Object.entries(shared)) sharedSchema(app, name, () => schema);
}

const bytes = { schema: { type: 'string', format: 'binary' } };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const media = { pdf: 'application/pdf', xlsx: XLSX, csv: 'text/csv', ics: 'text/calendar', any: '*/*' } as const;

/** A download, by the kinds of file that it may be; `json` is what the same address answers on a screen. */
export const download = (kinds: readonly (keyof typeof media)[], json?: Schema) => ({
  description: 'arquivo; o nome vem em Content-Disposition',
  content: {
    ...Object.fromEntries(kinds.map((kind) => [media[kind], bytes])),
    ...(json ? inContent(json) : {}),
  },
});

/** The answer when a request became a task. */
export const asTask = { 202: { description: 'em segundo plano', ...refTo('TarefaCriada') } };
export const nothing = (description: string) => ({ description, type: 'null' });

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return json;
};

/** A body or a query as its Zod schema describes it. */
export const described = (schema: z.ZodType): Schema => schemaOf(schema, 'input');

/** An answer as its Zod schema describes it: exactly these fields. */
export const answerSchema = (schema: z.ZodType): Schema => schemaOf(schema, 'output');

/** What a route answers when it has done what was asked. Tests judge its answers by it. */
export const answers = (schema: z.ZodType | Schema, { status = 200, description = 'feito' } = {}) => ({
  [status]: { description, ...(schema instanceof z.ZodType ? answerSchema(schema) : schema) },
});

/** Options of a route, with what it answers. */
export const withAnswer = <O extends { schema: object }>(options: O, ...answer: Parameters<typeof answers>) => ({
  ...options,
  schema: { ...options.schema, response: answers(...answer) },
});

/** Options of a route that answers 204, without a body. */
export const withoutContent = <O extends { schema: object }>(options: O, description = 'feito') => ({
  ...options,
  schema: { ...options.schema, response: { 204: nothing(description) } },
});

/** A record in an answer: its id and name. */
export const named = z.object({ id: z.int(), nome: z.string() });

/** A multipart/form-data body: one file, and texts beside it. */
export const upload = (file = 'arquivo', texts: Readonly<Record<string, Schema>> = {}) => ({
  consumes: ['multipart/form-data'],
  body: { type: 'object', properties: { [file]: bytes.schema, ...texts }, required: [file] },
});

/** Whether a route takes a file. */
export const takesFiles = (schema: unknown): boolean => (schema as { consumes?: unknown } | undefined)?.consumes !== undefined;

const contentOf = (schema: unknown): object =>
  (schema as { response?: Record<number, { content?: object }> } | undefined)?.response?.[200]?.content ?? {};

/** Whether a route may answer with a table. */
export const answersTable = (schema: unknown): boolean => XLSX in contentOf(schema) || media.csv in contentOf(schema);

/** Whether a route answers with a stored file. */
export const answersFile = (schema: unknown): boolean => media.any in contentOf(schema);

interface Parameter {
  name: string;
  in: string;
  schema?: { type?: unknown };
  explode?: boolean;
}
interface Operation {
  operationId?: string;
  'x-authority'?: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema?: { $ref?: string; required?: readonly string[] } }> };
  responses: Record<string, Schema>;
  security?: Record<string, string[]>[];
}
interface Document {
  paths?: Record<string, Record<string, Operation>>;
}

/** `GET /api/sst/vacinas/{id}` → `getSstVacinasById`. */
const idOf = (verb: string, path: string) =>
  verb +
  path
    .replace(/^\/api/, '')
    .split('/')
    .map((part) => part.replace(/^\{(.*)\}$/, 'by-$1'))
    .map((part) => part.replace(/(?:^|[-_.])(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('');

/** The statuses by which an operation may refuse, from whom it serves and what it takes. */
function statusesOf(verb: string, path: string, authority: string | undefined): string[] {
  const writes = verb !== 'get';
  const isKnown = authority !== SERVES.anybody;
  const isUser = isKnown && authority !== SERVES.externals;
  return [
    '400',
    ...(isKnown ? ['401'] : []),
    ...(writes || (isUser && authority !== SERVES.users) ? ['403'] : []),
    ...(path.includes('{') ? ['404'] : []),
    ...(writes || isUser ? ['409'] : []),
    ...(verb === 'post' || verb === 'put' ? ['413', '415'] : []),
    '429',
    '500',
    '503',
    ...(writes ? ['507'] : []),
    'default',
  ];
}

/**
 * Completes each operation of the document: its name, the session that it needs, the query parameters of lists, and every
 * refusal.
 */
export function complete<D extends object>(document: D): D {
  for (const [path, verbs] of Object.entries((document as Document).paths ?? {}))
    for (const [verb, operation] of Object.entries(verbs)) {
      const authority = operation['x-authority'];
      operation.operationId = idOf(verb, path);
      operation.security =
        authority === SERVES.anybody ? [] : [{ [authority === SERVES.externals ? SERVES.externals : SERVES.users]: [] }];
      for (const parameter of operation.parameters ?? [])
        if (parameter.in === 'query' && parameter.schema?.type === 'array') parameter.explode = parameter.name === 'sort';
      const sent = operation.requestBody;
      if (sent) sent.required = Object.values(sent.content).some(({ schema = {} }) => schema.$ref || schema.required?.length);
      const answers = operation.responses;
      // The answer of a module's route without a description may be anything.
      if (answers['200']?.description === 'Default Response') {
        delete answers['200'];
        answers['2XX'] = { description: 'feito', content: inContent({}) };
      }
      for (const status of statusesOf(verb, path, authority))
        answers[status] ??= { $ref: `#/components/responses/${answerName(status)}` };
    }
  return document;
}
