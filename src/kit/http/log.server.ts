import type { FastifyLoggerOptions, FastifyRequest } from 'fastify';
import { loggable } from '#kit/db/loggable.server.ts';

/** The fields of a log line besides its sentence: never a header, a body or a query. */
const kept = new Set(['err', 'id', 'req', 'reqId', 'responseTime', 'statusCode']);

/** Text without what people typed: queries of addresses, e-mails, long numbers. */
const withoutValues = (text: string): string =>
  text
    .slice(0, 2_000)
    .replace(/\?\S*/g, '')
    .replace(/(?<!\S)[^\s@]*@\S+/g, '…')
    .replace(/\d[\d./-]{4,}/g, '…');

/** An error as the log keeps it: its kind and place, without the values that caused it. */
function fieldsOf(error: unknown) {
  const { name, message, stack = '', ...names } = loggable(error);
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { type: name, ...names, message: withoutValues(message), stack: frames.join('\n') };
}

/** The log of requests, without personal data at any level. */
export const loggerOf = (level: string) =>
  ({
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url, id: request.id }),
      err: fieldsOf,
    },
    formatters: {
      log: (line: Record<string, unknown>) => Object.fromEntries(Object.entries(line).filter(([name]) => kept.has(name))),
    },
    hooks: {
      logMethod(args: unknown[], method: (...args: unknown[]) => void) {
        method.apply(
          this,
          args.map((one) => (typeof one === 'string' ? withoutValues(one) : one)),
        );
      },
    },
  }) as FastifyLoggerOptions;
