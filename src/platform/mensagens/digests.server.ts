import sql, { raw, type Sql } from 'sql-template-tag';
import { counted } from '#kit/br/text.ts';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { faultsLast, type Part } from '#kit/jobs/faults-last.server.ts';
import { type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import { MOST_KEPT, mayEnter } from './mensagens.server.ts';

/** Messages that one mail tells; of the others it says how many. */
const MOST_TOLD = 50;
/** Characters of each. */
const MOST_TEXT = 20_000;
/** People who are found at a time. */
const LOT = 500;

interface Box {
  usuario: number;
  empresa: number;
}

interface Told {
  empresaNome: string;
  email: string;
  quantas: number;
  assunto: string;
  texto: string;
  link: string | null;
  sobre: string[] | null;
}

/**
 * The digest mails of the day: each person's unread messages in each company since the last one, by a transaction of its own. However much
 * somebody was told, and whatever is wrong with it, it holds up nobody else's. Answers how many mails there are.
 */
export async function mailDigests(db: Database, address: string, part: Part): Promise<number> {
  let mails = 0;
  for (let last: Box | undefined = { usuario: 0, empresa: 0 }; last; ) {
    const boxes: Box[] = await db.query<Box>(sql`
      select distinct usuario_id as usuario, empresa_id as empresa from usuarios_mensagens
      where resumir and (usuario_id, empresa_id) > (${last.usuario}, ${last.empresa}) order by 1, 2 limit ${LOT}`);
    for (const box of boxes) if (await part(() => db.tx((tx) => mailDigest(tx, address, box)))) mails += 1;
    last = boxes.at(-1);
  }
  return mails;
}

async function mailDigest(tx: Tx, address: string, { usuario, empresa }: Box): Promise<boolean> {
  const told = await tx.query<Told>(sql`
    with novas as (
      update usuarios_mensagens set resumir = false where resumir and usuario_id = ${usuario} and empresa_id = ${empresa} returning id, mensagem_id, lida),
    ditas as (
      select n.id, n.mensagem_id, e.nome as "empresaNome", u.email
      from novas n join mensagens m on m.id = n.mensagem_id join usuarios u on u.id = ${usuario} join empresas e on e.id = ${empresa}
      where not n.lida and u.email is not null and ${mayEnter(empresa)}
        and not exists (select from usuarios_emails_recusados r where r.usuario_id = u.id and r.tipo = m.tipo))
    select d."empresaNome", d.email, (select count(*)::int from ditas) as quantas, m.assunto,
      case when length(m.texto) > ${MOST_TEXT} then left(m.texto, ${MOST_TEXT}) || '…' else m.texto end as texto, m.link, m.sobre
    from (select * from ditas order by id limit ${MOST_TOLD}) d join mensagens m on m.id = d.mensagem_id order by d.id`);
  const [first] = told;
  if (!first) return false;
  const { email, empresaNome, quantas } = first;
  const more = quantas - told.length;
  const texto = [
    ...told.map(({ assunto, texto: diz, link }) => [assunto, diz, ...(link ? [new URL(link, address).href] : [])].join('\n')),
    ...(more > 0 ? [`… e mais ${counted(more, 'mensagem', 'mensagens')} na sua caixa de mensagens.`] : []),
  ].join('\n\n');
  const sobre = told.flatMap((one) => one.sobre ?? []);
  await tx.query(sql`
    insert into emails (para, assunto, texto, link, empresa_id, tipo, sobre, usuario_id)
    values (${email}, ${`${counted(quantas, 'mensagem', 'mensagens')} de ${empresaNome}`}, ${texto}, '/', ${empresa}, 'utilitario/resumo',
      ${sobre.length > 0 ? sobre : null}::text[], ${usuario})`);
  return true;
}

/** Messages that go by one statement. */
const PIECE = 10_000;

/** Deletes the rows of a table that a query finds, in pieces; those that somebody holds stay until the next day. */
async function deleteInPieces(db: Database, table: 'mensagens' | 'usuarios_mensagens', found: Sql): Promise<void> {
  for (let gone = PIECE; gone >= PIECE; ) {
    const piece = await db.query(sql`
      delete from ${raw(table)} where id in (
        select t.id from ${raw(table)} t where ${found} order by t.id limit ${PIECE} for update skip locked) returning id`);
    gone = piece.length;
  }
}

/** Leaves each box its newest messages, and no message without a box. */
export async function shortenBoxes(db: Database, part: Part): Promise<void> {
  const full = await db.query<Box & { caixa: string }>(sql`
    select usuario_id as usuario, empresa_id as empresa, caixa from usuarios_mensagens group by 1, 2, 3 having count(*) > ${MOST_KEPT}`);
  for (const { usuario, empresa, caixa } of full)
    await part(async () => {
      const inBox = sql`t.usuario_id = ${usuario} and t.empresa_id = ${empresa} and t.caixa = ${caixa}`;
      const newest = await db.one<{ id: number }>(
        sql`select t.id from usuarios_mensagens t where ${inBox} order by t.id desc offset ${MOST_KEPT} limit 1`,
      );
      if (newest) await deleteInPieces(db, 'usuarios_mensagens', sql`${inBox} and t.id <= ${newest.id}`);
    });
  await part(() =>
    deleteInPieces(db, 'mensagens', sql`not exists (select from usuarios_mensagens x where x.mensagem_id = t.id)`),
  );
}

export const digestJobs = (db: Database, address: string): TitledJobs => ({
  'mensagens.resumir': titled('Enviar o resumo diário das mensagens', async ({ signal }) => {
    let mails = 0;
    await faultsLast(signal, async (part) => {
      mails = await mailDigests(db, address, part);
      await shortenBoxes(db, part);
    });
    return { mensagem: counted(mails, 'resumo', 'resumos') };
  }),
});
