import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { fold } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { containing } from '#kit/db/like.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, named, nothing } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { contaCarta, talentoVisivel } from '#modules/gestao-talentos/public.server.ts';
import { EXPERIENCIA } from '#modules/gestao-talentos/public.ts';
import { envioNoFio, MAIOR_ENVIO, respostasNoFio } from '#platform/questionario/answer-wire.ts';
import { findAsked, submitIn } from '#platform/questionario/answering.server.ts';
import { definicaoNoFio } from '#platform/questionario/definition-schema.ts';
import type { TalentoEmExperiencia } from './acompanhamento.ts';
import { acompanhamentos } from './acompanhamentos.registry.ts';
import {
  ACOMPANHAMENTOS,
  acompanhamentoQue,
  corrige,
  noLugarDoLider,
  pelaParticipacao,
  pergunta,
  recusaDele,
  retira,
} from './acompanhamentos.server.ts';
import { avisa } from './avisos.server.ts';
import { dispensaOsOutros } from './dispensas.server.ts';
import { perguntado, talentosEmExperiencia } from './em-experiencia.server.ts';
import { pedir } from './pedir.ts';
import { contaQuemResponde } from './trilha.server.ts';

const PATH = `/api/${ACOMPANHAMENTOS}`;
const DO_TALENTO = `${PATH}/talentos/:id/colaboradores-questionarios`;

const questionario = z.object({
  id: z.int().nullable(),
  questionarioId: z.int().nullable(),
  titulo: z.string().nullable(),
  periodo: named,
  dias: z.int(),
  termino: z.iso.date(),
  situacao: z.string(),
  resposta: z.enum(['N', 'E', 'P', 'R', 'S']),
  avaliador: z.string().nullable(),
  minha: z.boolean(),
  respondidaEm: z.iso.date().nullable(),
  percentual: z.number().nullable(),
  minimo: z.number().nullable(),
  resultado: z.string().nullable(),
  parecer: z.string().nullable(),
  contratoAte: z.iso.date().nullable(),
  avaliacaoId: z.int().nullable(),
});

const emExperiencia = z.object({
  colaborador: named,
  area: z.string().nullable(),
  cargo: z.string().nullable(),
  dataAdmissao: z.iso.date(),
  lider: named.nullable(),
  questionarios: z.array(questionario),
});

const respondido = z.object({
  id: z.int().nullable(),
  questionarioId: z.int(),
  titulo: z.string(),
  colaborador: named,
  periodo: named,
  avaliador: z.string().nullable(),
  respondidaEm: z.iso.date().nullable(),
  percentual: z.number().nullable(),
  minimo: z.number().nullable(),
  aspectos: z.array(z.object({ nome: z.string(), percentual: z.number() })),
  definicao: definicaoNoFio,
  respostas: respostasNoFio.nullable(),
});

const semTotal = ({ total: _total, ...talento }: TalentoEmExperiencia & { total: number }): TalentoEmExperiencia => talento;

