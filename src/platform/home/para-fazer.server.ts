import type { FastifyInstance } from 'fastify';
import sql, { join } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { UNFINISHED } from '#kit/import/analysis.ts';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { MOST_LINES, NOTHING, type Waiting, waitingIn } from '#kit/module/todo.server.ts';
import type { Esperando } from '#platform/mensagens/esperando.server.ts';

/** A task with what waits for it. */
interface Tarefa extends Waiting {
  id: string;
  titulo: string;
  acao: string;
  link: string;
}

const tarefa = z.object({
  id: z.string(),
  titulo: z.string(),
  acao: z.string(),
  link: z.string(),
  total: z.int(),
  linhas: z.array(z.object({ nome: z.string(), nota: z.string().nullable(), prazo: z.iso.date().nullable(), link: z.string() })),
});

interface Options {
  modules: readonly AnyModuleServer[];
  /** records that wait for a transition of the user's */
  awaitedBy: (acting: Acting) => Promise<Esperando[]>;
}

/**
 * `GET /api/geral/para-fazer`: what waits for the user in the present company, the most urgent first. A query for each
 * declaration that their authorities open; how much waits changes nothing of that.
 */
export function registerParaFazer(app: FastifyInstance, db: Database, { modules, awaitedBy }: Options): void {
  const declared = modules.flatMap(({ declaration, todos = [] }) =>
    todos.map((todo) => ({ ...todo, id: `${declaration.id}/${todo.id}` })),
  );
  app.get(
    '/api/geral/para-fazer',
    {
      config: forUsers,
      schema: { tags: ['Página inicial'], summary: 'O que espera por mim hoje', response: answers(z.array(tarefa)) },
    },
    async ({ acting }) => {
      const found: Tarefa[] = (await awaitedBy(acting)).map((one) => ({
        id: `${one.cadastro}/${one.transicao}`,
        titulo: one.titulo,
        acao: one.rotulo,
        link: one.link,
        total: one.total,
        linhas: one.registros
          .slice(0, MOST_LINES)
          .map(({ id, nome, link }) => ({ nome: nome ?? `Registro ${id}`, nota: null, prazo: null, link })),
      }));
      for (const { id, title, deed, authority, link, find } of declared)
        if (authority.every(acting.can)) found.push({ id, titulo: title, acao: deed, link, ...(await find(db, acting)) });
      const imports = await unfinishedImports(db, acting, modules);
      found.push({
        id: 'importacoes',
        titulo: 'Importações por concluir',
        acao: 'Continuar',
        link: imports.linhas[0]?.link ?? '/',
        ...imports,
      });
      const urgency = ({ linhas: [first] }: Tarefa) => first?.prazo ?? acting.today;
      return found.filter(({ total }) => total > 0).toSorted((a, b) => urgency(a).localeCompare(urgency(b)));
    },
  );
}

/** The user's own spreadsheets that were read and not applied, in registries that they may still write. */
async function unfinishedImports(db: Database, acting: Acting, modules: readonly AnyModuleServer[]): Promise<Waiting> {
  const open = modules.flatMap(({ declaration: { id, registries, screens = [] } }) =>
    registries
      .filter(({ readOnly, authority }) => !readOnly && acting.can(`${authority}_EDITAR`))
      .map(({ id: slug, title }) => {
        const path = `${id}/${slug}`;
        // A registry with an import screen of its own takes it there, any other in a dialog of its list.
        const own = screens.find((screen) => screen.path.startsWith(`${slug}/importacao`));
        return sql`(${path}::text, ${title}::text, ${own ? `/${id}/${own.path}` : `/${path}`}::text)`;
      }),
  );
  if (open.length === 0) return NOTHING;
  return waitingIn(
    db,
    sql`select i.nome, c.titulo || case i.total - i.validos when 0 then ': pronta para gravar' when 1 then ': 1 linha com erro'
          else ': ' || (i.total - i.validos) || ' linhas com erro' end as nota, null::date as prazo,
        c.link || ${`?${UNFINISHED}=`}::text || i.id as link
      from importacoes i join (values ${join(open)}) c(caminho, titulo, link) on c.caminho = i.cadastro
      where i.empresa_id = ${acting.empresaId} and i.usuario_id = ${acting.usuarioId} and i.estado = 'analisada' and i.criada_em > now() - interval '30 days'`,
  );
}
