import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { UserActing } from '#kit/acting/acting.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { limitAnswers } from './answer-size.server.ts';
import { type Limits, limitConnections, serverOptions, usualLimits } from './connections.server.ts';
import { answerError, BARE } from './errors.server.ts';
import { parseJson } from './json.server.ts';
import { loggerOf } from './log.server.ts';
import { addShared, complete, componentsOf, keptSchemas } from './openapi.server.ts';
import { createHostJudge, isOurOrigin, type TrustedProxies, trustOf } from './origin.server.ts';
import { packAnswers, TEXTS } from './packed-answers.server.ts';
import { SERVES } from './serves.server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** the user who acts; the session sets it before any handler of a route that serves users, and reading it elsewhere throws */
    acting: UserActing;
  }
  interface FastifyContextConfig {
    /** authority that opens the route, or whom it serves (`SERVES`) */
    authority?: string;
    /** authorities that the route demands besides, as what it answers tells of their registries */
    besides?: readonly string[];
    /** it changes nothing whatever its method, so that whoever sees the system as somebody else may use it */
    reads?: true;
    /** its queries may go through a whole company: they ask in the side lane (0028) */
    wide?: true;
  }
}

/** Bytes of a body that anybody may send: CPF, password, token. */
const PUBLIC_BODY = 16 * 1024;

interface HttpOptions {
  /** addresses that state-changing requests may come from; by default the request's own host */
  origins: readonly string[];
  /** the name or address that the server listens at */
  host?: string;
  version: string;
  logLevel: string;
  trustProxy: TrustedProxies;
  /** largest body of a route, in bytes, unless the route sets another limit; public routes take little */
  bodyLimit: number;
  isSecure: boolean;
  /** the cookies of the sessions, by whom they serve (`SERVES`) */
  cookies?: Readonly<Record<string, string>>;
  limits?: Partial<Limits>;
}

/** The HTTP machinery: errors, request ids, logs without personal data, headers, OpenAPI. Deny by default: a route without an authority does not register. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...usualLimits, ...options.limits };
  const app = Fastify({
    ...serverOptions(limits),
    logger: loggerOf(options.logLevel),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(options.trustProxy),
    bodyLimit: PUBLIC_BODY,
    routerOptions: { maxParamLength: 500 },
    schemaController: { bucket: keptSchemas },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Failures before a route is found: a malformed `%`, an address that is too long.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, (reply as unknown as FastifyReply).headers(BARE)),
  });
  // `check` judges every body and query; the declared schemas only describe them.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  acceptJson(app);

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vínculo', version: options.version, description: 'API da suíte Vínculo' },
      components: componentsOf(options.cookies ?? {}),
    },
    refResolver: { buildLocalReference: (json) => json.$id as string },
    transform: ({ schema, url, route: { config: { authority, besides } = {} } }) => ({
      schema: { ...schema, 'x-authority': authority, ...(besides ? { 'x-authority-besides': besides } : {}) } as never,
      url,
    }),
    transformObject: (made) => complete('openapiObject' in made ? made.openapiObject : made.swaggerObject),
  });
  addShared(app);
  await app.register(cookie);
  packAnswers(app);
  await app.register(compress, {
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    customTypes: TEXTS,
    // None of our clients sends compressed bodies.
    globalDecompression: false,
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
        baseUri: ["'none'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
    // A page learns from it whether somebody came from another site.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: options.isSecure,
    crossOriginEmbedderPolicy: false,
  });
  guardActing(app);
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api') && !route.config?.authority)
      throw new Error(`${String(route.method)} ${route.url}: a route needs an authority`);
    if (route.config?.authority && route.config.authority !== SERVES.anybody) route.bodyLimit ??= options.bodyLimit;
  });
  // Routes whose answers may be cached set their own header.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
  });
  limitConnections(app, limits, options.trustProxy !== false);
  limitAnswers(app);
  const judgeHost = createHostJudge(options);
  let isClosing = false;
  app.addHook('preClose', async () => void (isClosing = true));
  app.addHook('onRequest', async (request) => {
    if (isClosing)
      throw new Refusal('INDISPONIVEL', 'O sistema está sendo encerrado. Tente de novo em instantes.', 503, { retryAfter: 5 });
    judgeHost(request);
    // Its body is not asked for.
    if (request.is404) throw refuse.notFound();
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method) && !isOurOrigin(request, options.origins))
      throw new Refusal('ORIGEM_RECUSADA', 'Origem da requisição não permitida.', 403);
  });
  // An answer may wait for its reader for minutes.
  app.addHook('onSend', async (request, _reply, payload) => {
    request.body = undefined;
    return payload;
  });
  // A HEAD answer has no body: Fastify would otherwise run the whole stream.
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.method !== 'HEAD' || !(payload instanceof Readable)) return payload;
    payload.destroy();
    return Readable.from([]);
  });
  app.setNotFoundHandler(async () => {
    throw refuse.notFound();
  });
  app.setErrorHandler(answerError);
  return app;
}

const acting = Symbol('acting');

/** `request.acting` throws on a route that serves no users, instead of being empty. */
function guardActing(app: FastifyInstance) {
  app.decorateRequest<UserActing, 'acting'>('acting', {
    getter() {
      const known = (this as { [acting]?: UserActing })[acting];
      if (!known) throw new Error(`${this.routeOptions.url ?? this.url} serves no user: nobody acts there`);
      return known;
    },
    setter(known) {
      (this as { [acting]?: UserActing })[acting] = known;
    },
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bodies are JSON. An empty DELETE or POST is an empty body, not a fault; malformed JSON is one, and so are bytes that are no text. */
function acceptJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, parseJson(utf8.decode(body as Buffer)));
    } catch (error) {
      if (error instanceof Refusal) done(error, undefined);
      else done(new Refusal('JSON_INVALIDO', 'O corpo da requisição não é um JSON válido.') as never, undefined);
    }
  });
}
