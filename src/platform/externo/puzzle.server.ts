import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { forAnybody } from '#kit/http/serves.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';

/** Zero bits that the digest of a solution begins with: some 65,000 digests, two seconds of a slow telephone. */
const BITS = 16;

const isSolved = (digest: Buffer, bits: number) => {
  const whole = Math.floor(bits / 8);
  const rest = bits % 8;
  return digest.subarray(0, whole).every((byte) => byte === 0) && (rest === 0 || (digest[whole] as number) >> (8 - rest) === 0);
};

/** Gives out puzzles for the bot check: a browser finds a number by trying, a mass sender has to find one for each request. */
export function registerPuzzles(app: FastifyInstance, db: Database): void {
  app.get(
    '/api/externo/desafio',
    {
      // Solving is what costs: somebody who solves nothing shuts others of their address out no sooner than at any door.
      config: forAnybody,
      schema: {
        tags: ['Área externa'],
        summary: 'Desafio que comprova que não é um robô',
        response: answers(z.object({ desafio: z.string(), bits: z.int() })),
      },
    },
    async (request) => {
      queryOf(request, {});
      const desafio = randomBytes(18).toString('base64url');
      await db.query(sql`
        with old as (delete from desafios_externos where expira_em < now())
        insert into desafios_externos (chave, expira_em) values (${desafio}, now() + interval '20 minutes')`);
      return { desafio, bits: BITS };
    },
  );
}

/** The part of a form that holds the solution. */
export const ROBOT = 'Confirme que você não é um robô.';

/** Takes a solution `desafio:número` once; call it in the transaction of what it opens. */
export async function demandSolved(tx: Queryable, solution: string): Promise<void> {
  const [desafio = ''] = solution.split(':');
  const right = solution.length <= 80 && isSolved(createHash('sha256').update(solution).digest(), BITS);
  const taken =
    right && (await tx.one(sql`delete from desafios_externos where chave = ${desafio} and expira_em > now() returning chave`));
  if (!taken) throw refuse.invalid([{ field: 'recaptcha', message: ROBOT }]);
}
