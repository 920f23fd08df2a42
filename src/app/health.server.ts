import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createDatabase } from '#kit/db/database.server.ts';
import { pending } from '#kit/db/migrate.server.ts';
import { forAnybody } from '#kit/http/serves.server.ts';
import { MIGRATIONS } from './declared.server.ts';

const PATIENCE_MS = 2_000;
const REMEMBERED_MS = 1_000;

/** One answer for all requests within a second and while it is awaited; false when it does not come. */
function answered(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  return async () => {
    asked ??= ask()
      .catch(() => false)
      .finally(() => setTimeout(() => (asked = undefined), REMEMBERED_MS).unref());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, false);
    });
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  };
}

/**
 * `/api/health`: the process can serve, because its database answers. `/api/ready`: the database also has this version's
 * migrations. Both use a connection of their own: when all others are busy, the program is busy, not ill.
 */
export function registerHealth(app: FastifyInstance, connection: pg.PoolConfig): void {
  const db = createDatabase({
    ...connection,
    max: 1,
    connectionTimeoutMillis: PATIENCE_MS,
    statement_timeout: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'vinculo-saude',
  });
  app.addHook('onClose', () => db.close());
  const questions = {
    '/api/health': answered(async () => (await db.query({ text: 'select 1' })).length === 1),
    '/api/ready': answered(async () => (await pending(db, MIGRATIONS)).length === 0),
  };
  for (const [path, ask] of Object.entries(questions))
    app.get(path, { config: { ...forAnybody, limits: 'free' } }, async (_request, reply) =>
      (await ask())
        ? { status: 'ok' }
        : reply
            .status(503)
            .header('retry-after', '2')
            .send({ message: 'O banco de dados não está pronto.', code: 'INDISPONIVEL' }),
    );
}
