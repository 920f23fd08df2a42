import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { createDatabase } from '#kit/db/database.server.ts';
import { pending } from '#kit/db/migrate.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { forAnybody } from '#kit/http/serves.server.ts';
import { MIGRATIONS } from './declared.server.ts';

const PATIENCE_MS = 2_000;
const REMEMBERED_MS = 1_000;

const NO_DATABASE = 'O banco de dados não responde.';
const READ_ONLY = 'O banco de dados só aceita leituras.';

/**
 * What is missing, as a sentence, or null; one answer for all requests within a second and while it is awaited. A question without
 * an answer means that the database does not answer.
 */
function answered(ask: () => Promise<string | null>): () => Promise<string | null> {
  let asked: Promise<string | null> | undefined;
  return async () => {
    asked ??= ask()
      .catch(() => NO_DATABASE)
      .finally(() => setTimeout(() => (asked = undefined), REMEMBERED_MS).unref());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, NO_DATABASE);
    });
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  };
}

/**
 * `/api/health`: the process can serve, because its database answers and may be written to. `/api/ready`: the database also has this version's
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
    '/api/health': answered(async () => {
      const row = await db.one<{ setting: string }>(sql`select current_setting('transaction_read_only') as setting`);
      return row?.setting === 'on' ? READ_ONLY : null;
    }),
    '/api/ready': answered(async () => {
      const missing = await pending(db, MIGRATIONS);
      return missing.length === 0 ? null : `O banco de dados espera pelas migrações: ${missing.join(', ')}.`;
    }),
  };
  for (const [path, ask] of Object.entries(questions))
    app.get(
      path,
      withAnswer({ config: { ...forAnybody, limits: 'free' }, schema: {} }, z.object({ status: z.literal('ok') })),
      async (_request, reply) => {
        const message = await ask();
        return message === null
          ? { status: 'ok' }
          : reply.status(503).header('retry-after', '2').send({ message, code: 'INDISPONIVEL' });
      },
    );
}
