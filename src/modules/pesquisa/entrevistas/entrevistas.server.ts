import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { namedId } from '#kit/fields/bare.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, named } from '#kit/http/openapi.server.ts';
import { inQuery, queryOf, recordIdOf } from '#kit/http/query.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal, refuse, stillThere } from '#kit/refusal/refusal.ts';
import { recordRef } from '#kit/store/described.server.ts';
import { freeTitle } from '#kit/store/free-title.server.ts';
import { createOnce, ONCE } from '#kit/store/sent-once.server.ts';
import { hooksFor } from '#kit/store/store.server.ts';
import { contaCarta, pessoaDe, talentoVisivel } from '#modules/gestao-talentos/public.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { respostasNoFio } from '#platform/questionario/answer-wire.ts';
import { findAsked, submitIn } from '#platform/questionario/answering.server.ts';
import { addParticipants, openRound, roundOf } from '#platform/questionario/rounds.server.ts';
import { ticketFor } from '#platform/questionario/tickets.server.ts';
import { DONO as PESQUISAS } from '../pesquisas/pesquisas.server.ts';
import { prometido } from '../questionarios/promessas.ts';
import { convite } from '../questionarios/questionarios.messages.ts';
import { entrevistado, entrevistar } from './entrevistar.ts';
import { entrevistas } from './entrevistas.registry.ts';

/** The registry under which the engine knows the rounds of interviews: one for each, to which people are added one by one. */
export const DONO = 'pesquisa/entrevistas';
const PATH = `/api/${DONO}`;

export const entrevistasHooks = hooksFor(entrevistas, {
  holdsOff: true,
  computed: {
    entrevistados: `(select count(*)::int from rodadas r join participacoes p on p.rodada_id = r.id where r.dono = '${DONO}' and r.dono_id = t.id and p.estado = 'R')`,
  },
  async beforeSave(tx, { value, before }) {
    if (before && namedId(before.pesquisa) !== value.pesquisa && (await roundOf(tx, { dono: DONO, donoId: before.id })))
      throw refuse.invalid([{ field: 'pesquisa', message: 'Já há entrevistados: clone a entrevista para mudar as perguntas' }]);
  },
  async beforeRemove(tx, { before }) {
    if (await roundOf(tx, { dono: DONO, donoId: before.id }))
      throw new Refusal('ENTREVISTA_USADA', 'Esta entrevista já foi feita a alguém. Marque-a como inativa.');
  },
});

interface Entrevista {
  id: number;
  titulo: string;
  ativa: boolean;
  pesquisa: unknown;
}

/** Asks one more person; answers their participation. Whoever was asked before keeps theirs. */
export async function pergunta(tx: Tx, acting: Acting, entrevista: Entrevista, talentoId: number): Promise<number> {
  const { id, titulo, ativa, pesquisa } = entrevista;
  if (!ativa) throw new Refusal('ENTREVISTA_INATIVA', 'Esta entrevista está inativa.');
  const quem = sql`select ${pessoaDe(talentoId)}::text as pessoa, null::text as sobre, null::text as papel, '{}'::integer[] as atributos`;
  const rodada = await roundOf(tx, { dono: DONO, donoId: id });
  const rodadaId =
    rodada?.id ??
    (await openRound(tx, acting, {
      empresaId: acting.empresaId,
      dono: DONO,
      donoId: id,
      versaoDe: { dono: PESQUISAS, donoId: Number(namedId(pesquisa)) },
      titulo,
      modo: 'I',
      minimo: 3,
      dimensoes: [],
      ate: null,
      participantes: quem,
    }));
  if (rodada) await addParticipants(tx, rodadaId, quem);
  const feita = await findAsked(tx, sql`p.rodada_id = ${rodadaId} and p.pessoa = ${pessoaDe(talentoId)} and p.sobre is null`);
  if (!feita) throw refuse.notFound();
  return feita.id;
}

const listada = z.object({ id: z.int(), titulo: z.string(), ativa: z.boolean(), questionario: named });

