import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Acting } from '#kit/acting/acting.server.ts';
import { pgErrorKind } from '#kit/db/database.server.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** who acts; set by the session before any handler of a guarded route */
    acting: Acting;
  }
  interface FastifyContextConfig {
    /** authority that opens the route; `sessao`: any session; `externo`: a session of the external area; `publico`: nobody need be known */
    authority?: string;
  }
}

interface HttpOptions {
  /** addresses that state-changing requests may come from; when none is said, the request's own host */
  origins: readonly string[];
  version: string;
  logLevel: string;
  trustProxy: boolean;
  bodyLimit: number;
  isSecure: boolean;
}

/** The HTTP machinery: errors, request ids, logs without personal data, headers, OpenAPI. Deny by default: a route without an authority does not register. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: {
      level: options.logLevel,
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, url: request.url.split('?')[0], id: request.id }),
      },
    },
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    bodyLimit: options.bodyLimit,
    routerOptions: { maxParamLength: 500 },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // What goes wrong before a route is found: a malformed `%`, an address that is too long.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply as unknown as FastifyReply),
  });
  // `check` judges every body and query; the declared schemas only describe them.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  acceptEmptyJson(app);

  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Vínculo', version: options.version, description: 'API da suíte Vínculo' } },
    transform: ({ schema, url, route }) => ({ schema: { ...schema, 'x-authority': route.config?.authority } as never, url }),
  });
  await app.register(cookie);
  await app.register(compress, {
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    customTypes: /^text\/|json$|javascript$|svg\+xml$/,
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: options.isSecure,
    crossOriginEmbedderPolicy: false,
  });
  app.decorateRequest('acting', null as never);
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api') && !route.config?.authority)
      throw new Error(`${String(route.method)} ${route.url}: a route needs an authority`);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !isOurOrigin(request, options.origins))
      throw new Refusal('ORIGEM_RECUSADA', 'Origem da requisição não permitida.', 403);
  });
  app.setErrorHandler(answerError);
  return app;
}

/** A DELETE or POST with a JSON content type and nothing in it is an empty body, not a fault; malformed JSON is one. */
function acceptEmptyJson(app: FastifyInstance) {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      const parsed: unknown = JSON.parse(body as string, (key, value) => (key === '__proto__' ? undefined : value));
      done(null, parsed);
    } catch {
      done(new Refusal('JSON_INVALIDO', 'O corpo da requisição não é um JSON válido.') as never, undefined);
    }
  });
}

function isOurOrigin(request: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, referer } = request.headers;
  const from = origin ?? (referer ? originOf(referer) : undefined);
  return (
    from !== undefined && (origins.length > 0 ? origins.includes(from) : from === `${request.protocol}://${request.headers.host}`)
  );
}

function originOf(address: string): string | undefined {
  try {
    return new URL(address).origin;
  } catch {
    return undefined;
  }
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal && typeof error.extra.retryAfter === 'number')
    reply.header('retry-after', String(error.extra.retryAfter));
  if (error instanceof Refusal)
    return reply.status(error.status).send({ message: error.message, code: error.code, ...error.extra });
  const status = error.statusCode ?? 500;
  if (error.code === 'FST_ERR_BAD_URL')
    return reply.status(400).send({
      message: 'O endereço está malformado: um sinal de porcentagem (%) não é seguido de dois dígitos válidos.',
      code: 'ENDERECO_INVALIDO',
    });
  if (status === 413) return reply.status(413).send({ message: 'Os dados enviados são grandes demais.', code: 'ARQUIVO_GRANDE' });
  if (status === 415) return reply.status(415).send({ message: 'Tipo de conteúdo não suportado.', code: 'TIPO_NAO_SUPORTADO' });
  if (status === 429)
    return reply.status(429).send({ message: 'Muitas tentativas. Aguarde um pouco e tente de novo.', code: 'MUITAS_TENTATIVAS' });
  if (status >= 400 && status < 500)
    return reply.status(status).send({ message: 'A requisição é inválida.', code: 'REQUISICAO_INVALIDA' });
  const kind = pgErrorKind(error)?.kind;
  if (kind === 'bad-text' || kind === 'out-of-range')
    return reply.status(400).send({ message: 'Um dos valores informados é inválido.', code: 'VALOR_INVALIDO' });
  if (kind === 'conflict' || kind === 'timeout')
    return reply
      .status(503)
      .header('retry-after', '1')
      .send({ message: 'O sistema está ocupado com outra gravação. Tente de novo em instantes.', code: 'OCUPADO' });
  if (kind === 'connection')
    return reply
      .status(503)
      .header('retry-after', '2')
      .send({ message: 'O banco de dados não está disponível. Tente de novo em instantes.', code: 'INDISPONIVEL' });
  request.log.error({ err: { message: error.message, stack: error.stack, code: error.code }, id: request.id }, 'bug');
  return reply.status(500).send({ message: 'Erro', code: 'ERRO', requestId: request.id });
}
