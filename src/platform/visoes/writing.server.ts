import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { composed, visible } from '#kit/br/text.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { MASK } from '#kit/fields/sensitive.ts';
import { demand } from '#kit/http/demand.server.ts';
import { described, nothing } from '#kit/http/openapi.server.ts';
import { recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import { SHARE_VIEWS, type ViewContent } from '#kit/query/saved-view.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { cadastro, colunas, densidade, type Kept, type KeptAt, sound } from './kept.server.ts';

/** Views of one list that one user may keep. */
const MOST_VIEWS = 50;

const MOST_QUERY = 8_000;

const content = z.object({
  nome: sound('Nome', 60)
    .transform((text) => visible(composed(text)).trim())
    .refine((text) => text !== '', 'Nome é obrigatório'),
  compartilhada: z.boolean().default(false),
  // It is kept as an address has it, where one character may be nine.
  query: sound('Filtros', MOST_QUERY)
    .refine(
      (text) => new URLSearchParams(text).toString().length <= MOST_QUERY,
      `Filtros deve ter no máximo ${MOST_QUERY} caracteres`,
    )
    .default(''),
  colunas: colunas.default(null),
  densidade: densidade.nullable().default(null),
});
const added = content.extend({ cadastro });
const use = z.object({ favorita: z.boolean(), padrao: z.boolean() });

const config = forUsers;
const tags = ['Visões'];

interface Stored extends ViewContent {
  cadastro: string;
  nome: string;
  compartilhada: boolean;
  minha: boolean;
}

type Told = Omit<Stored, 'minha'>;
const TOLD = ['cadastro', 'nome', 'compartilhada', 'query', 'colunas', 'densidade'] as const satisfies readonly (keyof Told)[];

/**
 * The trail tells of views that are shared, or were until now; what somebody keeps for themselves is nobody's business. A filter may hold a
 * guarded value, such as a CPF: it is masked. So is the name, which may be anybody's: an erasure need not read these lines.
 */
async function tell(
  tx: Queryable,
  { acting }: FastifyRequest,
  { id, list, before, after }: { id: number; list: Kept; before: Told | null; after: Told | null },
): Promise<void> {
  if (!before?.compartilhada && !after?.compartilhada) return;
  const masked = (value: unknown) => {
    if (typeof value !== 'string' || list.open(value) === value) return value ?? null;
    return [list.open(value), MASK].filter(Boolean).join('&');
  };
  const shown = (name: keyof Told, value: unknown) => {
    if (name === 'nome') return value && MASK;
    return name === 'query' ? masked(value) : value;
  };
  const changes: Record<string, [unknown, unknown]> = {};
  for (const name of TOLD) {
    const [was, is] = [before?.[name] ?? null, after?.[name] ?? null];
    if (JSON.stringify(was) !== JSON.stringify(is)) changes[name] = [shown(name, was), shown(name, is)];
  }
  if (Object.keys(changes).length === 0) return;
  await acting.audit(tx, { table: 'visoes', id, action: before === null ? 'I' : after === null ? 'E' : 'A', changes });
}

/** Saving, changing, preferring and removing views. */
export function registerWriting(app: FastifyInstance, db: Database, listOf: KeptAt): void {
  /** The view, locked, if this user may see it; `toWrite`: and change it, as a shared one is changed by whoever may share. */
  const found = async (tx: Queryable, request: FastifyRequest, toWrite: boolean): Promise<{ view: Stored; list: Kept }> => {
    const { acting } = request;
    const view = await tx.one<Stored>(sql`
      select cadastro, nome, compartilhada, query, colunas, densidade, usuario_id = ${acting.usuarioId} as minha from visoes
      where id = ${recordIdOf(request)} and empresa_id = ${acting.empresaId} and (usuario_id = ${acting.usuarioId} or compartilhada)
      ${toWrite ? sql`for update` : sql`for key share`}`);
    if (!view) throw refuse.notFound();
    const list = listOf(request, view.cadastro);
    if (toWrite && view.compartilhada && !acting.can(SHARE_VIEWS)) throw refuse.forbidden();
    return { view, list };
  };
  const taken = async (tx: Queryable, { acting }: FastifyRequest, path: string, nome: string, id: number | null) => {
    const others = await tx.query<{ same: boolean }>(sql`
      select nome_ord = dobra(${nome}) as same from visoes
      where empresa_id = ${acting.empresaId} and cadastro = ${path} and usuario_id = ${acting.usuarioId} and id is distinct from ${id}`);
    if (others.some(({ same }) => same))
      throw refuse.invalid([{ field: 'nome', message: 'Você já tem uma visão com este nome' }]);
    if (others.length >= MOST_VIEWS)
      throw refuse.invalid([{ field: 'nome', message: `Uma lista tem no máximo ${MOST_VIEWS} visões suas: remova uma delas` }]);
  };

  app.post(
    '/api/visoes',
    {
      config,
      schema: {
        tags,
        summary: 'Salvar uma visão',
        body: described(added),
        response: { 201: { description: 'a visão', ...described(z.object({ id: z.int() })) } },
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const { cadastro: path, ...given } = demand(added, request.body);
      const list = listOf(request, path);
      const view = list.view(given);
      if (view.compartilhada && !acting.can(SHARE_VIEWS)) throw refuse.forbidden();
      const saved = await db.tx(async (tx) => {
        // One user's saves one after another: two of the same name would both find it free.
        await tx.query(sql`select pg_advisory_xact_lock(hashtext('visoes'), ${acting.usuarioId}::int)`);
        await taken(tx, request, path, view.nome, null);
        const made = await tx.only<{ id: number }>(sql`
        insert into visoes (empresa_id, usuario_id, cadastro, nome, compartilhada, query, colunas, densidade)
        values (${acting.empresaId}, ${acting.usuarioId}, ${path}, ${view.nome}, ${view.compartilhada}, ${view.query}, ${view.colunas}, ${view.densidade})
        returning id`);
        await tell(tx, request, { id: made.id, list, before: null, after: { ...view, cadastro: path } });
        return made;
      });
      return reply.status(201).send(saved);
    },
  );

  app.put(
    '/api/visoes/:id',
    { config, schema: { tags, summary: 'Alterar uma visão', body: described(content), response: { 204: nothing('gravado') } } },
    async (request, reply) => {
      const { acting } = request;
      const given = demand(content, request.body);
      const id = recordIdOf(request);
      await db.tx(async (tx) => {
        const { view: before, list } = await found(tx, request, true);
        const view = list.kept(given, before);
        if (view.compartilhada && !acting.can(SHARE_VIEWS)) throw refuse.forbidden();
        // Nobody hides somebody else's view from its maker, or makes it their own.
        if (!before.minha && !view.compartilhada) throw refuse.forbidden();
        await tx.query(sql`select pg_advisory_xact_lock(hashtext('visoes'), ${acting.usuarioId}::int)`);
        if (before.minha) await taken(tx, request, before.cadastro, view.nome, id);
        await tx.query(sql`
          update visoes set nome = ${view.nome}, compartilhada = ${view.compartilhada}, query = ${view.query}, colunas = ${view.colunas},
            densidade = ${view.densidade} where id = ${id}`);
        await tell(tx, request, { id, list, before, after: { ...view, cadastro: before.cadastro } });
      });
      return reply.status(204).send();
    },
  );

  app.put(
    '/api/visoes/:id/uso',
    {
      config,
      schema: {
        tags,
        summary: 'Favorita, ou a visão com que a lista abre',
        body: described(use),
        response: { 204: nothing('gravado') },
      },
    },
    async (request, reply) => {
      const { usuarioId, empresaId } = request.acting;
      const { favorita, padrao } = demand(use, request.body);
      const id = recordIdOf(request);
      await db.tx(async (tx) => {
        const {
          view: { cadastro: path },
        } = await found(tx, request, false);
        // Two defaults at once: the later one counts.
        await tx.query(sql`select pg_advisory_xact_lock(hashtext('visoes'), ${usuarioId}::int)`);
        if (padrao)
          await tx.query(sql`
            update visoes_usuarios x set padrao = false from visoes v
            where v.id = x.visao_id and x.usuario_id = ${usuarioId} and v.empresa_id = ${empresaId} and v.cadastro = ${path}`);
        await tx.query(sql`
          insert into visoes_usuarios (visao_id, usuario_id, favorita, padrao) values (${id}, ${usuarioId}, ${favorita}, ${padrao})
          on conflict (usuario_id, visao_id) do update set favorita = excluded.favorita, padrao = excluded.padrao`);
      });
      return reply.status(204).send();
    },
  );

  app.delete(
    '/api/visoes/:id',
    { config, schema: { tags, summary: 'Remover uma visão', response: { 204: nothing('removido') } } },
    async (request, reply) => {
      await db.tx(async (tx) => {
        const id = recordIdOf(request);
        const { view, list } = await found(tx, request, true);
        await tell(tx, request, { id, list, before: view, after: null });
        await tx.query(sql`delete from visoes where id = ${id}`);
      });
      return reply.status(204).send();
    },
  );
}
