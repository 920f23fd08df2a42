import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SERVES } from '#kit/http/serves.server.ts';
import type { Files } from './files.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** it removes or erases, and so passes while the disk is full */
    frees?: true;
    /** what it writes counts as long, however short its body is */
    long?: true;
  }
}

/** Bytes of a body that is short: a login, an order of favourites, that something was read. */
const SHORT = 4 * 1024;

const isLong = ({ headers, routeOptions }: FastifyRequest) =>
  routeOptions.config.long === true ||
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > SHORT;

/**
 * While little of the disk is free, what is long from outside is refused at the floor, so that users can still save; and at the
 * reserve, what users save: all that needs a right, and of what everybody may do what is long. Whoever logs in, enters another
 * company, or leaves writes little. To read, to remove and to erase go on.
 */
export function leaveLastRoom(app: FastifyInstance, files: Pick<Files, 'demandFloor' | 'demandReserve'>): void {
  app.addHook('preHandler', async (request) => {
    const { authority, reads, frees } = request.routeOptions.config;
    if (authority === undefined || reads || frees || !['POST', 'PUT', 'PATCH'].includes(request.method)) return;
    if (authority === SERVES.anybody || authority === SERVES.externals) {
      if (isLong(request)) await files.demandFloor();
    } else if (authority !== SERVES.users || isLong(request)) await files.demandReserve();
  });
}