export function entrevistasRoutes(app: FastifyInstance, { db, store, address }: Services): void {
  const cadastro = store(DONO);
  const schema = { tags: [entrevistas.title] };
  const open = { authority: entrevistas.authority };
  const edit = { authority: `${entrevistas.authority}_EDITAR` } as const;
  /** The interview, locked: two who begin it at once open one round. */
  const lida = async (tx: Tx, acting: Acting, id: number) => (await cadastro.read(tx, acting, id, true)) as unknown as Entrevista;

  // CALL-454
  app.get(
    `${PATH}/questionarios`,
    { config: open, schema: { ...schema, summary: 'Entrevistas', response: answers(z.array(listada)) } },
    (request) => {
      const { empresaId, ativa } = queryOf(request, { empresaId: inQuery.id.optional(), ativa: inQuery.flag.optional() });
      if (empresaId !== undefined && empresaId !== request.acting.empresaId) return [];
      return db.query(sql`
      select e.id, e.titulo, e.ativa, json_build_object('id', p.id, 'nome', p.titulo) as questionario
      from entrevistas e join pesquisas p on p.id = e.pesquisa_id
      where e.empresa_id = ${request.acting.empresaId} and (${ativa ?? null}::boolean is null or e.ativa = ${ativa ?? null}::boolean)
      order by e.titulo_ord, e.id limit 500`);
    },
  );

  // CALL-455: the same questions, as they are now, without anybody asked.
  app.post(
    `${PATH}/:id/clone`,
    {
      config: edit,
      schema: { ...schema, summary: 'Clonar', response: answers(recordRef(app, cadastro.registry), { status: 201 }) },
    },
    async (request, reply) => {
      const { acting } = request;
      const id = recordIdOf(request);
      const nova = await db.tx((tx) =>
        createOnce(tx, acting, {
          key: request.headers[ONCE],
          path: `${PATH}/${id}/clone`,
          body: request.body,
          create: async () => {
            const { titulo, pesquisa } = await lida(tx, acting, id);
            const { observacao } = await cadastro.read(tx, acting, id);
            const { empresaId } = acting;
            const livre = await freeTitle(tx, entrevistas, { empresaId, title: titulo, nth: (n) => ` (${n + 1})` });
            return cadastro.create(tx, acting, { titulo: livre, pesquisa, observacao, ativa: true });
          },
          read: (made) => cadastro.read(tx, acting, made),
        }),
      );
      return reply.status(201).send(nova);
    },
  );

  // Whoever interviews says whom; the answer leads to their questions.
  app.post(
    `${PATH}/:id/entrevistar`,
    {
      config: edit,
      schema: {
        ...schema,
        summary: 'Entrevistar alguém',
        response: answers(z.object({ solicitacaoId: z.int(), colaboradorId: z.int() }), { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const { colaborador, enviarLink } = demandForm(entrevistar, request.body, acting);
      if (enviarLink) await contaCarta(db, acting, { porta: 'conviteDeEntrevista', talento: colaborador });
      const feita = await db.tx(async (tx) => {
        const entrevista = await lida(tx, acting, recordIdOf(request));
        const talento = await talentoVisivel(tx, acting, colaborador);
        const solicitacaoId = await pergunta(tx, acting, entrevista, talento.id);
        const bilhete = await ticketFor(tx, solicitacaoId);
        if (bilhete === undefined) throw new Refusal('JA_RESPONDIDA', 'Esta pessoa já respondeu a esta entrevista.', 409);
        if (enviarLink) await manda(tx, acting, entrevista, talento, bilhete);
        return { solicitacaoId, colaboradorId: talento.id };
      });
      return reply.status(201).send(feita);
    },
  );

  async function manda(
    tx: Tx,
    { empresaId }: Acting,
    { titulo }: Entrevista,
    { id, nome }: { id: number; nome: string },
    bilhete: string,
  ) {
    const { email } = stillThere(await tx.one<{ email: string | null }>(sql`select email from talentos where id = ${id}`));
    if (email === null)
      throw refuse.invalid([
        { field: 'enviarLink', message: 'Este talento não tem e-mail: cadastre um, ou preencha a entrevista com ele' },
      ]);
    await queueMail(tx, convite, {
      para: email,
      empresaId,
      values: {
        nome: nome.split(' ')[0] ?? nome,
        titulo,
        mensagem: `Gostaríamos de ouvir você: ${titulo}.`,
        promessa: prometido('I', null),
        prazo: '',
        link: address(`/publico/responder?empresaId=${empresaId}#${bilhete}`),
      },
    });
  }

  // CALL-456: answers that whoever interviews writes down.
  app.post(
    `${PATH}/respostas`,
    {
      config: edit,
      schema: {
        ...schema,
        summary: 'Respostas de um entrevistado',
        response: answers(z.object({ solicitacaoId: z.int() }), { status: 201 }),
      },
    },
    async (request, reply) => {
      const { acting } = request;
      const { entrevistaId, colaboradorId } = demandForm(entrevistado, request.body, acting);
      const { envio, respostas } = demand(
        z.object({
          envio: z.guid('Valor inválido').default(() => crypto.randomUUID()),
          respostas: respostasNoFio,
        }),
        request.body,
      );
      const solicitacaoId = await db.tx(async (tx) => {
        const talento = await talentoVisivel(tx, acting, colaboradorId);
        const id = await pergunta(tx, acting, await lida(tx, acting, entrevistaId), talento.id);
        const asked = await findAsked(tx, sql`p.id = ${id}`);
        if (!asked) throw refuse.notFound();
        await submitIn(tx, asked, { envio, respostas });
        await acting.audit(tx, {
          table: 'entrevistas',
          id: entrevistaId,
          action: 'A',
          changes: { respostas: [null, '(dadas por quem entrevista)'] },
        });
        return id;
      });
      return reply.status(201).send({ solicitacaoId });
    },
  );
}
