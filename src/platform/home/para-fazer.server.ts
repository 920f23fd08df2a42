import type { FastifyInstance } from 'fastify';
import sql, { join } from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { type Database, pgErrorKind, type Queryable } from '#kit/db/database.server.ts';
import { answers } from '#kit/http/openapi.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { UNFINISHED } from '#kit/import/analysis.ts';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { MOST_LINES, NOTHING, type Waiting, waitingIn } from '#kit/module/todo.server.ts';
import { isTooMuch } from '#kit/refusal/refusal.ts';
import type { Awaited } from '#platform/mensagens/esperando.server.ts';

/** A task with what waits for it. */
interface Tarefa extends Waiting {
  id: string;
  titulo: string;
  acao: string;
  link: string;
  /** it could not be counted in time: nobody knows whether anything waits */
  demora: boolean;
}

/** ms that one thing of the page may take, so that none of them, however much waits for it, holds up the others. */
const LONGEST = 3_000;

const tarefa = z.object({
  id: z.string(),
  titulo: z.string(),
  acao: z.string(),
  link: z.string(),
  total: z.int(),
  demora: z.boolean(),
  linhas: z.array(z.object({ nome: z.string(), nota: z.string().nullable(), prazo: z.iso.date().nullable(), link: z.string() })),
});

interface Options {
  modules: readonly AnyModuleServer[];
  /** records that wait for a transition of the user's */
  awaitedBy: (acting: Acting) => Awaited[];
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
      const found: Tarefa[] = [];
      const add = async (about: Pick<Tarefa, 'id' | 'titulo' | 'acao' | 'link'>, find: (tx: Queryable) => Promise<Waiting>) =>
        void found.push({ ...about, ...(await inTime(db, find)) });
      for (const { cadastro, transicao, titulo, rotulo, link, find } of awaitedBy(acting))
        await add({ id: `${cadastro}/${transicao}`, titulo, acao: rotulo, link }, async (tx) => {
          const { total, registros } = await find(tx);
          const linhas = registros.slice(0, MOST_LINES);
          return {
            total,
            linhas: linhas.map((one) => ({ nome: one.nome ?? `Registro ${one.id}`, nota: null, prazo: null, link: one.link })),
          };
        });
      for (const { id, title, deed, authority, link, find } of declared)
        if (authority.every(acting.can)) await add({ id, titulo: title, acao: deed, link }, (tx) => find(tx, acting));
      const imports = await unfinishedImports(db, acting, modules);
      found.push({
        id: 'importacoes',
        titulo: 'Importações por concluir',
        acao: 'Continuar',
        link: imports.linhas[0]?.link ?? '/',
        demora: false,
        ...imports,
      });
      const urgency = ({ linhas: [first] }: Tarefa) => first?.prazo ?? acting.today;
      return found.filter(({ total, demora }) => total > 0 || demora).toSorted((a, b) => urgency(a).localeCompare(urgency(b)));
    },
  );
}

/** What `find` finds, unless it takes too long, waits for a lock, or reads more than may be read. */
async function inTime(db: Database, find: (tx: Queryable) => Promise<Waiting>): Promise<Waiting & Pick<Tarefa, 'demora'>> {
  try {
    return { ...(await db.tx(find, { within: LONGEST })), demora: false };
  } catch (error) {
    const kind = pgErrorKind(error)?.kind;
    if (kind !== 'timeout' && kind !== 'conflict' && !isTooMuch(error)) throw error;
    return { ...NOTHING, demora: true };
  }
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
