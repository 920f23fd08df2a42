import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { answers } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { forUsers } from '#kit/http/serves.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { registerRegistry } from '#kit/routes/routes.server.ts';
import { createAllOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { talentoVisivel } from '#modules/gestao-talentos/public.server.ts';
import { EXPERIENCIA } from '#modules/gestao-talentos/public.ts';
import { registerPerguntas } from '#platform/questionario/perguntas.routes.server.ts';
import { perguntaRespondida, perguntasNoFio } from '#platform/questionario/perguntas.wire.ts';
import { latestVersion } from '#platform/questionario/versions.server.ts';
import { modelosAvaliacao } from '../modelos-avaliacao.registry.ts';
import { clona, MODELOS } from './clone.server.ts';

const tags = ['Avaliações'];
const { authority } = modelosAvaliacao;

const modelo = z.object({ id: z.int(), titulo: z.string(), tipo: z.string() });
const doPeriodo = modelo.extend({
  percentualMinimoAprovacao: z.number().nullable(),
  periodo: z.object({ id: z.int(), nome: z.string(), dias: z.int() }),
  /** the last day of the talent's period */
  prazo: z.string().nullable(),
  /** whether the talent was evaluated in this period */
  avaliado: z.boolean(),
});
const comPerguntas = doPeriodo.extend({ perguntas: z.array(perguntaRespondida) });

/** What `avaliacao/avaliacoes` answers: the models of every type, under the name of the specification. */
export function avaliacoesRoutes(app: FastifyInstance, services: Services): void {
  const { db, store } = services;
  registerPerguntas(app, services, {
    path: 'avaliacao/avaliacoes',
    dono: MODELOS,
    authority,
    // RUL-239
    notaMinima: ({ tipo }) => (tipo === EXPERIENCIA ? 0 : 1),
  });
  // CALL-561: all models are of evaluations or of trials, so this is the same registry at a second address.
  registerRegistry(app, db, '/api/avaliacao/modelos-avaliacao-desempenho-experiencia', store(MODELOS), services.jobs);

  /** CALL-253, 254: to choose a model needs no right over the registry of models. */
  for (const [path, summary, tipo] of [
    ['ativa', 'Modelos ativos', null],
    ['tipo-desempenho', 'Modelos ativos de avaliação de desempenho', 'D'],
  ] as const)
    app.get(
      `/api/avaliacao/avaliacoes/${path}`,
      { config: forUsers, schema: { tags, summary, response: answers(z.array(modelo.extend({ perguntas: z.int() }))) } },
      (request) => {
        queryOf(request, {});
        return db.query(sql`
          select id, titulo, tipo, coalesce((
            select jsonb_array_length(v.definicao -> 'perguntas') from questionario_versoes v
            where v.dono = ${MODELOS} and v.dono_id = m.id order by v.numero desc limit 1), 0) as perguntas
          from modelos_avaliacao m where empresa_id = ${request.acting.empresaId} and ativo and tipo = coalesce(${tipo}::text, tipo)
          order by titulo_ord, id limit 500`);
      },
    );

  const deExperiencia = (empresaId: number, colaboradorId: number | null, avaliacaoId: number | null = null) => sql`
    select m.id, m.titulo, m.tipo, m.percentual_minimo_aprovacao::float8 as "percentualMinimoAprovacao",
      json_build_object('id', p.id, 'nome', p.nome, 'dias', p.dias) as periodo,
      (t.data_admissao + p.dias - 1)::text as prazo, a.id is not null as avaliado
    from modelos_avaliacao m
    join periodos_experiencia p on p.id = m.periodo_acompanhamento_experiencia_id
    left join talentos t on t.id = ${colaboradorId}
    left join avaliacoes_experiencia a on a.colaborador_id = t.id and a.periodo_id = p.id
    where m.empresa_id = ${empresaId} and m.tipo = ${EXPERIENCIA} and (m.ativo or m.id = ${avaliacaoId})
      and (${avaliacaoId}::bigint is null or m.id = ${avaliacaoId})
    order by p.dias, m.titulo_ord, m.id limit 500`;

  app.get(
    '/api/avaliacao/avaliacoes/periodos-experiencia',
    { config: { authority }, schema: { tags, summary: 'Modelos por período do talento', response: answers(z.array(doPeriodo)) } },
    async (request) => {
      const { colaboradorId } = queryOf(request, { colaboradorId: inQuery.id.optional() });
      if (colaboradorId !== undefined) await talentoVisivel(db, request.acting, colaboradorId);
      return db.query(deExperiencia(request.acting.empresaId, colaboradorId ?? null));
    },
  );

  app.get(
    '/api/avaliacao/avaliacoes/periodo-experiencia',
    { config: { authority }, schema: { tags, summary: 'Um modelo para o talento', response: answers(comPerguntas) } },
    async (request) => {
      const { acting } = request;
      const { colaboradorId, avaliacaoId } = queryOf(request, { colaboradorId: inQuery.id.optional(), avaliacaoId: inQuery.id });
      if (colaboradorId !== undefined) await talentoVisivel(db, acting, colaboradorId);
      const found = await db.one<object>(deExperiencia(acting.empresaId, colaboradorId ?? null, avaliacaoId));
      if (!found) throw refuse.notFound();
      return { ...found, perguntas: await perguntasDe(acting.empresaId, avaliacaoId) };
    },
  );

  const perguntasDe = async (empresaId: number, donoId: number) =>
    perguntasNoFio((await latestVersion(db, { empresaId, dono: MODELOS, donoId })).definicao);

  /** CALL-267. */
  app.get(
    '/api/avaliacao/perguntas/experiencias',
    {
      config: { authority },
      schema: { tags, summary: 'Perguntas de um modelo', response: answers(z.array(perguntaRespondida)) },
    },
    async (request) => {
      const { avaliacaoId } = queryOf(request, { avaliacaoId: inQuery.id });
      const { id, tipo } = await store(MODELOS).read(db, request.acting, avaliacaoId);
      if (tipo !== EXPERIENCIA) throw refuse.notFound();
      return perguntasDe(request.acting.empresaId, id);
    },
  );

  const clonado = z.object({ id: z.int(), titulo: z.string(), empresaId: z.int() });
  app.post(
    '/api/avaliacao/avaliacoes/:id',
    {
      config: { authority: `${authority}_EDITAR` },
      schema: {
        tags,
        summary: 'Clonar o modelo com as perguntas',
        querystring: {
          type: 'object',
          properties: { empresas: { type: 'string', description: 'ids separados por vírgula; sem eles, a própria empresa' } },
        },
        response: answers(z.array(clonado)),
      },
    },
    (request) => {
      const { acting, headers } = request;
      const id = recordIdOf(request);
      const { empresas } = queryOf(request, { empresas: inQuery.ids.default([]) });
      const pedido = { key: headers[ONCE], path: `/api/avaliacao/avaliacoes/${id}`, body: { empresas } };
      return db.tx((tx) => createAllOnce(tx, acting, { ...pedido, create: () => clona(tx, services, acting, id, empresas) }));
    },
  );
}
