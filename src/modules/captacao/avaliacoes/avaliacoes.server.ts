import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { recordId } from '#kit/fields/reference.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import type { TitledJobs } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse, stillThere } from '#kit/refusal/refusal.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { candidates } from '#platform/externo/external-session.server.ts';
import type { Asker } from '#platform/questionario/asker.server.ts';
import type { EstadoDaParticipacao } from '#platform/questionario/round.ts';
import { openRound } from '#platform/questionario/rounds.server.ts';
import { ticketFor } from '#platform/questionario/tickets.server.ts';
import { mayTell } from '#platform/session/letters.server.ts';
import { systemActing } from '#platform/session/session.server.ts';
import { countAt, isWithin } from '#platform/session/throttle.server.ts';
import { MODELOS, PEDE_AVALIACOES, pedeAindaA, pedidasNaEtapa } from '../candidaturas/avaliacoes-da-etapa.server.ts';
import { candidaturas } from '../candidaturas/candidaturas.registry.ts';
import { deCandidaturasVisiveis } from '../candidaturas/candidaturas.server.ts';
import { mandaCarta } from '../candidaturas/cartas.server.ts';
import { NAO_AVALIA } from '../candidaturas/codigos.ts';
import { avaliacaoPedida } from './avaliacoes.messages.ts';
import { avaliacoes } from './avaliacoes.registry.ts';
import { AVALIACOES, dadasEm, emPalavras } from './dadas.server.ts';

export const avaliacoesHooks = hooksFor(avaliacoes, { where: deCandidaturasVisiveis });

export const avaliacoesPerguntam: Asker = {
  dono: AVALIACOES,
  async dispensa(db, { donoId }) {
    const { situacao } = stillThere(
      await db.one<{ situacao: string }>(
        sql`select k.situacao from avaliacoes_candidatos a join candidaturas k on k.id = a.candidatura_id where a.id = ${donoId}`,
      ),
    );
    return situacao === 'A'
      ? undefined
      : new Refusal('CANDIDATURA_TERMINADA', 'Esta seleção já terminou para você: não é preciso responder.', 409);
  },
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
  estado: EstadoDaParticipacao;
}

const pedidaEm = (tx: Queryable, candidatura: number, modelo: number): Promise<Pedida | undefined> =>
  tx.one<Pedida>(sql`
    select a.id, p.id as "participacaoId", p.estado from avaliacoes_candidatos a
    join rodadas r on r.dono = ${AVALIACOES} and r.dono_id = a.id join participacoes p on p.rodada_id = r.id
    where a.candidatura_id = ${candidatura} and a.modelo_id = ${modelo}`);

