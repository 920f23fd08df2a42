import type { FastifyInstance } from 'fastify';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { quote } from '#kit/registry/names.server.ts';

interface Step {
  authority: string;
  titulo: string;
  descricao: string;
  caminho: string;
  done: (acting: Acting) => Sql;
}

/** The first steps of all modules, in the order of the menu. */
const stepsOf = (modules: readonly AnyModuleServer[]): Step[] =>
  modules.flatMap(({ declaration, firstSteps = {} }) =>
    (declaration.firstSteps ?? []).map(({ registry: id, title, description, path }) => {
      const registry = declaration.registries.find((one) => one.id === id);
      if (!registry) throw new Error(`${declaration.id}: no registry is called ${id}`);
      const begun = ({ empresaId }: Acting) =>
        sql`exists (select from ${raw(quote(registry.table))} where empresa_id = ${empresaId})`;
      return {
        authority: `${registry.authority}_EDITAR`,
        titulo: title,
        descricao: description,
        caminho: `/${declaration.id}/${path ?? id}`,
        done: firstSteps[id] ?? begun,
      };
    }),
  );

/** `GET /api/geral/primeiros-passos`: the first steps of a new company that the user may do, and whether each is done. */
export function registerFirstSteps(app: FastifyInstance, db: Database, modules: readonly AnyModuleServer[]): void {
  const all = stepsOf(modules);
  app.get(
    '/api/geral/primeiros-passos',
    { config: forUsers, schema: { tags: ['Página inicial'], summary: 'Primeiros passos da empresa' } },
    async ({ acting }) => {
      const mine = all.filter(({ authority }) => acting.can(authority));
      if (mine.length === 0) return [];
      const row = await db.one<{ feitos: boolean[] }>(sql`select array[${join(mine.map(({ done }) => done(acting)))}] as feitos`);
      return mine.map(({ titulo, descricao, caminho }, place) => ({ titulo, descricao, caminho, feito: row?.feitos[place] }));
    },
  );
}