/** CALL-230 to 235, and asking by hand. */
export function acompanhamentosRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const schema = { tags: [acompanhamentos.title] };
  const open = { authority: acompanhamentos.authority };
  const edit = { authority: `${acompanhamentos.authority}_EDITAR` } as const;

  // CALL-230
  const pagina = z.object({
    content: z.array(emExperiencia),
    totalElements: z.int(),
    totalPages: z.int(),
    number: z.int(),
    size: z.int(),
    pageable: z.object({ paged: z.boolean(), offset: z.int() }),
  });
  app.get(
    `${PATH}/talentos`,
    {
      config: open,
      schema: {
        ...schema,
        summary: 'Talentos em experiência, com seus questionários',
        response: answers(z.union([z.array(emExperiencia), pagina])),
      },
    },
    async (request) => {
      const { page, size, busca } = queryOf(request, {
        page: inQuery.id.optional(),
        size: inQuery.id.pipe(z.int().min(1, 'Valor inválido').max(500, 'Valor inválido')).default(15),
        busca: inQuery.text.optional(),
        unpaged: inQuery.flag.optional(),
      });
      const onde = busca ? [sql`v.busca like ${containing(fold(busca))}`] : [];
      const found = await talentosEmExperiencia(db, request.acting, onde, page === undefined ? {} : { page, size });
      const content = found.map(semTotal);
      if (page === undefined) return content;
      const totalElements = found[0]?.total ?? 0;
      return {
        content,
        totalElements,
        totalPages: Math.ceil(totalElements / size),
        number: page,
        size,
        pageable: { paged: true, offset: page * size },
      };
    },
  );

  // CALL-231
  app.get(
    `${DO_TALENTO}/detail`,
    { config: open, schema: { ...schema, summary: 'Um talento em experiência', response: answers(emExperiencia) } },
    async (request) => {
      queryOf(request, {});
      const { id } = await talentoVisivel(db, request.acting, recordIdOf(request));
      const [talento] = await talentosEmExperiencia(db, request.acting, [sql`t.id = ${id}`]);
      if (!talento) throw refuse.notFound();
      return semTotal(talento);
    },
  );

  // CALL-232: by the model, also before anybody was asked.
  app.get(
    `${PATH}/talentos/:colaboradorId/colaboradores-questionarios/:questionarioId`,
    { config: open, schema: { ...schema, summary: 'Perguntas e respostas', response: answers(respondido) } },
    (request) => {
      queryOf(request, {});
      return perguntado(db, request.acting, recordIdOf(request, 'colaboradorId'), recordIdOf(request, 'questionarioId'));
    },
  );

  // Asking the leader, or another talent.
  app.post(
    `${PATH}/perguntar`,
    {
      config: edit,
      schema: {
        ...schema,
        summary: 'Perguntar a quem avalia',
        response: answers(z.object({ avaliador: z.string().nullable(), avisado: z.boolean() }), { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const pedido = demandForm(pedir, request.body, acting);
      await contaCarta(db, acting, { porta: 'pedidoDeExperiencia', talento: pedido.colaborador, sobre: [pedido.periodo] });
      const feito = await db.tx(async (tx) => {
        await talentoVisivel(tx, acting, pedido.colaborador);
        await recusaDele(tx, acting, pedido.colaborador);
        if (pedido.avaliador !== null) await talentoVisivel(tx, acting, pedido.avaliador);
        const antes = await acompanhamentoQue(
          tx,
          sql`a.colaborador_id = ${pedido.colaborador} and a.periodo_id = ${pedido.periodo}`,
        );
        const pedida = await pergunta(tx, acting, pedido);
        if (pedida.respondidaEm !== null)
          throw new Refusal('JA_RESPONDIDA', 'Esta avaliação já foi respondida: não se pergunta a mais ninguém.', 409);
        const avisado = await avisa(tx, services, acting, pedida);
        const quem = await tx.one<{ nome: string }>(sql`select nome from talentos where id = ${pedida.avaliadorId}`);
        await contaQuemResponde(tx, acting, antes, pedida);
        return { avaliador: quem?.nome ?? null, avisado };
      });
      return reply.status(201).send(feito);
    },
  );

  // CALL-233: whoever looks after trials answers in the leader's place.
  const novas = envioNoFio
    .omit({ revisao: true, envio: true })
    .extend({ questionarioId: z.int().positive(), envio: z.guid('Valor inválido').default(() => crypto.randomUUID()) });
  app.post(
    DO_TALENTO,
    {
      config: edit,
      bodyLimit: MAIOR_ENVIO,
      schema: {
        ...schema,
        summary: 'Responder no lugar do líder',
        body: described(novas),
        response: answers(respondido, { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const { questionarioId, envio, respostas } = demand(novas, request.body);
      const colaborador = recordIdOf(request);
      await db.tx(async (tx) => {
        await talentoVisivel(tx, acting, colaborador);
        const modelo = await tx.one<{ periodo: number }>(sql`
          select periodo_acompanhamento_experiencia_id as periodo from modelos_avaliacao
          where id = ${questionarioId} and empresa_id = ${acting.empresaId} and tipo = ${EXPERIENCIA}`);
        if (!modelo) throw refuse.invalid([{ field: 'questionarioId', message: 'O registro selecionado não existe' }]);
        const pedida = await pergunta(tx, acting, {
          colaborador,
          periodo: modelo.periodo,
          modelo: questionarioId,
          avaliador: null,
        });
        if (pedida.modeloId !== questionarioId)
          throw refuse.invalid([{ field: 'questionarioId', message: 'Neste período as perguntas foram as de outro modelo.' }]);
        const participacaoId = await noLugarDoLider(tx, acting, pedida);
        const asked = await findAsked(tx, sql`p.id = ${participacaoId}`);
        if (!asked) throw refuse.notFound();
        await submitIn(tx, asked, { envio, respostas });
        await dispensaOsOutros(tx, sql`p.rodada_id = ${pedida.rodadaId}`);
      });
      return reply.status(201).send(await perguntado(db, acting, colaborador, questionarioId));
    },
  );

  const daParticipacao = (request: FastifyRequest, tx: Queryable) =>
    pelaParticipacao(tx, request.acting, recordIdOf(request), recordIdOf(request, 'colaboradorQuestionarioId'));

  // CALL-234
  const corrigidas = z.object({ respostas: respostasNoFio });
  app.put(
    `${DO_TALENTO}/:colaboradorQuestionarioId`,
    {
      config: edit,
      bodyLimit: MAIOR_ENVIO,
      schema: { ...schema, summary: 'Corrigir respostas', body: described(corrigidas), response: answers(respondido) },
    },
    async (request) => {
      const { acting } = request;
      const { respostas } = demand(corrigidas, request.body);
      const { talento, pedido } = await db.tx(async (tx) => {
        const achado = await daParticipacao(request, tx);
        await corrige(tx, acting, achado.pedido, respostas);
        return achado;
      });
      return perguntado(db, acting, talento.id, pedido.modeloId);
    },
  );

  // CALL-235
  app.delete(
    `${DO_TALENTO}/:colaboradorQuestionarioId`,
    {
      config: { authority: `${acompanhamentos.authority}_EXCLUIR` },
      schema: { ...schema, summary: 'Retirar as perguntas e as respostas', response: { 204: nothing('feito') } },
    },
    async (request, reply) => {
      await db.tx(async (tx) => retira(tx, request.acting, (await daParticipacao(request, tx)).pedido));
      return reply.status(204).send();
    },
  );
}
