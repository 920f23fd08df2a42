import sql, { type Sql } from 'sql-template-tag';
import { formatDate, today } from '#kit/br/date.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { faultsLast, type InParts } from '#kit/jobs/faults-last.server.ts';
import { type Job, titled } from '#kit/jobs/jobs.server.ts';
import { runSoon } from '#kit/jobs/schedule.server.ts';
import type { MessageType } from '#kit/message/message.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { COM_EMAIL } from '#modules/gestao-talentos/public.server.ts';
import { queueMails } from '#platform/mail/mail.server.ts';
import type { Modo } from '#platform/questionario/round.ts';
import { ticketsFor } from '#platform/questionario/tickets.server.ts';
import { countAt, isWithin } from '#platform/session/throttle.server.ts';
import { prometido } from './promessas.ts';
import { agradecimento, convite, lembrete } from './questionarios.messages.ts';

/** Sends what is due about questionnaires: invitations at once, reminders by their plan, thanks when a round has ended. */
export const CORREIO = 'pesquisa.correio';
/** Each morning: the reminders that questionnaires planned. */
export const LEMBRETES = 'pesquisa.lembretes';
/** People who are written to in one transaction. */
const LOTE = 500;
/** People with another address who are invited anew in one transaction. */
const LOTE_DE_NOVO = 100;

/** Asks for the mails now instead of at the next turn of the clock. */
export const pedeCorreio = (tx: Queryable) => runSoon(tx, CORREIO);

interface Aberto {
  id: number;
  empresaId: number;
  rodadaId: number;
  titulo: string;
  mensagem: string | null;
  modo: Modo;
  minimo: number;
  ate: string | null;
}

/** Of a company that is not active (any more) nobody is written to. */
const DE_EMPRESA_ATIVA = sql`exists (select from empresas e where e.id = q.empresa_id and e.ativo)`;

const DE_RODADAS = sql`from questionarios q join rodadas r on r.dono = 'pesquisa/questionarios' and r.dono_id = q.id`;
const ABERTO = sql`q.id, q.empresa_id as "empresaId", r.id as "rodadaId", q.titulo, q.mensagem, r.modo, r.minimo, r.ate ${DE_RODADAS}`;

interface Destinatario {
  id: number;
  nome: string;
  email: string;
}

const deQuem = ({ rodadaId }: Aberto, quais: Sql) => sql`
  select p.id, t.nome, t.email from participacoes p join ${COM_EMAIL} where p.rodada_id = ${rodadaId} and ${quais}`;

/** The participations with somebody to write to, in the order of their random ids, after one of them. */
const destinatarios = (tx: Queryable, aberto: Aberto, quais: Sql, depois: number) =>
  tx.query<Destinatario>(sql`${deQuem(aberto, quais)} and p.id > ${depois} order by p.id limit ${LOTE}`);

/** Writes to some people of a round, each with their own link. Answers how many. */
async function escreve(tx: Tx, { address }: Services, aberto: Aberto, type: MessageType, pessoas: readonly Destinatario[]) {
  const { empresaId, titulo, mensagem, modo, minimo, ate } = aberto;
  const ids = pessoas.map(({ id }) => id);
  const bilhetes = type === agradecimento ? new Map<number, string>() : await ticketsFor(tx, ids);
  const mails = pessoas.map(({ id, nome, email }) => ({
    para: email,
    values: {
      nome: nome.split(' ')[0] ?? nome,
      titulo,
      mensagem: mensagem ?? `Gostaríamos de ouvir você: ${titulo}.`,
      promessa: prometido(modo, minimo),
      prazo: ate === null ? '' : `Você pode responder até ${formatDate(ate)}.`,
      link: bilhetes.has(id) ? address(`/publico/responder?empresaId=${empresaId}#${bilhetes.get(id)}`) : '',
    },
  }));
  await queueMails(tx, type, empresaId, mails);
  return mails.length;
}

/** Each of those who fit, some at a time, each lot in a transaction of its own. */
async function aTodos(db: Database, aberto: Aberto, quais: Sql, write: (tx: Tx, pessoas: Destinatario[]) => Promise<unknown>) {
  for (let depois = 0; ; ) {
    const pessoas = await db.tx(async (tx) => {
      const lote = await destinatarios(tx, aberto, quais, depois);
      if (lote.length > 0) await write(tx, lote);
      return lote;
    });
    if (pessoas.length < LOTE) return;
    depois = pessoas.at(-1)?.id ?? depois;
  }
}

/** What is still to be written to many: pending while nobody knows how many were written to. */
const marca = async (tx: Tx, questionarioId: number, tipo: 'L' | 'A', dia: string): Promise<boolean> =>
  (
    await tx.query(sql`
      insert into questionarios_envios (questionario_id, tipo, dia) values (${questionarioId}, ${tipo}, ${dia}) on conflict do nothing returning dia`)
  ).length > 0;

/**
 * Whom mails of a kind go to. Where answers are not identified they go to everybody, whether or not they have answered: the outbox
 * shows to whom it wrote.
 */
const quem = (modo: Modo, estado: 'esperadas' | 'respondidas'): Sql =>
  modo !== 'I' ? sql`true` : estado === 'esperadas' ? sql`p.estado <> 'R'` : sql`p.estado = 'R'`;

