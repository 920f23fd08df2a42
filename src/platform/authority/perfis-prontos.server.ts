import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { fold } from '#kit/br/text.ts';
import type { Database } from '#kit/db/database.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { perfis } from './perfis.registry.ts';
import type { ReadyProfile } from './perfis-prontos.ts';

const readyProfile = z.object({
  id: z.string(),
  nome: z.string(),
  descricao: z.string(),
  nomeLivre: z.string(),
  autoridades: z.array(z.string()),
  faltam: z.int(),
});

/** `GET /api/utilitario/perfis-prontos`: each ready-made profile with the authorities that the actor could grant, and a name that no profile has yet. */
export function registerPerfisProntos(app: FastifyInstance, db: Database, ready: readonly ReadyProfile[]): void {
  app.get(
    '/api/utilitario/perfis-prontos',
    {
      config: { authority: `${perfis.authority}_EDITAR` },
      schema: { tags: [perfis.title], summary: 'Perfis prontos, para copiar', response: answers(z.array(readyProfile)) },
    },
    async (request) => {
      queryOf(request, {});
      const taken = new Set((await db.query<{ nome: string }>(sql`select nome from perfis`)).map(({ nome }) => fold(nome)));
      return ready.map(({ autoridades, ...one }) => {
        const concediveis = autoridades.filter(request.acting.can);
        return {
          ...one,
          nomeLivre: freeName(one.nome, taken),
          autoridades: concediveis,
          faltam: autoridades.length - concediveis.length,
        };
      });
    },
  );
}

/** The name, or the first of 'Gestor 2', 'Gestor 3' … that is free. */
export function freeName(nome: string, taken: ReadonlySet<string>): string {
  let name = nome;
  for (let number = 2; taken.has(fold(name)); number += 1) name = `${nome} ${number}`;
  return name;
}