/** Asks a candidate; whoever was asked before stays asked, by the same link. */
async function pede(tx: Tx, acting: Acting, candidatura: number, modelo: number): Promise<Pedida> {
  const { candidatoId, situacao, nome, daVaga } = stillThere(
    await tx.one<{ candidatoId: number; situacao: string; nome: string; daVaga: string }>(sql`
      select c.candidato_id as "candidatoId", c.situacao, c.resumo as nome, s.situacao as "daVaga"
      from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id where c.id = ${candidatura} for update of c`),
  );
  const antes = await pedidaEm(tx, candidatura, modelo);
  if (antes && ((situacao === 'A' && daVaga === 'A') || antes.estado === 'R')) return antes;
  if (situacao !== 'A') throw new Refusal('CANDIDATURA_TERMINADA', 'A candidatura já terminou: não recebe avaliações.', 409);
  if (daVaga !== 'A') throw new Refusal('VAGA_FECHADA', NAO_AVALIA, 409);
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

/**
 * Asks, and mails the personal link, or answers it where it is not mailed: whoever has it may answer as the candidate and read what
 * they saved, so it is shown only to be handed over to whoever has not begun.
 */
const pedindo =
  ({ address }: Pick<Services, 'address'>) =>
  async (tx: Tx, acting: Acting, candidatura: number, modelo: number, manda: boolean) => {
    const { id, participacaoId, estado } = await pede(tx, acting, candidatura, modelo);
    const bilhete = await ticketFor(tx, participacaoId);
    if (bilhete === undefined) return { id, avisado: false, link: null };
    const link = address(`/publico/responder?empresaId=${acting.empresaId}#${bilhete}`);
    const { titulo: avaliacao } = await tx.only<{ titulo: string }>(
      sql`select titulo from modelos_avaliacao_candidato where id = ${modelo}`,
    );
    if (manda && (await mandaCarta(tx, acting, avaliacaoPedida, candidatura, { avaliacao, link })))
      return { id, avisado: true, link: null };
    if (estado === 'P')
      throw new Refusal(
        'AVALIACAO_COMECADA',
        'O candidato já começou a responder pelo link dele: o que ele respondeu até aqui, só ele vê.',
        409,
      );
    return { id, avisado: false, link };
  };

/** Whoever came to a stage, and waits to be asked. */
interface Espera {
  id: number;
  candidatura: number;
  etapaId: number | null;
  /** who brought them there; null: they applied, or that user is gone */
  usuarioId: number | null;
}

interface PorPedir {
  modelo: number;
  manda: boolean;
}

/** Those who wait that one task takes: a company that has more takes its next turn after the others. */
const POR_VEZ = 100;

/** Evaluations after which it takes nobody more: an ad may ask for many. */
const PEDIDAS_POR_VEZ = 500;

/**
 * Whether a letter may go. Whoever moved the candidate brings it about, to an address that people of the company type, and who applies at the portal, to
 * one that may be anybody's. What is asked stands at the portal, too.
 */
async function podeAvisar(db: Queryable, { candidatura, etapaId, usuarioId }: Espera): Promise<boolean> {
  const para = await db.one<{ email: string; conta: number | null; empresaId: number }>(sql`
    select p.email, k.conta_id as conta, c.empresa_id as "empresaId" from candidaturas c join candidatos p on p.id = c.candidato_id
    left join candidatos_contas k on k.candidato_id = p.id and c.origem = 'P' where c.id = ${candidatura} and p.email is not null`);
  if (!para) return false;
  const { email, conta, empresaId } = para;
  if (usuarioId === null && etapaId === null && conta !== null) return mayTell(db, candidates, { id: conta, email }, 'outra');
  return isWithin(() => countAt(db, [['avaliacoesDaEtapa', String(usuarioId ?? `empresa/${empresaId}`)]]));
}

/** What the ads of vacancies ask for at a stage, of whoever came to it and was not asked before. */
export function avaliacoesJobs(services: Services): TitledJobs {
  const { db } = services;
  const pedeEManda = pedindo(services);

  /** What somebody who waits still lacks; nothing, once they are out of the selection. */
  const faltamA = ({ candidatura, etapaId }: Espera) =>
    db.query<PorPedir>(sql`
      with vaga as materialized (
        select c.solicitacao_id from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id and s.situacao = 'A'
        where c.id = ${candidatura} and c.situacao = 'A')
      select l.avaliacao_id as modelo, l.manda from (${pedidasNaEtapa(sql`select solicitacao_id from vaga`, etapaId)}) l
      where not exists (select from avaliacoes_candidatos a where a.candidatura_id = ${candidatura} and a.modelo_id = l.avaliacao_id)
      order by 1`);

  /** Answers whether it asked. What cannot be asked of anybody as it stands is left out. */
  const pedeUma = async (acting: Acting, espera: Espera, { modelo, manda }: PorPedir): Promise<boolean> => {
    const { candidatura } = espera;
    try {
      // Counted first: nobody waits for a count while they hold a candidate.
      const avisa = manda && (await podeAvisar(db, espera));
      return await db.tx(async (tx) => {
        // Asked by hand, or out of the selection, since the list was read.
        const ainda = await tx.one(sql`
          select 1 from candidaturas c join solicitacoes_pessoal s on s.id = c.solicitacao_id and s.situacao = 'A'
          where c.id = ${candidatura} and c.situacao = 'A'
            and not exists (select from avaliacoes_candidatos a where a.candidatura_id = c.id and a.modelo_id = ${modelo}) for update of c`);
        if (!ainda) return false;
        await pedeEManda(tx, acting, candidatura, modelo, avisa);
        return true;
      });
    } catch (fault) {
      if (fault instanceof Refusal) return false;
      throw fault;
    }
  };

  return {
    [PEDE_AVALIACOES]: {
      title: 'Pedir as avaliações da etapa aos candidatos',
      places: 1,
      // Nobody asks for it a second time.
      attempts: 20,
      run: async ({ dados, signal, conclude }) => {
        const { empresaId } = dados as { empresaId: number };
        const acting = systemActing(await createAccessCache(db)(0, empresaId, 0), 'avaliacoes');
        // One of each person, then the second of each: nobody waits for all that somebody else has brought about.
        const vez = await db.query<Espera>(sql`
          select id, candidatura_id as candidatura, etapa_seletiva_id as "etapaId", usuario_id as "usuarioId" from (
            select *, row_number() over (partition by usuario_id order by id) as n from avaliacoes_a_pedir where empresa_id = ${empresaId}) p
          where n <= ${POR_VEZ} order by n, id limit ${POR_VEZ}`);
        let [faltavam, pedidas] = [0, 0];
        await faultsLast(signal, async (part) => {
          for (const espera of vez) {
            if (faltavam >= PEDIDAS_POR_VEZ) break;
            const todas = async () => {
              for (const falta of await faltamA(espera)) {
                signal.throwIfAborted();
                faltavam++;
                if (await pedeUma(acting, espera, falta)) pedidas++;
              }
              // Whoever came again meanwhile has another number, and is looked at again.
              await db.query(sql`delete from avaliacoes_a_pedir where id = ${espera.id}`);
              return true;
            };
            if (!(await part(todas)))
              await part(() => db.query(sql`update avaliacoes_a_pedir set id = default where id = ${espera.id}`));
          }
        });
        await db.tx(async (tx) => {
          await conclude(tx, { mensagem: counted(pedidas, 'avaliação pedida', 'avaliações pedidas') });
          await pedeAindaA(tx, empresaId);
        });
        return undefined;
      },
    },
  };
}

/** SCR-051: evaluations of candidates, by the engine of questionnaires. */
export function avaliacoesRoutes(app: FastifyInstance, services: Services): void {
  const { db, store } = services;
  const pedeEManda = pedindo(services);
  const schema = { tags: [avaliacoes.title] };

  app.post(
    '/api/captacao/candidaturas/:id/avaliacoes',
    {
      config: { authority: `${candidaturas.authority}_EDITAR`, besides: [candidaturas.authority] },
      schema: {
        ...schema,
        summary: 'Pedir uma avaliação ao candidato',
        response: answers(z.object({ id: z.int(), avisado: z.boolean(), link: z.string().nullable() }), { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const { modelo, mandar } = demand(
        z.object({ modelo: recordId, mandar: z.boolean('Valor inválido').default(true) }),
        request.body,
      );
      const { id: candidatura } = await store('captacao/candidaturas').read(db, acting, recordIdOf(request));
      if (mandar) await countAt(db, [['pedidoDeAvaliacao', `${candidatura}/${modelo}`]]);
      const feito = await db.tx(async (tx) => {
        const pedida = await pedeEManda(tx, acting, candidatura, modelo, mandar);
        if (pedida.link !== null)
          await acting.audit(tx, {
            table: avaliacoes.table,
            id: pedida.id,
            action: 'L',
            changes: { colunas: [null, 'Link pessoal'] },
          });
        return pedida;
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
      return emPalavras(db, id);
    },
  );
}
