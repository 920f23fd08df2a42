import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { demandForm } from '#kit/form/demand-form.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf, recordIdOf } from '#kit/http/query.server.ts';
import { countAttempt } from '#kit/http/throttle.server.ts';
import { filled } from '#kit/message/message.ts';
import type { Services } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { auditaConjunto } from '#platform/audit/audit.server.ts';
import { composed } from '#platform/mail/compose.server.ts';
import { inGroups, queueMails } from '#platform/mail/mail.server.ts';
import { tituloParaCandidatos } from '../anuncios/titulo.server.ts';
import { candidatos } from '../candidatos/candidatos.registry.ts';
import { cartaAoCandidato } from './candidaturas.messages.ts';
import { candidaturas } from './candidaturas.registry.ts';
import { jaRecebeuMuitas, muitasCartas } from './cartas.server.ts';
import { cartaEscrita, MAXIMO_DE_CARTAS, type PreviaDaCarta } from './cartas.ts';
import { vagaDaSelecao } from './selecao.server.ts';
import { ids } from './selecao.wire.server.ts';

/** A letter of one's own to so many selections in 15 minutes. */
const ENVIOS = 20;

interface Destinatario {
  id: number;
  about: string[];
  nome: string;
  email: string | null;
  etapa: string;
  recebeu: boolean;
  /** all the letters about the application that the actor may write in a day */
  muitas: boolean;
}

/** Those of a selection that somebody writes to, and whether they got a letter of the same subject today. */
const destinatarios = (db: Queryable, vagaId: number, ids: readonly number[], assunto: string, acting: Acting) =>
  db.query<Destinatario>(sql`
    select c.id, array[${`${candidatos.table}:`}::text || p.id] as about, coalesce(p.nome_social, p.nome) as nome, p.email, coalesce(e.nome, 'Inscritos') as etapa,
      exists (select from candidaturas_emails x where x.candidatura_id = c.id and x.tipo = ${cartaAoCandidato.id} and x.modelo = ${assunto}
        and hoje(x.enviado_em) = ${acting.today}::date) as recebeu,
      ${jaRecebeuMuitas(sql`c.id`, acting.usuarioNome)} as muitas
    from candidaturas c join candidatos p on p.id = c.candidato_id left join etapas_seletivas e on e.id = c.etapa_seletiva_id
    where c.solicitacao_id = ${vagaId} and c.id = any(${[...ids]}::bigint[]) order by c.id`);

function porqueNaoRecebe({ nome, email, recebeu, muitas }: Destinatario): string | null {
  if (email === null) return `${nome} não tem e-mail.`;
  if (recebeu) return `${nome} já recebeu hoje um e-mail com este assunto.`;
  return muitas ? muitasCartas(nome) : null;
}

const quem = z.object({ ids: ids(MAXIMO_DE_CARTAS) });
export const previaDaCarta = z.object({
  recebem: z.int(),
  semEmail: z.int(),
  para: z.string().nullable(),
  assunto: z.string(),
  texto: z.string(),
}) satisfies z.ZodType<PreviaDaCarta>;

interface ComEndereco {
  email: string | null;
}
export const comEmail = <T extends ComEndereco>(todos: readonly T[]): T[] => todos.filter(({ email }) => email !== null);

/** Who of them all gets a letter, and that of the first as it reads. */
export function dizPrevia(
  todos: readonly ComEndereco[],
  para: string | undefined,
  dita: { assunto: string; texto: string } | undefined,
): PreviaDaCarta {
  const recebem = comEmail(todos).length;
  return {
    recebem,
    semEmail: todos.length - recebem,
    para: para ?? null,
    assunto: dita?.assunto ?? '',
    texto: dita?.texto ?? '',
  };
}

const tituloDe = async (db: Queryable, solicitacaoId: number): Promise<string> =>
  (
    await db.only<{ titulo: string }>(
      sql`select ${tituloParaCandidatos} as titulo from solicitacoes_pessoal s where s.id = ${solicitacaoId}`,
    )
  ).titulo;

const feitos = z.object({ feitos: z.int(), falhas: z.array(z.object({ id: z.int(), nome: z.string(), message: z.string() })) });

