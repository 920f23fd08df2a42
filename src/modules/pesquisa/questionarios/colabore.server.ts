import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, asTask, nothing } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { type Job, LATER, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { respostasNoFio } from '#platform/questionario/answer-wire.ts';
import { findAsked, submit } from '#platform/questionario/answering.server.ts';
import { roundOf } from '#platform/questionario/rounds.server.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import type { situacoesNoPontoMobile } from './questionarios.registry.ts';
import { DONO } from './questionarios.server.ts';

type Situacao = keyof typeof situacoesNoPontoMobile;

const LIBERAR = 'ROLE_LIBERAR_QUESTIONARIO';
const VER = 'ROLE_CAD_QUESTIONARIO';

/** Takes the answers of one questionnaire over from the mobile product. */
const BUSCA = 'pesquisa.sincronizacao-colabore';
const buscaDe = (id: number) => `${BUSCA} ${id}`;
const jaBuscando = () =>
  new Refusal('BUSCA_EM_ANDAMENTO', 'As respostas deste questionário já estão sendo buscadas em segundo plano.', 409);

/** What the mobile product answers. */
const recebidas = z.object({ respostas: z.array(z.unknown()).max(10_000) });
/** Who said what. A repeated answer is known by its `envio`. */
const recebida = z.object({ cpf: z.string().regex(/^\d{11}$/), envio: z.guid(), respostas: respostasNoFio });
const sincronizado = z.object({ status: z.enum(['SINCRONIZADO', 'COM_ERRO']), recebidas: z.int() });
const andamento = z.object({ status: z.enum(['ENVIADO', 'SINCRONIZANDO', 'SINCRONIZADO', 'COM_ERRO']).nullable() });

/** The open round of a questionnaire. Another program would know who answered what, so none that promises otherwise goes there. */
async function rodadaAberta({ db, store }: Services, acting: Acting, id: number) {
  const questionario = await store(DONO).read(db, acting, id);
  const rodada = await roundOf(db, { dono: DONO, donoId: questionario.id });
  if (rodada?.estado !== 'A') throw new Refusal('QUESTIONARIO_FECHADO', 'Só um questionário liberado vai ao ponto mobile.');
  if (rodada.modo !== 'I')
    throw new Refusal(
      'RESPOSTA_SIGILOSA',
      'Só um questionário identificado vai ao ponto mobile: lá se saberia quem respondeu o quê.',
    );
  return rodada;
}

const marca = (db: Queryable, id: number, situacao: Situacao) =>
  db.query(sql`update questionarios set status_sincronizacao_colabore = ${situacao} where id = ${id}`);

/** Takes the answers over, each once; what a task had taken when it was stopped stays. */
async function sincroniza(services: Services, acting: Acting, id: number, job?: Pick<Job, 'signal' | 'progress'>) {
  const { db, colabore } = services;
  const { id: rodadaId, donoId, empresaId } = await rodadaAberta(services, acting, id);
  let tomadas = 0;
  let ilegiveis = 0;
  try {
    const { respostas } = recebidas.parse(await colabore.busca(acting, `questionarios/${donoId}/respostas`));
    for (const [vistas, uma] of respostas.entries()) {
      job?.signal.throwIfAborted();
      job?.progress(vistas, respostas.length);
      // What cannot be taken over keeps out nobody else's answers.
      const lida = recebida.safeParse(uma);
      if (!lida.success) {
        ilegiveis += 1;
        continue;
      }
      const { cpf, envio, respostas: dadas } = lida.data;
      const asked = await findAsked(
        db,
        sql`p.rodada_id = ${rodadaId} and p.estado <> 'R' and p.pessoa = any(array(select 'talentos:' || t.id from talentos t where t.empresa_id = ${empresaId} and t.cpf = ${cpf}))`,
      );
      const tomada =
        asked &&
        (await submit(db, asked, { envio, respostas: dadas }).then(
          () => true,
          (error: unknown) => {
            // Incomplete answers stay there until their sender completes them.
            if (!(error instanceof Refusal)) throw error;
            return false;
          },
        ));
      if (tomada) tomadas += 1;
    }
    job?.progress(respostas.length, respostas.length);
  } catch (error) {
    if (job?.signal.aborted) throw error;
    await marca(db, donoId, 'COM_ERRO');
    if (error instanceof z.ZodError)
      throw new Refusal('COLABORE_INDISPONIVEL', 'O ponto mobile respondeu de uma forma que não se conhece.', 503);
    throw error;
  }
  const status = ilegiveis > 0 ? 'COM_ERRO' : 'SINCRONIZADO';
  await marca(db, donoId, status);
  return { status, recebidas: tomadas, ilegiveis } as const;
}

function dizRecebidas({ recebidas: tomadas, ilegiveis }: { recebidas: number; ilegiveis: number }): string {
  const novas =
    tomadas === 0
      ? 'Nenhuma resposta nova no ponto mobile.'
      : `${counted(tomadas, 'resposta recebida', 'respostas recebidas')} do ponto mobile.`;
  return ilegiveis === 0 ? novas : `${novas} ${counted(ilegiveis, 'não pôde ser lida', 'não puderam ser lidas')}.`;
}

export const colaboreJobs = (services: Services): TitledJobs => ({
  [BUSCA]: titled('Buscar respostas no ponto mobile', async (job) => {
    const { acting, dados } = job;
    if (!(acting.can(LIBERAR) && acting.can(VER))) throw refuse.forbidden();
    const { questionarioId } = demand(z.object({ questionarioId: recordId }), dados);
    return { mensagem: dizRecebidas(await sincroniza(services, acting, questionarioId, job)) };
  }),
});

/** CALL-429, CALL-437, CALL-438: a questionnaire that is answered in the mobile product too. */
export function colaboreRoutes(app: FastifyInstance, services: Services): void {
  const { db, store, jobs, colabore } = services;
  const path = `/api/${DONO}/:id`;
  const config = { authority: LIBERAR, besides: [VER] };
  const tags = ['Questionários'];

  app.put(
    `${path}/enviar-colabore`,
    { config, schema: { tags, summary: 'Enviar ao ponto mobile', response: { 204: nothing('enviado') } } },
    async (request, reply) => {
      queryOf(request, {});
      const { acting } = request;
      const { versaoId, titulo, ate, donoId } = await rodadaAberta(services, acting, recordIdOf(request));
      const { definicao } = await versionOf(db, versaoId);
      await colabore.envia(acting, 'questionarios', { questionario: { id: donoId, titulo, ate, definicao } });
      await marca(db, donoId, 'ENVIADO');
      return reply.status(204).send();
    },
  );

  app.post(
    `${path}/sincronizacao-colabore`,
    {
      config,
      schema: { tags, summary: 'Buscar as respostas do ponto mobile', response: { ...answers(sincronizado), ...asTask } },
    },
    async (request, reply) => {
      const { acting } = request;
      const pedido = demand(z.object({ async: z.boolean('Informe true ou false').default(false) }), request.body);
      const { donoId, titulo } = await rodadaAberta(services, acting, recordIdOf(request));
      const key = buscaDe(donoId);
      const agora = async () => {
        // The key joins the same user's tasks, and refuses another's.
        if (pedido.async) return LATER;
        if (await jobs.isOpen(db, key)) throw jaBuscando();
        const { status, recebidas: tomadas } = await sincroniza(services, acting, donoId);
        return { status, recebidas: tomadas };
      };
      return jobs.nowOrLater(reply, acting, agora, {
        tipo: BUSCA,
        dados: { questionarioId: donoId },
        titulo: `Buscar no ponto mobile as respostas de ${titulo}`,
        key,
        busy: jaBuscando,
      });
    },
  );

  app.get(
    `${path}/sincronizacao-colabore/status`,
    {
      config: { authority: VER },
      schema: { tags, summary: 'Situação no ponto mobile', response: answers(andamento) },
    },
    async (request) => {
      queryOf(request, {});
      const { id, statusSincronizacaoColabore } = await store(DONO).read(db, request.acting, recordIdOf(request));
      return { status: (await jobs.isOpen(db, buscaDe(id))) ? 'SINCRONIZANDO' : (statusSincronizacaoColabore ?? null) };
    },
  );
}
