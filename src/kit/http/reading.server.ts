import type { FastifyRequest } from 'fastify';

/** Whether a request changes nothing: by its method, or because its route says so of a POST. */
export const isReading = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.reads === true;
