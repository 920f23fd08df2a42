import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#kit/refusal/refusal.ts';
import { answerParser, BARE, refuseConnection, toldBy } from './errors.server.ts';
import { networkOf } from './throttle.server.ts';

/** What one client may take of the server. */
export interface Limits {
  /** how long the head of a request may take, in ms */
  head: number;
  /** how long a connection may be silent while a request is under way, in ms */
  silence: number;
  /** how long a connection may wait for its next request, in ms */
  idle: number;
  /** a body comes at so many bytes a second at least … */
  pace: number;
  /** … once so many ms have passed */
  grace: number;
  /** how often what comes is looked at, in ms */
  look: number;
  connections: number;
  /** of one network, as `networkOf` knows it; whoever connects from this machine may be a proxy */
  connectionsOfOne: number;
  /** requests on one connection whose answers are not read yet */
  pipelined: number;
}

export const usualLimits: Limits = {
  head: 20_000,
  silence: 120_000,
  idle: 72_000,
  pace: 8 * 1024,
  grace: 60_000,
  look: 5_000,
  connections: 10_000,
  connectionsOfOne: 1_000,
  pipelined: 2,
};

/** Fastify's options that follow from the limits. */
export const serverOptions = ({ head, silence, idle, look }: Limits) => ({
  // A missing host header is refused with our own sentence.
  http: { headersTimeout: head, connectionsCheckingInterval: look, requireHostHeader: false },
  connectionTimeout: silence,
  keepAliveTimeout: idle,
  // A fixed time for the whole request would cut off large files on slow lines: `limitConnections` demands a pace instead.
  requestTimeout: 0,
  clientErrorHandler: answerParser,
});

const isLocal = (address = '') => address === '::1' || /^(::ffff:)?127\./.test(address);

/** Holds every client to the limits; with `behindProxy` the proxy limits its own connections. */
export function limitConnections(app: FastifyInstance, limits: Limits, behindProxy: boolean): void {
  const { server } = app;
  server.maxConnections = limits.connections;
  if (!behindProxy) limitNetworks(server, limits.connectionsOfOne);
  server.on('checkExpectation', (_request, response) => {
    const { status, code, message } = toldBy(417);
    const body = JSON.stringify({ message, code });
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...BARE,
    });
    response.end(body);
  });
  keepPace(app, limits);
  readAway(app);
  limitPipelines(app, limits.pipelined);
}

function limitNetworks(server: FastifyInstance['server'], most: number): void {
  const open = new Map<string, number>();
  server.on('connection', function count(socket: Socket) {
    if (socket.remoteAddress === undefined || isLocal(socket.remoteAddress)) return;
    const network = networkOf(socket.remoteAddress);
    const before = open.get(network) ?? 0;
    if (before >= most) {
      socket.destroy();
      return;
    }
    open.set(network, before + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** Cuts off whoever sends a body too slowly, however large the body claims to be. */
function keepPace(app: FastifyInstance, { pace, grace, look }: Limits): void {
  const coming = new Map<IncomingMessage, { since: number; from: number }>();
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (!watch || (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0))) return;
    coming.set(raw, { since: Date.now(), from: raw.socket.bytesRead });
  });
  let watch: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    watch = setInterval(() => {
      const now = Date.now();
      for (const [raw, { since, from }] of coming) {
        if (raw.complete || raw.socket.destroyed) coming.delete(raw);
        else if (raw.socket.bytesRead - from < ((now - since - grace) / 1_000) * pace) {
          coming.delete(raw);
          refuseConnection(raw.socket, 408);
        }
      }
    }, look).unref();
  });
  app.addHook('onClose', async () => clearInterval(watch));
}

/**
 * Reads the rest of an abandoned body at the same pace and drops it, because the next request of the connection comes after it.
 */
function readAway(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete && !raw.destroyed) raw.unpipe().resume();
  });
}

/**
 * Browsers send one request after the other. What a client sends before it has read its answers is kept meanwhile, answers and all: a connection
 * that goes on so is cut off. One more request is no offence, for a client may have read an answer before we know of it.
 */
function limitPipelines(app: FastifyInstance, most: number): void {
  const open = new WeakMap<Socket, number>();
  // Before the first hook, because several requests may come in one piece.
  app.server.prependListener('request', ({ socket }, response) => {
    const now = (open.get(socket) ?? 0) + 1;
    open.set(socket, now);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    if (now > most) socket.destroy();
  });
  app.addHook('onRequest', async ({ raw: { socket } }) => {
    if (socket.destroyed) throw refuse.gone();
  });
}
