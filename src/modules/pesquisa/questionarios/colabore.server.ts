import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { respostasNoFio } from '#platform/questionario/answer-wire.ts';
import { findAsked, submit } from '#platform/questionario/answering.server.ts';
import { roundOf } from '#platform/questionario/rounds.server.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import type { situacoesNoPontoMobile } from './questionarios.registry.ts';
import { DONO } from './questionarios.server.ts';

type Situacao = keyof typeof situacoesNoPontoMobile;

/** What the mobile product answers. */
const recebidas = z.object({ respostas: z.array(z.unknown()).max(10_000) });
/** Who said what. A repeated answer is known by its `envio`. */
const recebida = z.object({ cpf: z.string().regex(/^\d{11}$/), envio: z.guid(), respostas: respostasNoFio });
const sincronizado = z.object({
  status: z.enum(['ENVIADO', 'SINCRONIZADO', 'COM_ERRO']).nullable(),
  recebidas: z.int().optional(),
});

/** CALL-429, CALL-437, CALL-438: a questionnaire that is answered in the mobile product too. */
export function colaboreRoutes(app: FastifyInstance, { db, store }: Services): void {
  const path = `/api/${DONO}/:id`;
  const config = { authority: 'ROLE_LIBERAR_QUESTIONARIO', besides: ['ROLE_CAD_QUESTIONARIO'] };
  const tags = ['Questionários'];

  /** The open round of a questionnaire. Another program would know who answered what, so none that promises otherwise goes there. */
  async function rodadaAberta(acting: Acting, id: number) {
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
  const marca = (id: number, situacao: Situacao) =>
    db.query(sql`update questionarios set status_sincronizacao_colabore = ${situacao} where id = ${id}`);

  app.put(
    `${path}/enviar-colabore`,
    { config, schema: { tags, summary: 'Enviar ao ponto mobile', response: { 204: nothing('enviado') } } },
    async (request, reply) => {
      queryOf(request, {});
      const { acting } = request;
      const { versaoId, titulo, ate, donoId } = await rodadaAberta(acting, recordIdOf(request));
      const { definicao } = await versionOf(db, versaoId);
      await app.colabore.envia(acting, 'questionarios', { questionario: { id: donoId, titulo, ate, definicao } });
      await marca(donoId, 'ENVIADO');
      return reply.status(204).send();
    },
  );

  /** Takes the answers over, each once. */
  async function sincroniza(acting: Acting, id: number) {
    const { id: rodadaId, donoId, empresaId } = await rodadaAberta(acting, id);
    let tomadas = 0;
    let ilegiveis = 0;
    try {
      const { respostas } = recebidas.parse(await app.colabore.busca(acting, `questionarios/${donoId}/respostas`));
      for (const uma of respostas) {
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
    } catch (error) {
      await marca(donoId, 'COM_ERRO');
      if (error instanceof z.ZodError)
        throw new Refusal('COLABORE_INDISPONIVEL', 'O ponto mobile respondeu de uma forma que não se conhece.', 503);
      throw error;
    }
    const status: Situacao = ilegiveis > 0 ? 'COM_ERRO' : 'SINCRONIZADO';
    await marca(donoId, status);
    return { status, recebidas: tomadas };
  }

  app.post(
    `${path}/sincronizacao-colabore`,
    { config, schema: { tags, summary: 'Buscar as respostas do ponto mobile', response: answers(sincronizado) } },
    async (request) => {
      // What the mobile product answers is few enough for the request, so `async` changes nothing.
      demand(z.object({ async: z.boolean('Informe true ou false').default(false) }), request.body);
      return sincroniza(request.acting, recordIdOf(request));
    },
  );

  app.get(
    `${path}/sincronizacao-colabore/status`,
    {
      config: { authority: 'ROLE_CAD_QUESTIONARIO' },
      schema: { tags, summary: 'Situação no ponto mobile', response: answers(sincronizado) },
    },
    async (request) => {
      queryOf(request, {});
      const { statusSincronizacaoColabore } = await store(DONO).read(db, request.acting, recordIdOf(request));
      return { status: statusSincronizacaoColabore ?? null };
    },
  );
}
