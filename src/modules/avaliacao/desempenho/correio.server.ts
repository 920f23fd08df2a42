import sql, { type Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import { faultsLast, type InParts } from '#kit/jobs/faults-last.server.ts';
import { type Job, titled } from '#kit/jobs/jobs.server.ts';
import { runSoon } from '#kit/jobs/schedule.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { COM_EMAIL, TRABALHA, temMeuCpf } from '#modules/gestao-talentos/public.server.ts';
import { queueMails } from '#platform/mail/mail.server.ts';
import { conclusao, convite, lembrete } from './avaliacoes-desempenho.messages.ts';
import { perguntadosContaveis } from './pares.server.ts';

/** Sends what is due about evaluations: invitations, reminders, and that results may be read. */
export const CORREIO = 'avaliacao.correio';
/** Each morning: the reminder of the last days. */
export const LEMBRETES = 'avaliacao.lembretes';
/** So many days before the last day those who have not answered are reminded. */
const ANTES_DO_TERMINO = 3;
/** People who are written to in one transaction. */
const LOTE = 500;

/** Where somebody finds what waits for them, and their own results. */
const ESPERA = '/avaliacao/avaliacoes-desempenhos-questionarios';

/** Asks for the mails now instead of at the next turn of the clock. */
export const pedeCorreio = (tx: Queryable) => runSoon(tx, CORREIO);

interface Aberta {
  id: number;
  empresaId: number;
  rodadaId: number;
  titulo: string;
  mensagem: string | null;
  anonima: boolean;
  dataFim: string;
}

const DE_RODADAS = sql`from avaliacoes_desempenho d join rodadas r on r.dono = 'avaliacao/avaliacoes-desempenho' and r.dono_id = d.id`;
const ABERTA = sql`d.id, d.empresa_id as "empresaId", r.id as "rodadaId", d.titulo, d.mensagem, d.anonima is true as anonima, d.data_fim as "dataFim" ${DE_RODADAS}`;
/** Of a company that is not active (any more) nobody is written to. */
const DE_EMPRESA_ATIVA = sql`exists (select from empresas e where e.id = d.empresa_id and e.ativo)`;
const QUEM_RESPONDE = sql`d.situacao = 'L' and r.estado = 'A' and d.data_fim >= hoje() and ${DE_EMPRESA_ATIVA}`;

interface Avaliador {
  id: number;
  nome: string;
  email: string;
  faltam: number;
}

/** Whom mails to evaluators go to: of an anonymous evaluation to everybody, whether or not they have finished, because who reads a mailbox would learn it. */
const esperadas = ({ anonima }: Aberta): Sql => (anonima ? sql`true` : sql`p.estado <> 'R'`);

/** Some of those who are written to, each once, with how many people they have to evaluate; `depois` is the id after which they begin. */
const avaliadores = (tx: Queryable, aberta: Aberta, depois: number, quais: Sql = sql`true`) =>
  tx.query<Avaliador>(sql`
    select t.id, t.nome, t.email, count(*)::int as faltam from participacoes p join ${COM_EMAIL}
    where p.rodada_id = ${aberta.rodadaId} and ${esperadas(aberta)} and t.id > ${depois} and ${quais} group by t.id order by t.id limit ${LOTE}`);

/** What a mail of an anonymous evaluation is about. */
const EM_SIGILO = 'avaliacoes_desempenho:';

/** Mails of the outbox (`t`) but those to the evaluators of an anonymous evaluation in which the reader is evaluated (ADR 69). */
export const semConvitesSobreMim = (acting: Acting): Sql => sql`t.id not in (
  select m.id from emails m where m.sobre && array(
    select ${EM_SIGILO}::text || a.avaliacao_desempenho_id from avaliados_desempenho a join talentos t on t.id = a.colaborador_id where ${temMeuCpf(acting)}))`;

const primeiro = (nome: string) => nome.split(' ')[0] ?? nome;

/** What the mail promises about names: the answers of a leader, and a self-evaluation, are always shown with the name. */
const promessaDe = (anonima: boolean) =>
  anonima
    ? 'As respostas de pares, subordinados e avaliadores só aparecem em grupos de ao menos três pessoas; as do líder e a autoavaliação levam o nome. Quem conduz a avaliação sabe quem respondeu, nunca o quê.'
    : 'As respostas levam o seu nome.';

async function escreve(
  tx: Tx,
  { address }: Services,
  type: typeof convite | typeof lembrete,
  aberta: Aberta,
  a: readonly Avaliador[],
) {
  const { id, empresaId, titulo, mensagem, anonima, dataFim } = aberta;
  await queueMails(
    tx,
    type,
    empresaId,
    a.map(({ nome, email, faltam }) => ({
      para: email,
      ...(anonima ? { about: [EM_SIGILO + id] } : {}),
      values: {
        nome: primeiro(nome),
        titulo,
        mensagem: mensagem ?? `Começou a avaliação de desempenho “${titulo}”.`,
        // Beside the evaluators that somebody is told of, a number would tell who evaluates them.
        quantos: anonima ? 'avaliações' : counted(faltam, 'avaliação', 'avaliações'),
        promessa: promessaDe(anonima),
        prazo: `Você pode responder até ${formatDate(dataFim)}.`,
        link: address(ESPERA),
      },
    })),
  );
}

const marca = async (tx: Tx, id: number, tipo: 'L' | 'C', dia: string): Promise<boolean> =>
  (
    await tx.query(sql`
      insert into avaliacoes_desempenho_envios (avaliacao_desempenho_id, tipo, dia) values (${id}, ${tipo}, ${dia}) on conflict do nothing returning dia`)
  ).length > 0;

/** CALL-273: has those reminded who are written to, once a day. Answers how many of whom the actor is told have an e-mail. */
export async function lembra(tx: Tx, acting: Acting, id: number): Promise<number> {
  const aberta = await tx.one<Aberta>(sql`select ${ABERTA} where d.id = ${id} and ${QUEM_RESPONDE}`);
  if (!aberta) throw new Refusal('AVALIACAO_FECHADA', 'Só uma avaliação liberada, e dentro do prazo, tem lembretes.');
  const { n } = await tx.only<{ n: number }>(sql`
    select count(distinct t.id)::int as n from ${perguntadosContaveis(acting)} p join ${COM_EMAIL}
    where p.rodada_id = ${aberta.rodadaId} and ${esperadas(aberta)}`);
  if (n === 0) throw new Refusal('NINGUEM_A_LEMBRAR', 'Não há a quem lembrar: todos responderam, ou não têm e-mail.');
  if (!(await marca(tx, id, 'L', acting.today)))
    throw new Refusal('LEMBRETE_ENVIADO', 'Um lembrete já foi enviado hoje. Amanhã pode ir outro.', 409);
  await pedeCorreio(tx);
  return n;
}

/** Has the evaluated told that their results may be read. */
export async function avisaConclusao(tx: Tx, id: number): Promise<void> {
  if (await marca(tx, id, 'C', today())) await pedeCorreio(tx);
}

interface Pendente {
  id: number;
  tipo: 'L' | 'C';
  dia: string;
}

/** Writes to everybody whom a pending mail concerns, in one transaction: all of them, or nobody. */
async function envia(tx: Tx, services: Services, { id, tipo, dia }: Pendente): Promise<void> {
  const livre = await tx.one(sql`
    select 1 from avaliacoes_desempenho_envios where avaliacao_desempenho_id = ${id} and tipo = ${tipo} and dia = ${dia} and destinatarios is null
    for update skip locked`);
  if (!livre) return;
  const total = tipo === 'L' ? await enviaLembretes(tx, services, id) : await enviaConclusao(tx, services, id);
  await tx.query(sql`
    update avaliacoes_desempenho_envios set destinatarios = ${total} where avaliacao_desempenho_id = ${id} and tipo = ${tipo} and dia = ${dia}`);
}

async function enviaLembretes(tx: Tx, services: Services, id: number): Promise<number> {
  // Blocked or concluded since: nobody is reminded of what they cannot do.
  const aberta = await tx.one<Aberta>(sql`select ${ABERTA} where d.id = ${id} and ${QUEM_RESPONDE}`);
  let total = 0;
  for (let depois = 0; aberta; ) {
    const lote = await avaliadores(tx, aberta, depois);
    if (lote.length === 0) break;
    await escreve(tx, services, lembrete, aberta, lote);
    total += lote.length;
    depois = lote.at(-1)?.id ?? depois;
  }
  return total;
}

async function enviaConclusao(tx: Tx, { address }: Services, id: number): Promise<number> {
  const concluida = await tx.one<{ empresaId: number; titulo: string }>(
    sql`select empresa_id as "empresaId", titulo from avaliacoes_desempenho where id = ${id} and situacao = 'C'`,
  );
  if (!concluida) return 0;
  const { empresaId, titulo } = concluida;
  const link = address('/avaliacao/resultados');
  let total = 0;
  for (let depois = 0; ; ) {
    const lote = await tx.query<{ id: number; nome: string; email: string }>(sql`
      select t.id, t.nome, t.email from avaliados_desempenho a join talentos t on t.id = a.colaborador_id and t.email is not null and ${TRABALHA}
      where a.avaliacao_desempenho_id = ${id} and t.id > ${depois} order by t.id limit ${LOTE}`);
    const mails = lote.map(({ nome, email }) => ({ para: email, values: { nome: primeiro(nome), titulo, link } }));
    await queueMails(tx, conclusao, empresaId, mails);
    total += lote.length;
    if (lote.length < LOTE) return total;
    depois = lote.at(-1)?.id ?? depois;
  }
}

/** Invites whoever was not invited yet, some at a time, each lot in a transaction of its own. */
async function convida(db: Database, services: Services, id: number): Promise<void> {
  const aberta = await db.one<Aberta>(sql`select ${ABERTA} where d.id = ${id} and ${QUEM_RESPONDE}`);
  if (!aberta) return;
  const semConvite = sql`not exists (
    select from avaliacoes_desempenho_convites c where c.avaliacao_desempenho_id = ${aberta.id} and c.colaborador_id = t.id)`;
  for (let tamanho = LOTE; tamanho === LOTE; )
    tamanho = await db.tx(async (tx) => {
      const lote = await avaliadores(tx, aberta, 0, semConvite);
      const novos = await tx.query<{ id: number }>(sql`
        insert into avaliacoes_desempenho_convites (avaliacao_desempenho_id, colaborador_id)
        select ${aberta.id}, c from unnest(${lote.map(({ id }) => id)}::bigint[]) c on conflict do nothing returning colaborador_id as id`);
      const convidados = new Set(novos.map(({ id }) => id));
      await escreve(
        tx,
        services,
        convite,
        aberta,
        lote.filter(({ id }) => convidados.has(id)),
      );
      return lote.length;
    });
}

export const correioJobs = (services: Services) => ({
  [CORREIO]: titled('Enviar convites e lembretes de avaliações', ({ db, signal }: InParts) =>
    faultsLast(signal, async (part) => {
      // Each is read by itself: the messages of all companies together know no bound.
      for (const { id } of await db.query<Pick<Aberta, 'id'>>(
        sql`select d.id ${DE_RODADAS} where ${QUEM_RESPONDE} order by d.id`,
      ))
        await part(() => convida(db, services, id));
      const pendentes = await db.query<Pendente>(sql`
      select d.id, v.tipo, v.dia::text as dia from avaliacoes_desempenho_envios v join avaliacoes_desempenho d on d.id = v.avaliacao_desempenho_id
      where v.destinatarios is null and ${DE_EMPRESA_ATIVA} order by v.dia, d.id, v.tipo`);
      for (const pendente of pendentes) await part(() => db.tx((tx) => envia(tx, services, pendente)));
    }),
  ),
  [LEMBRETES]: titled('Programar lembretes de avaliações', async ({ db }: Pick<Job, 'db'>) => {
    const dia = today();
    await db.tx(async (tx) => {
      await tx.query(sql`
        insert into avaliacoes_desempenho_envios (avaliacao_desempenho_id, tipo, dia)
        select d.id, 'L', ${dia}::date from avaliacoes_desempenho d where d.situacao = 'L' and d.data_fim = ${addDays(dia, ANTES_DO_TERMINO)}::date and ${DE_EMPRESA_ATIVA}
        on conflict do nothing`);
      await pedeCorreio(tx);
    });
    return undefined;
  }),
});