/** Letters of one's own to candidates of a selection: one, or several at once. */
export function cartasRoutes(app: FastifyInstance, { db }: Services): void {
  const path = '/api/captacao/selecao/:id/emails';
  const config = { authority: `${candidaturas.authority}_EDITAR`, besides: [candidaturas.authority] };
  const schema = { tags: [candidaturas.title] };

  const valores = (acting: Acting, vaga: string, { nome, etapa }: Destinatario) => ({
    candidato: nome,
    vaga,
    etapa,
    empresa: acting.empresaNome,
  });

  app.post(
    `${path}/previa`,
    withAnswer(
      { config: { ...config, reads: true as const }, schema: { ...schema, summary: 'O e-mail como o candidato o lê' } },
      previaDaCarta,
    ),
    async (request) => {
      queryOf(request, {});
      const { acting } = request;
      const { ids } = demand(quem.loose(), request.body);
      const { assunto, texto } = demand(
        z.object({ assunto: z.string().max(200), texto: z.string().max(10_000) }).loose(),
        request.body,
      );
      const { id } = await vagaDaSelecao(db, acting, recordIdOf(request));
      const todos = await destinatarios(db, id, ids, assunto, acting);
      const [primeiro] = comEmail(todos);
      const dita =
        primeiro &&
        composed(
          { ...cartaAoCandidato, subject: assunto, text: texto },
          undefined,
          valores(acting, await tituloDe(db, id), primeiro),
        );
      return dizPrevia(todos, primeiro?.nome, dita);
    },
  );

  app.post(path, withAnswer({ config, schema: { ...schema, summary: 'Escrever a candidatos' } }, feitos), async (request) => {
    queryOf(request, {});
    const { acting } = request;
    const { ids, ...carta } = demand(quem.loose(), request.body);
    const { assunto, texto } = demandForm(cartaEscrita, carta, acting);
    const { id } = await vagaDaSelecao(db, acting, recordIdOf(request));
    await countAttempt(db, [{ key: `carta:${acting.empresaId}:${acting.usuarioId}`, limit: ENVIOS }]);
    return db.tx(async (tx) => {
      // Two who send the same letter at once: the second one finds it sent.
      await tx.query(
        sql`select id from candidaturas where id = any(${ids}::bigint[]) and solicitacao_id = ${id} order by id for update`,
      );
      const todos = await destinatarios(tx, id, ids, assunto, acting);
      if (todos.length === 0) throw refuse.notFound();
      const falhas = todos.flatMap((um) => {
        const message = porqueNaoRecebe(um);
        return message === null ? [] : [{ id: um.id, nome: um.nome, message }];
      });
      const fora = new Set(falhas.map((falha) => falha.id));
      const recebem = todos.filter((um) => !fora.has(um.id));
      await manda(tx, acting, recebem, { assunto, texto, vaga: await tituloDe(tx, id) });
      return { feitos: recebem.length, falhas };
    });
  });

  async function manda(
    tx: Tx,
    acting: Acting,
    recebem: readonly Destinatario[],
    { assunto, texto, vaga }: { assunto: string; texto: string; vaga: string },
  ): Promise<void> {
    if (recebem.length === 0) return;
    const { empresaId, usuarioNome } = acting;
    const escrita = { ...cartaAoCandidato, subject: assunto, text: texto };
    await queueMails(
      tx,
      escrita,
      empresaId,
      recebem.map((um) => ({ para: um.email as string, about: um.about, values: valores(acting, vaga, um) })),
    );
    const quais = recebem.map((um) => um.id);
    const dita = (um: Destinatario) => {
      const values = valores(acting, vaga, um);
      return { id: um.id, assunto: filled(assunto, values), texto: filled(texto, values) };
    };
    for await (const algumas of inGroups(recebem, dita, (uma) => uma.texto.length))
      await tx.query(sql`
        insert into candidaturas_emails (empresa_id, candidatura_id, tipo, assunto, texto, modelo, quem)
        select ${empresaId}, x.id, ${cartaAoCandidato.id}, x.assunto, x.texto, ${assunto}, ${usuarioNome}
        from json_to_recordset(${JSON.stringify(algumas)}::json) as x(id bigint, assunto text, texto text)`);
    await auditaConjunto(
      tx,
      acting,
      candidaturas.table,
      'A',
      sql`select x as registro_id, jsonb_build_object('email', jsonb_build_array(null, ${assunto}::text)) as mudancas from unnest(${quais}::bigint[]) x`,
    );
  }
}
