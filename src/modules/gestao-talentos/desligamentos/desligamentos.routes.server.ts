import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { accepted } from '#kit/form/accepted.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { named, withAnswer } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse, stillThere } from '#kit/refusal/refusal.ts';
import { rowsIn } from '#kit/registry/record.ts';
import { bodyOf } from '#kit/routes/routes.server.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { answered } from '#kit/store/stale.server.ts';
import { MAIOR_ENVIO, respostasNoFio } from '#platform/questionario/answer-wire.ts';
import { findAsked, submitIn } from '#platform/questionario/answering.server.ts';
import { definicaoNoFio } from '#platform/questionario/definition-schema.ts';
import { ticketFor } from '#platform/questionario/tickets.server.ts';
import { anulaHistoricos, nomeDoPrevisto, podeAnular, previstosDepoisDe } from '../talentos/anulacao.server.ts';
import { contaCarta } from '../talentos/carta.server.ts';
import { estabilidadeVista } from '../talentos/estabilidade.server.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import { talentoVisivel } from '../talentos/visiveis.server.ts';
import { avisoDaEstabilidade } from './desligamentos.rules.ts';
import { desligamentoVigente } from './desligamentos.server.ts';
import type { PreviaDoDesligamento } from './desligar.ts';
import { mandaLink, perguntaAQuemSai, respondidaEm, solicitada } from './entrevista.server.ts';
import { pedirEntrevista } from './entrevista.ts';
import { modelosEntrevistaDesligamento } from './modelos-entrevista-desligamento.registry.ts';
import { opcoesDe } from './perguntas.rules.ts';

const TALENTOS = '/api/gestao-talentos/talentos';

const entrevista = z.object({
  colaborador: named,
  dataDesligamento: z.iso.date().nullable(),
  /** for whoever opens talents; whether there is one is for everybody */
  email: z.string().nullable(),
  temEmail: z.boolean(),
  desligamento: z.object({ id: z.int(), status: z.string(), data: z.iso.date() }).nullable(),
  modelo: z
    .object({
      id: z.int(),
      titulo: z.string(),
      observacao: z.string().nullable(),
      perguntas: z.array(z.looseObject({ id: z.int(), ordem: z.int(), respostas: z.array(z.object({ texto: z.string() })) })),
    })
    .nullable(),
  solicitacao: z.object({ id: z.int(), estado: z.enum(['N', 'P', 'R']) }).nullable(),
  respondida: z.boolean(),
  definicao: definicaoNoFio.nullable(),
  respostas: respostasNoFio.nullable(),
});

