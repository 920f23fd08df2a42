import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { withAnswer } from '#kit/http/openapi.server.ts';
import type { Services } from '#kit/module/module.server.ts';

/** Digits at the end of a registration number that are counted on. */
const MAIS_DIGITOS = 15;

/**
 * `GET .../proxima-matricula`: the number after the greatest of the company, written like the one that was given last: what stands before its digits,
 * and with as many zeros. null where nobody has a number yet. Two who ask at once are told the same; the second save is refused.
 */
export function proximaMatriculaRoutes(app: FastifyInstance, { db }: Services): void {
  app.get(
    '/api/gestao-talentos/talentos/proxima-matricula',
    withAnswer(
      { config: { authority: 'ROLE_CAD_TALENTO_EDITAR' }, schema: { tags: ['Talentos'], summary: 'A próxima matrícula livre' } },
      z.object({ matricula: z.string().nullable() }),
    ),
    async ({ acting: { empresaId } }) => {
      const ultima = await db.one<{ antes: string; digitos: string }>(sql`
        select x.partes[1] as antes, x.partes[2] as digitos
        from (select regexp_match(matricula, ${`^(.*?)(\\d{1,${MAIS_DIGITOS}})$`}) as partes, id from talentos
          where empresa_id = ${empresaId} and matricula is not null order by id desc limit 20) x
        where x.partes is not null order by x.id desc limit 1`);
      if (!ultima) return { matricula: null };
      const { antes, digitos } = ultima;
      const maior = await db.one<{ n: string }>(sql`
        select max(case when resto ~ ${`^\\d{1,${MAIS_DIGITOS}}$`} then resto::bigint end)::text as n
        from (select substring(matricula from ${antes.length + 1}::int) as resto from talentos
          where empresa_id = ${empresaId} and starts_with(matricula, ${antes})) x`);
      const proxima = BigInt(maior?.n ?? digitos) + 1n;
      return { matricula: `${antes}${proxima.toString().padStart(digitos.length, '0')}` };
    },
  );
}
