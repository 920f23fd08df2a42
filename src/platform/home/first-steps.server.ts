import type { FastifyInstance } from 'fastify';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { quote } from '#kit/registry/names.server.ts';
import { caixaSaida } from '#platform/mail/emails.registry.ts';
import type { FirstStep } from './first-steps.ts';

interface Step extends Omit<FirstStep, 'feito'> {
  place: number;
  authority: string;
  done: (acting: Acting) => Sql;
}

/** The first steps of all modules. */
const stepsOf = (modules: readonly AnyModuleServer[]): Step[] =>
  modules.flatMap(({ declaration, firstSteps = {} }) =>
    (declaration.firstSteps ?? []).map(({ registry: id, title, description, place, path }) => {
      const registry = declaration.registries.find((one) => one.id === id);
      if (!registry) throw new Error(`${declaration.id}: no registry is called ${id}`);
      const begun = ({ empresaId }: Acting) =>
        sql`exists (select from ${raw(quote(registry.table))} where empresa_id = ${empresaId})`;
      return {
        id,
        place,
        authority: `${registry.authority}_EDITAR`,
        titulo: title,
        descricao: description,
        caminho: `/${declaration.id}/${path ?? id}`,
        done: firstSteps[id] ?? begun,
      };
    }),
  );

/** The mail server is no record, but a setting of the program. */
const mailStep = (enviaEmail: boolean): Step => ({
  id: caixaSaida.id,
  place: 80,
  authority: caixaSaida.authority,
  titulo: 'Ligue o servidor de e-mail',
  descricao: 'Sem ele, convites e avisos ficam retidos na Caixa de Saída, que diz como o ligar.',
  caminho: `/utilitario/${caixaSaida.id}`,
  done: () => sql`${enviaEmail}::bool`,
});

const firstStep = z.object({
  id: z.string(),
  titulo: z.string(),
  descricao: z.string(),
  caminho: z.string(),
  feito: z.boolean(),
});

/** `GET /api/geral/primeiros-passos`: the first steps of a new company that the user may do, and whether each is done. */
export function registerFirstSteps(
  app: FastifyInstance,
  db: Database,
  modules: readonly AnyModuleServer[],
  { enviaEmail }: { enviaEmail: boolean },
): void {
  const all = [...stepsOf(modules), mailStep(enviaEmail)].sort((a, b) => a.place - b.place);
  app.get(
    '/api/geral/primeiros-passos',
    {
      config: forUsers,
      schema: { tags: ['Página inicial'], summary: 'Primeiros passos da empresa', response: answers(z.array(firstStep)) },
    },
    async ({ acting }): Promise<FirstStep[]> => {
      const mine = all.filter(({ authority }) => acting.can(authority));
      if (mine.length === 0) return [];
      const row = await db.one<{ feitos: boolean[] }>(sql`select array[${join(mine.map(({ done }) => done(acting)))}] as feitos`);
      return mine.map(({ id, titulo, descricao, caminho }, place) => ({
        id,
        titulo,
        descricao,
        caminho: caminho.replace(':empresa', String(acting.empresaId)),
        feito: row?.feitos[place] === true,
      }));
    },
  );
}