/** Calls from the talent to a dismissal and back, and to the exit interview. */
export function desligamentosRoutes(app: FastifyInstance, services: Services): void {
  const { db, store } = services;
  const schema = { tags: ['Desligamentos'] };
  const open = { config: { authority: 'ROLE_CAD_DESLIGAMENTO' }, schema };
  const confirm = { config: { authority: 'ROLE_CONFIRMAR_DESLIGAMENTO', besides: ['ROLE_CAD_DESLIGAMENTO'] }, schema };
  const desligamentos = store('gestao-talentos/desligamentos');

  // Requests and confirms in one call, for users who may do both.
  const desligamento = recordRef(app, desligamentos.registry);
  app.post(`${TALENTOS}/:id/desligar`, withAnswer(confirm, desligamento, { status: 201 }), async (request, reply) => {
    if (!request.acting.can('ROLE_CAD_DESLIGAMENTO_EDITAR')) throw refuse.forbidden();
    const body = { ...bodyOf(request), colaborador: recordIdOf(request) };
    const saved = await db.tx(async (tx) => {
      const { data } = accepted(desligamentos.registry.fields, body);
      if ('anularPrevistos' in body && body.anularPrevistos === true && typeof data === 'string') {
        const talento = await talentoVisivel(tx, request.acting, recordIdOf(request), true);
        if (!podeAnular(request.acting, await previstosDepoisDe(tx, talento.id, data)))
          throw new Refusal(
            'NAO_AUTORIZADO',
            'Para anular o que vem depois deste dia é preciso poder alterar talentos e, no que um realinhamento escreveu, cancelar reajustes.',
            403,
          );
        await anulaHistoricos(tx, request.acting, store('gestao-talentos/talentos'), talento.id, sql`h.data > ${data}::date`);
      }
      const created = await desligamentos.create(tx, request.acting, body);
      return created.status === 'U' ? desligamentos.transition(tx, request.acting, created.id, 'confirmar') : created;
    });
    return reply.status(201).send(answered(desligamentos.registry, saved, request.acting));
  });

  // What stands against the day, and what could be annulled with it.
  const previa = z.object({
    podeAnular: z.boolean(),
    previstos: z.array(z.object({ data: z.iso.date(), nome: z.string() })),
    avisos: z.array(z.string()),
    futura: z.boolean(),
  });
  app.get(`${TALENTOS}/:id/desligar/previa`, withAnswer(open, previa), async (request): Promise<PreviaDoDesligamento> => {
    const { acting } = request;
    const { data = acting.today } = queryOf(request, { data: inQuery.date.optional() });
    const talento = await talentoVisivel(db, acting, recordIdOf(request));
    const estabilidade = avisoDaEstabilidade(await estabilidadeVista(db, acting, talento.id, data));
    const previstos = await previstosDepoisDe(db, talento.id, data);
    return {
      podeAnular: podeAnular(acting, previstos),
      previstos: previstos.map((previsto) => ({ data: previsto.data, nome: nomeDoPrevisto(previsto, acting) })),
      avisos: estabilidade === undefined ? [] : [estabilidade],
      futura: data > acting.today,
    };
  });
  app.post(`${TALENTOS}/:id/cancelar-desligamento`, withAnswer(confirm, desligamento), (request) =>
    db.tx(async (tx) => {
      const { acting } = request;
      const talento = await talentoVisivel(tx, acting, recordIdOf(request), true);
      const aberto = await desligamentoVigente(tx, talento.id);
      if (!aberto) throw refuse.notFound();
      return answered(desligamentos.registry, await desligamentos.transition(tx, acting, aberto.id, 'cancelar'), acting);
    }),
  );

  // The questions for the talent: the model of the dismissal, or the only active one, for whoever interviews or opens models; and what was answered.
  app.get(`${TALENTOS}/:id/entrevista-desligamento`, withAnswer(open, entrevista), async (request) => {
    queryOf(request, {});
    const { acting } = request;
    const veModelo = acting.can('ROLE_CAD_DESLIGAMENTO_EDITAR') || acting.can(modelosEntrevistaDesligamento.authority);
    const talento = await talentoVisivel(db, acting, recordIdOf(request));
    const vigente = (await desligamentoVigente(db, talento.id)) ?? null;
    const ativos = await db.query<{ id: number }>(
      sql`select id from modelos_entrevista_desligamento where empresa_id = ${acting.empresaId} and ativa order by id limit 2`,
    );
    const escolhido = vigente?.modelo ?? (ativos.length === 1 ? (ativos[0]?.id ?? null) : null);
    const pedida = vigente ? await solicitada(db, vigente.id) : undefined;
    const dadas = pedida && (await respondidaEm(db, pedida));
    const { email } = stillThere(
      await db.one<{ email: string | null }>(sql`select email from talentos where id = ${talento.id}`),
    );
    return {
      colaborador: { id: talento.id, nome: talento.nome },
      dataDesligamento: talento.dataDesligamento,
      email: acting.can(talentos.authority) ? email : null,
      temEmail: email !== null,
      desligamento: vigente && { id: vigente.id, status: vigente.status, data: vigente.data },
      modelo: escolhido === null || !veModelo ? null : await modeloDe(request, escolhido),
      solicitacao: pedida ? { id: pedida.id, estado: pedida.estado } : null,
      respondida: pedida?.estado === 'R',
      definicao: dadas?.definicao ?? null,
      respostas: dadas?.respostas ?? null,
    };
  });

  /** The dismissal that the talent is interviewed about, held until the end; without one nobody is asked. */
  async function aEntrevistar(tx: Tx, acting: Acting, talentoId: number) {
    const talento = await talentoVisivel(tx, acting, talentoId);
    const vigente = await desligamentoVigente(tx, talento.id, true);
    if (!vigente)
      throw new Refusal('SEM_DESLIGAMENTO', 'Este talento não tem desligamento: peça-o em Desligamentos antes da entrevista.');
    return { ...vigente, colaboradorId: talento.id };
  }

  const edit = { config: { authority: 'ROLE_CAD_DESLIGAMENTO_EDITAR' } as const, schema };
  app.post(
    `${TALENTOS}/:id/entrevista-desligamento`,
    withAnswer(edit, z.object({ solicitacaoId: z.int() }), { status: 201 }),
    async (request, reply) => {
      const { acting } = request;
      const { modelo, enviarLink } = demandForm(pedirEntrevista, request.body, acting);
      if (enviarLink) await contaCarta(db, acting, { porta: 'conviteDeEntrevista', talento: recordIdOf(request) });
      const solicitacaoId = await db.tx(async (tx) => {
        const desligamento = await aEntrevistar(tx, acting, recordIdOf(request));
        const id = await perguntaAQuemSai(tx, acting, desligamento, modelo);
        // The link is made in any case: the task that sends links leaves this one alone.
        if (!enviarLink) await ticketFor(tx, id);
        else if (!(await mandaLink(tx, services, id)))
          throw refuse.invalid([
            { field: 'enviarLink', message: 'Este talento não tem e-mail: cadastre um, ou preencha a entrevista com ele' },
          ]);
        return id;
      });
      return reply.status(201).send({ solicitacaoId });
    },
  );

  // Answers that whoever interviews writes down.
  const escritas = z.object({
    envio: z.guid('Valor inválido').default(() => crypto.randomUUID()),
    respostas: respostasNoFio,
  });
  app.post(
    `${TALENTOS}/:id/entrevista-desligamento/respostas`,
    { ...withAnswer(edit, z.object({ recebida: z.literal(true) }), { status: 201 }), bodyLimit: MAIOR_ENVIO },
    async (request, reply) => {
      const { acting } = request;
      const { envio, respostas } = demand(escritas, request.body);
      await db.tx(async (tx) => {
        const desligamento = await aEntrevistar(tx, acting, recordIdOf(request));
        const pedida = await solicitada(tx, desligamento.id);
        const asked = pedida && (await findAsked(tx, sql`p.id = ${pedida.id} and p.empresa_id = ${acting.empresaId}`));
        if (!asked) throw new Refusal('SEM_ENTREVISTA', 'Escolha antes o modelo da entrevista.');
        await submitIn(tx, asked, { envio, respostas });
        await acting.audit(tx, {
          table: 'desligamentos',
          id: desligamento.id,
          action: 'A',
          changes: { entrevista: [null, '(preenchida por quem entrevista)'] },
        });
      });
      return reply.status(201).send({ recebida: true });
    },
  );

  async function modeloDe(request: FastifyRequest, id: number) {
    const modelo = await store('gestao-talentos/modelos-entrevista-desligamento').read(db, request.acting, id);
    const perguntas = rowsIn(modelo, 'perguntas');
    return {
      id,
      titulo: modelo.titulo,
      observacao: modelo.observacao,
      perguntas: perguntas.map(({ opcoes, ...pergunta }, index) => ({
        ...pergunta,
        ordem: index + 1,
        respostas: opcoesDe(typeof opcoes === 'string' ? opcoes : null).map((texto) => ({ texto })),
      })),
    };
  }
}