/** Has those who are asked reminded, once a day. Answers how many are written to. */
export async function lembra(tx: Tx, questionarioId: number, dia: string): Promise<number> {
  const aberto = await tx.one<Aberto>(sql`select ${ABERTO} where q.id = ${questionarioId} and r.estado = 'A'`);
  if (!aberto) throw new Refusal('QUESTIONARIO_FECHADO', 'Só um questionário liberado tem lembretes.');
  const { n } = await tx.only<{ n: number }>(sql`
    select count(*)::int as n from participacoes p join ${COM_EMAIL} where p.rodada_id = ${aberto.rodadaId} and ${quem(aberto.modo, 'esperadas')}`);
  if (n === 0) throw new Refusal('NINGUEM_A_LEMBRAR', 'Não há a quem lembrar: todos responderam, ou não têm e-mail.');
  if (!(await marca(tx, questionarioId, 'L', dia)))
    throw new Refusal('LEMBRETE_ENVIADO', 'Um lembrete já foi enviado hoje. Amanhã pode ir outro.', 409);
  await pedeCorreio(tx);
  return n;
}

/** Has those thanked who answered, or everybody: all together when the results stand, for one by one it would tell who answered when. */
export async function agradece(tx: Tx, questionarioId: number): Promise<void> {
  if (await marca(tx, questionarioId, 'A', today())) await pedeCorreio(tx);
}

/** Writes to everybody whom a pending mail concerns, in one transaction: all of them, or nobody. */
async function envia(tx: Tx, services: Services, { id, tipo, dia }: Pendente): Promise<void> {
  const livre = await tx.one(sql`
    select 1 from questionarios_envios where questionario_id = ${id} and tipo = ${tipo} and dia = ${dia} and destinatarios is null for update skip locked`);
  const aberto = await tx.one<Aberto>(sql`select ${ABERTO} where q.id = ${id} and r.estado = ${tipo === 'L' ? 'A' : 'D'}`);
  if (!livre || !aberto) return;
  const [type, quais] =
    tipo === 'L' ? [lembrete, quem(aberto.modo, 'esperadas')] : [agradecimento, quem(aberto.modo, 'respondidas')];
  let total = 0;
  for (
    let lote = await destinatarios(tx, aberto, quais, 0);
    lote.length > 0;
    lote = await destinatarios(tx, aberto, quais, lote.at(-1)?.id ?? 0)
  )
    total += await escreve(tx, services, aberto, type, lote);
  await tx.query(sql`
    update questionarios_envios set destinatarios = ${total} where questionario_id = ${id} and tipo = ${tipo} and dia = ${dia}`);
}

async function convida(db: Database, services: Services, id: number): Promise<void> {
  const aberto = await db.one<Aberto>(sql`select ${ABERTO} where q.id = ${id} and r.estado = 'A' and ${DE_EMPRESA_ATIVA}`);
  if (!aberto) return;
  const semBilhete = sql`${quem(aberto.modo, 'esperadas')} and p.bilhete is null`;
  await aTodos(db, aberto, sql`${semBilhete} and p.bilhete_serie = 0`, (tx, pessoas) =>
    escreve(tx, services, aberto, convite, pessoas),
  );
  const deNovo = deQuem(aberto, sql`${semBilhete} and p.bilhete_serie > 0`);
  let haMais = true;
  const convidaAlguns = async () => {
    haMais = await db.tx((tx) => convidaDeNovo(tx, services, aberto, deNovo));
  };
  while (haMais) if (!(await isWithin(convidaAlguns))) return;
}

/**
 * Invites some of those whose address was changed; answers whether others may be next. Addresses may be changed without end, so a company invites a
 * certain number anew, the least often renewed first; it refuses the others, who are invited at a later turn.
 */
async function convidaDeNovo(tx: Tx, services: Services, aberto: Aberto, deNovo: Sql): Promise<boolean> {
  const pessoas = await tx.query<Destinatario>(sql`${deNovo} order by p.bilhete_serie, p.id limit ${LOTE_DE_NOVO}`);
  if (pessoas.length === 0) return false;
  await countAt(tx, [['convitesDeNovo', String(aberto.empresaId), pessoas.length]]);
  await escreve(tx, services, aberto, convite, pessoas);
  return pessoas.length === LOTE_DE_NOVO;
}

interface Pendente {
  id: number;
  tipo: 'L' | 'A';
  dia: string;
}

export const correioJobs = (services: Services) => ({
  [CORREIO]: titled('Enviar convites e lembretes de questionários', ({ db, signal }: InParts) =>
    faultsLast(signal, async (part) => {
      // A participation gets its ticket with its invitation, so what was interrupted goes on where it was.
      // Each is read by itself: the messages of all companies together know no bound.
      const abertos = await db.query<Pick<Aberto, 'id'>>(
        sql`select q.id ${DE_RODADAS} where r.estado = 'A' and ${DE_EMPRESA_ATIVA} order by q.id`,
      );
      for (const { id } of abertos) await part(() => convida(db, services, id));
      const pendentes = await db.query<Pendente>(sql`
      select q.id, v.tipo, v.dia::text as dia from questionarios_envios v join questionarios q on q.id = v.questionario_id
      where v.destinatarios is null and ${DE_EMPRESA_ATIVA} order by v.dia, q.id, v.tipo`);
      for (const pendente of pendentes) await part(() => db.tx((tx) => envia(tx, services, pendente)));
    }),
  ),
  [LEMBRETES]: titled('Programar lembretes de questionários', async ({ db }: Pick<Job, 'db'>) => {
    const dia = today();
    await db.tx(async (tx) => {
      await tx.query(sql`
        insert into questionarios_envios (questionario_id, tipo, dia)
        select q.id, 'L', ${dia}::date from questionarios q join rodadas r on r.dono = 'pesquisa/questionarios' and r.dono_id = q.id
        where r.estado = 'A' and q.data_inicio < ${dia}::date and (r.ate - ${dia}::date)::text = any(q.lembretes) and ${DE_EMPRESA_ATIVA} on conflict do nothing`);
      await pedeCorreio(tx);
    });
    return undefined;
  }),
});
