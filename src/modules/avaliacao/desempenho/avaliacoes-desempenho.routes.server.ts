import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, withoutContent } from '#kit/http/openapi.server.ts';
import { inQuery, paramOf, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { createAllOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { answered } from '#kit/store/stale.server.ts';
import { createMover } from '#kit/transition/moving.server.ts';
import { movedAnswer } from '#kit/transition/transition-routes.server.ts';
import { pessoasDoUsuario } from '#modules/gestao-talentos/public.server.ts';
import { companiesOf } from '#platform/authority/access.server.ts';
import { actingIn } from '#platform/authority/acting-in.server.ts';
import { countMailing } from '#platform/session/throttle.server.ts';
import { LIBERAR } from './avaliacoes-desempenho.lifecycle.ts';
import { avaliacoesDesempenho } from './avaliacoes-desempenho.registry.ts';
import { exigeQueVejaTodos } from './avaliacoes-desempenho.server.ts';
import { clonadas, queAvalio } from './avaliacoes-desempenho.wire.ts';
import { AVALIADOS, avaliacaoPorId, avaliacaoVisivel, semCompetencias } from './avaliados.server.ts';
import { clona } from './clonar.server.ts';
import { clonagem } from './clonar.ts';
import { lembra } from './correio.server.ts';
import { paresContaveis } from './pares.server.ts';
import { nomeado } from './participantes.wire.ts';
import { AVALIACOES } from './resultado.server.ts';
import { MAIS, PATH, tags } from './rotas.server.ts';

const { authority } = avaliacoesDesempenho;
const edit = { authority: `${authority}_EDITAR` };
// What prevents a release tells who is evaluated.
const release = { authority: LIBERAR, besides: [authority] };

/** An evaluation itself: released, blocked, reminded of, cloned, and its facts. CALL-123, and of CALL-269 to 289 what `participam` has not. */
export function avaliacoesDesempenhoRoutes(app: FastifyInstance, services: Services): void {
  const { db, store } = services;
  const avaliacoes = store(AVALIACOES);
  const movida = movedAnswer(app, avaliacoes.registry);
  const move = createMover(services, AVALIACOES, avaliacoes);

  /** Releases or blocks an evaluation, as asked; one that is in that state already stays as it is. */
  async function deixa(request: FastifyRequest, reply: FastifyReply, id: number, liberada: boolean) {
    const { acting } = request;
    const record = await avaliacoes.read(db, acting, id);
    const { situacao } = record;
    if (situacao === (liberada ? 'L' : 'B') || (!liberada && situacao === 'N'))
      return answered(avaliacoes.registry, record, acting);
    return move(request, reply, { id, name: liberada ? 'liberar' : 'bloquear', input: {} });
  }

  app.put(
    `${PATH}/:id/liberada/:flag`,
    { config: release, schema: { tags, summary: 'Liberar ou bloquear', response: movida } },
    (request, reply) => {
      const flag = paramOf(request, 'flag');
      if (flag !== 'true' && flag !== 'false') throw refuse.notFound();
      return deixa(request, reply, recordIdOf(request), flag === 'true');
    },
  );

  const liberacao = z.object({ id: recordId, liberada: z.boolean('Valor inválido').default(true) });
  app.put(
    `${PATH}/liberacao`,
    { config: release, schema: { tags, summary: 'Liberar ou bloquear', body: described(liberacao), response: movida } },
    (request, reply) => {
      const { id, liberada } = demand(liberacao, request.body);
      return deixa(request, reply, id, liberada);
    },
  );

  app.post(
    `${PATH}/:id/envia-email`,
    withoutContent({ config: release, schema: { tags, summary: 'Lembrar quem falta avaliar' } }),
    async (request, reply) => {
      const { acting } = request;
      const id = recordIdOf(request);
      await db.tx(
        async (tx) => {
          await avaliacoes.read(tx, acting, id, true);
          await exigeQueVejaTodos(tx, acting, id, 'lembra quem os avalia');
          await lembra(tx, acting, id);
          await acting.audit(tx, {
            table: 'avaliacoes_desempenho',
            id,
            action: 'A',
            changes: { lembrete: [null, acting.today] },
          });
          await countMailing(tx, acting);
        },
        { long: true },
      );
      return reply.status(204).send();
    },
  );

  app.post(
    `${PATH}/:id`,
    { config: edit, schema: { tags, summary: 'Clonar para empresas', response: answers(clonadas, { status: 201 }) } },
    async (request, reply) => {
      const { acting } = request;
      const id = recordIdOf(request);
      const { empresas: pedidas } = queryOf(request, { empresas: inQuery.ids.optional() });
      const body = { empresas: pedidas ?? [acting.empresaId], ...(request.body as object | null) };
      const pedido = demandForm(clonagem, body, acting);
      const envio = { key: request.headers[ONCE], path: `${PATH}/${id}`, body: pedido };
      const feitas = await db.tx(
        (tx) => createAllOnce(tx, acting, { ...envio, create: () => clona(tx, services, acting, id, pedido) }),
        { long: true },
      );
      return reply.status(201).send(feitas);
    },
  );

  app.get(
    `${PATH}/avaliador-e-empresa`,
    { config: forUsers, schema: { tags, summary: 'Avaliações em que avalio', response: answers(z.array(queAvalio)) } },
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const pessoas = await pessoasDoUsuario(db, acting);
      return db.query(sql`
        select d.id, d.titulo, d.empresa_id as "empresaId", d.data_ini::text as "dataIni", d.data_fim::text as "dataFim", d.situacao,
          count(*)::int as avaliados, (count(*) filter (where p.estado = 'R'))::int as respondidas
        from participacoes p join rodadas r on r.id = p.rodada_id and r.dono = ${AVALIACOES} join avaliacoes_desempenho d on d.id = r.dono_id
        where p.empresa_id = ${acting.empresaId} and p.pessoa = any(${pessoas}::text[])
        group by d.id order by d.data_fim desc, d.id limit ${MAIS}`);
    },
  );

  /** One fact of an evaluation, for whoever may open it, evaluates or is evaluated in it. */
  const fato = <S extends z.ZodObject>(
    path: string,
    summary: string,
    schema: S,
    read: (id: number, acting: Acting) => Promise<z.input<S>>,
  ) =>
    app.get(
      `${PATH}/:id/${path}`,
      { config: forUsers, schema: { tags, summary, response: answers(schema) } },
      async (request) => {
        queryOf(request, {});
        const { id } = await avaliacaoVisivel(db, request.acting, recordIdOf(request));
        return read(id, request.acting);
      },
    );
  const daAvaliacaoPorId = (id: number, { empresaId }: Acting) => avaliacaoPorId(db, empresaId, id);

  fato(
    'configuracao-competencia-avaliacao',
    'Se há competências configuradas',
    z.object({ configurada: z.boolean(), semConfiguracao: z.int() }),
    async (id, acting) => {
      const { total, sem } = await db.only<{ total: number; sem: number }>(sql`
        select count(*)::int as total, (count(*) filter (where ${semCompetencias(acting.today)}))::int as sem from ${AVALIADOS} where d.id = ${id}`);
      return { configurada: sem < total, semConfiguracao: sem };
    },
  );
  fato('data-minima', 'O primeiro dia do seu resultado', z.object({ dataMinima: z.iso.date() }), async (id, acting) => ({
    dataMinima: (await daAvaliacaoPorId(id, acting)).dataIni,
  }));
  fato('anonima', 'Se é anônima', z.object({ anonima: z.boolean() }), async (id, acting) => ({
    anonima: (await daAvaliacaoPorId(id, acting)).anonima,
  }));
  fato('dois-ponto-zero', 'Se é do tipo 2.0', z.object({ doisPontoZero: z.boolean() }), async (id, acting) => ({
    doisPontoZero: (await daAvaliacaoPorId(id, acting)).tipo === '2.0',
  }));
  fato(
    'possui-participantes-com-autoavaliacao',
    'Se alguém se autoavalia',
    z.object({ possuiAutoavaliacao: z.boolean() }),
    async (id, acting) => ({
      possuiAutoavaliacao:
        (await db.one(
          sql`select 1 from ${paresContaveis(acting)} p where avaliacao_desempenho_id = ${id} and tipo = 'U' limit 1`,
        )) !== undefined,
    }),
  );
  fato(
    'possui-performance-individual',
    'Se há performance de cada um',
    z.object({ possuiPerformanceIndividual: z.boolean() }),
    async (id) => ({
      possuiPerformanceIndividual:
        (await db.one(
          sql`select 1 from avaliados_desempenho where avaliacao_desempenho_id = ${id} and performance is not null limit 1`,
        )) !== undefined,
    }),
  );

  // CALL-123: where an evaluation may be cloned to.
  app.get(
    '/api/utilitario/empresas/avaliacao-desempenho',
    { config: edit, schema: { tags, summary: 'Empresas para clonar uma avaliação', response: answers(z.array(nomeado)) } },
    async (request) => {
      const { acting } = request;
      const { avaliacaoDesempenhoId, empresasPermitidasIds = [] } = queryOf(request, {
        avaliacaoDesempenhoId: inQuery.id.optional(),
        empresasPermitidasIds: inQuery.ids.optional(),
      });
      if (avaliacaoDesempenhoId !== undefined) await avaliacaoPorId(db, acting.empresaId, avaliacaoDesempenhoId);
      const found: z.infer<typeof nomeado>[] = [];
      for (const { id, nome } of await companiesOf(db, acting.usuarioId ?? 0)) {
        if (empresasPermitidasIds.length > 0 && !empresasPermitidasIds.includes(id)) continue;
        const la = id === acting.empresaId ? acting : await actingIn(db, acting, id);
        if (la?.can(edit.authority)) found.push({ id, nome });
      }
      return found;
    },
  );
}
