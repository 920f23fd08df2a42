import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { inWords } from '#platform/questionario/answered.ts';
import type { Asker } from '#platform/questionario/asker.server.ts';
import { fromSlots } from '#platform/questionario/evaluate.ts';
import { openRound } from '#platform/questionario/rounds.server.ts';
import { score } from '#platform/questionario/score.ts';
import { ticketFor } from '#platform/questionario/tickets.server.ts';
import { versionOf } from '#platform/questionario/versions.server.ts';
import { candidaturas } from '../candidaturas/candidaturas.registry.ts';
import { correspondencia, deCandidaturasVisiveis } from '../candidaturas/candidaturas.server.ts';
import { avaliacaoPedida } from './avaliacoes.messages.ts';
import { avaliacoes } from './avaliacoes.registry.ts';

/** Under this name the engine knows the rounds: one for each application and model. */
const AVALIACOES = 'captacao/avaliacoes';
const MODELOS = 'captacao/modelos-avaliacao-candidato';

export const avaliacoesHooks = hooksFor(avaliacoes, { where: deCandidaturasVisiveis });

/** The answers of a round, and what they come to; undefined: the candidate has not answered. */
async function dadasEm(db: Queryable, avaliacaoId: number) {
  const dada = await db.one<{ id: number; versaoId: number; notas: (number | null)[] }>(sql`
    select d.id, r.versao_id as "versaoId", d.notas from respostas_dadas d join rodadas r on r.id = d.rodada_id
    where r.dono = ${AVALIACOES} and r.dono_id = ${avaliacaoId}`);
  if (!dada) return undefined;
  const textos = await db.query<{ perguntaId: number; texto: string }>(
    sql`select pergunta_id as "perguntaId", texto from respostas_escritas where resposta_id = ${dada.id} order by id`,
  );
  const { definicao } = await versionOf(db, dada.versaoId);
  const respostas = fromSlots(definicao, { notas: dada.notas, textos });
  return { definicao, respostas, total: score(definicao, respostas).total };
}

export const avaliacoesPerguntam: Asker = {
  dono: AVALIACOES,
  async respondida(tx, { donoId }) {
    const total = (await dadasEm(tx, donoId))?.total ?? null;
    await tx.query(sql`
      update avaliacoes_candidatos set respondida_em = ${today()}::date, percentual = ${total === null ? null : Math.round(total * 100) / 100}, versao = versao + 1
      where id = ${donoId}`);
  },
};

interface Pedida {
  id: number;
  participacaoId: number;
  respondida: boolean;
}

const pedidaEm = (tx: Queryable, candidatura: number, modelo: number): Promise<Pedida | undefined> =>
  tx.one<Pedida>(sql`
    select a.id, p.id as "participacaoId", a.respondida_em is not null as respondida from avaliacoes_candidatos a
    join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = a.id join participacoes p on p.rodada_id = r.id
    where a.candidatura_id = ${candidatura} and a.modelo_id = ${modelo}`);

/** Asks a candidate; whoever was asked before stays asked, by the same link. */
async function pede(tx: Tx, acting: Acting, candidatura: number, modelo: number): Promise<Pedida> {
  const { candidatoId, situacao, nome } = await tx.only<{ candidatoId: number; situacao: string; nome: string }>(
    sql`select candidato_id as "candidatoId", situacao, resumo as nome from candidaturas where id = ${candidatura} for update`,
  );
  const antes = await pedidaEm(tx, candidatura, modelo);
  if (antes) return antes;
  if (situacao !== 'A') throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou: não recebe avaliações.', 409);
  const pedido = await tx.one<{ titulo: string }>(
    sql`select titulo from modelos_avaliacao_candidato where id = ${modelo} and empresa_id = ${acting.empresaId} and ativo`,
  );
  if (!pedido) throw refuse.invalid([{ field: 'modelo', message: 'O registro selecionado não existe' }]);
  const { id } = await tx.only<{ id: number }>(sql`
    insert into avaliacoes_candidatos (empresa_id, candidatura_id, modelo_id, resumo, pedida_em)
    values (${acting.empresaId}, ${candidatura}, ${modelo}, ${nome}, ${acting.today}::date) returning id`);
  await openRound(tx, acting, {
    empresaId: acting.empresaId,
    dono: AVALIACOES,
    donoId: id,
    versaoDe: { dono: MODELOS, donoId: modelo },
    titulo: pedido.titulo,
    modo: 'I',
    minimo: 3,
    dimensoes: [],
    ate: null,
    participantes: sql`select ${`candidatos:${candidatoId}`}::text as pessoa, null::text as sobre, null::text as papel, '{}'::integer[] as atributos`,
  });
  await acting.audit(tx, {
    table: avaliacoes.table,
    id,
    action: 'I',
    changes: { resumo: [null, nome], modelo: [null, { id: modelo, nome: pedido.titulo }] },
  });
  const nova = await pedidaEm(tx, candidatura, modelo);
  if (!nova) throw refuse.notFound();
  return nova;
}

/** SCR-051: evaluations of candidates, by the engine of questionnaires. */
export function avaliacoesRoutes(app: FastifyInstance, { db, store, address }: Services): void {
  const schema = { tags: [avaliacoes.title] };

  app.post(
    '/api/captacao/candidaturas/:id/avaliacoes',
    {
      config: { authority: `${candidaturas.authority}_EDITAR` },
      schema: {
        ...schema,
        summary: 'Pedir uma avaliação ao candidato',
        response: answers(z.object({ id: z.int(), avisado: z.boolean(), link: z.string().nullable() }), { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const { modelo } = demand(z.object({ modelo: recordId }), request.body);
      const { id: candidatura } = await store('captacao/candidaturas').read(db, acting, recordIdOf(request));
      const feito = await db.tx(async (tx) => {
        const { id, participacaoId, respondida } = await pede(tx, acting, candidatura, modelo);
        const bilhete = respondida ? undefined : await ticketFor(tx, participacaoId);
        if (bilhete === undefined) return { id, avisado: false, link: null };
        const link = address(`/publico/responder?empresaId=${acting.empresaId}#${bilhete}`);
        const carta = await correspondencia(tx, candidatura);
        if (!carta?.email) return { id, avisado: false, link };
        const { titulo } = await tx.only<{ titulo: string }>(
          sql`select titulo from modelos_avaliacao_candidato where id = ${modelo}`,
        );
        await queueMail(tx, avaliacaoPedida, {
          para: carta.email,
          empresaId: acting.empresaId,
          values: { candidato: carta.candidato, vaga: carta.vaga, empresa: acting.empresaNome, avaliacao: titulo, link },
        });
        // Whoever has the link may answer as the candidate: it is shown only where it could not be sent.
        return { id, avisado: true, link: null };
      });
      return reply.status(201).send(feito);
    },
  );

  app.get(
    '/api/captacao/avaliacoes/:id/respostas',
    withAnswer(
      { config: { authority: avaliacoes.authority }, schema: { ...schema, summary: 'O que o candidato respondeu' } },
      z.array(z.object({ pergunta: z.string(), resposta: z.string() })),
    ),
    async (request) => {
      queryOf(request, {});
      const { id } = await store(AVALIACOES).show(db, request.acting, recordIdOf(request));
      const dadas = await dadasEm(db, id);
      if (!dadas) return [];
      const por = new Map(dadas.respostas.map((uma) => [uma.perguntaId, uma]));
      return dadas.definicao.perguntas.map((pergunta) => ({
        pergunta: pergunta.texto,
        resposta: inWords(pergunta, por.get(pergunta.id)),
      }));
    },
  );
}
