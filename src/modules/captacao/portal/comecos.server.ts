import sql from 'sql-template-tag';
import type { Database, Tx } from '#kit/db/database.server.ts';
import type { Part } from '#kit/jobs/faults-last.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { mailboxIsProved } from '#platform/externo/external-session.server.ts';
import type { MakeRoom } from '#platform/externo/new-account.server.ts';
import { mailboxOf } from '#platform/mail/mailbox.ts';
import { apagaConta } from '../candidatos/apagar.server.ts';

// A registration that nobody has finished: an account without a record, of which HR knows nothing. Its CPF may be anybody's.

/** Days after which a registration that nobody goes on with is gone, and with it the account. */
const DIAS_DE_UM_COMECO = 15;
const POR_VEZ = 200;
/** Unfinished registrations that one CPF has at a company; the next one takes the place of the one that was left longest. */
const COMECOS = 2;
/** Finished ones with a CPF after which another is finished by who has proved the mailbox of its account, … */
const TERMINADOS = 3;
/** … and after which by nobody, until HR has removed or merged one. */
const MAIS_TERMINADOS = 6;

const TERMINADO = sql`exists (select from candidatos_contas l where l.conta_id = c.id)`;
/** Over alias `c` of the accounts. Whoever had a record that was removed or merged into another may still ask for erasure. */
const COMECO = sql`(not ${TERMINADO} and c.registro_perdido_em is null)`;
const RASCUNHO = sql`(select r.salvo_em from rascunhos_externos r where r.conta_id = c.id)`;
const ULTIMO_PASSO = sql`greatest(c.criada_em, ${RASCUNHO}, (select max(s.vista_em) from sessoes_externas s where s.conta_id = c.id))`;

export async function apagaComecos(db: Database, part: Part): Promise<void> {
  const velhas = sql`${COMECO} and ${ULTIMO_PASSO} < now() - make_interval(days => ${DIAS_DE_UM_COMECO})`;
  const apaga = (id: number) =>
    db.tx(async (tx) => {
      if (await tx.one(sql`select 1 from contas_externas c where c.id = ${id} and ${velhas} for update`))
        await apagaConta(tx, id);
    });
  for (let ultima: number | undefined = 0; ultima !== undefined; ) {
    const desta: number = ultima;
    const contas: { id: number }[] | undefined = await part(() =>
      db.query<{ id: number }>(
        sql`select c.id from contas_externas c where ${velhas} and c.id > ${desta} order by c.id limit ${POR_VEZ}`,
      ),
    );
    for (const { id } of contas ?? []) await part(() => apaga(id));
    ultima = contas?.at(-1)?.id;
  }
}

/**
 * Room for one more unfinished registration of a CPF, so that nobody shuts the portal to its owner, whatever they have begun or finished. Those go last
 * whose mailbox is proved, and before them those in which something was filled in. As many stand beside finished ones as beside none, so that their end tells of none.
 */
export const abreLugar: MakeRoom = async (tx, { empresaId, cpf }) => {
  // Who finishes one holds its account: after the wait it is none of these any more.
  await tx.query(sql`select 1 from contas_externas where empresa_id = ${empresaId} and cpf = ${cpf} order by id for update`);
  const comecos = await tx.query<{ id: number }>(sql`
    select c.id from contas_externas c where c.empresa_id = ${empresaId} and c.cpf = ${cpf} and ${COMECO}
    order by ${mailboxIsProved} desc, ${RASCUNHO} is not null desc, ${ULTIMO_PASSO} desc, c.id desc offset ${COMECOS - 1}`);
  for (const { id } of comecos) await apagaConta(tx, id);
};

/**
 * Refuses to finish a registration of a CPF with which enough were finished, by whoever holds the CPF. A stranger who finishes some does not shut out its
 * owner, who can prove a mailbox that none of them has; nor does anybody take the place of one that was finished.
 */
export async function demandaLugar(
  tx: Tx,
  { id, empresaId, cpf }: { id: number; empresaId: number; cpf: string },
): Promise<void> {
  const contas = await tx.query<{ id: number; email: string; terminada: boolean; provada: boolean }>(sql`
    select c.id, c.email, ${TERMINADO} as terminada, ${mailboxIsProved} as provada from contas_externas c
    where c.empresa_id = ${empresaId} and c.cpf = ${cpf} and (c.id = ${id} or not ${COMECO})`);
  const terminados = contas.filter(({ terminada }) => terminada).length;
  const esta = contas.find((uma) => uma.id === id);
  // One mailbox proves one person: it has no second place, nor again one that HR has taken. Whoever only typed its address takes none.
  const provada =
    esta?.provada && !contas.some((uma) => uma.id !== id && uma.provada && mailboxOf(uma.email) === mailboxOf(esta.email));
  if (terminados >= MAIS_TERMINADOS)
    throw new Refusal(
      'CADASTROS_DEMAIS',
      'Já há cadastros demais com este CPF. Fale com o RH da empresa: quando ele excluir ou unificar um deles, você conclui este.',
      409,
    );
  if (terminados >= TERMINADOS && !provada)
    throw new Refusal(
      'EMAIL_POR_CONFIRMAR',
      'Já há outros cadastros com este CPF. Para concluir este, confirme o seu e-mail: em “Entrar”, peça um link e entre por ele. Se o link não chegar, fale com o RH da empresa, que exclui ou unifica os cadastros que não são seus.',
      409,
    );
}
