import sql from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { type MakeRoom, MOST_ACCOUNTS } from '#platform/externo/new-account.server.ts';
import { apagaConta } from '../candidatos/apagar.server.ts';
import { temPassado } from '../candidatos/contas.server.ts';

// A registration that nobody has finished: an account without a record, of which HR knows nothing. Its CPF may be anybody's.

/** Days after which a registration that nobody goes on with is gone, and with it the account. */
const DIAS_DE_UM_COMECO = 15;
const POR_VEZ = 200;
/** Unfinished registrations that one CPF has at a company; the next one takes the place of the one that was left longest. */
const COMECOS = 2;

/** Over alias `c` of the accounts. */
const COMECO = sql`(not exists (select from candidatos_contas l where l.conta_id = c.id) and not ${temPassado})`;
const RASCUNHO = sql`(select r.salvo_em from rascunhos_externos r where r.conta_id = c.id)`;
const ULTIMO_PASSO = sql`greatest(c.criada_em, ${RASCUNHO}, (select max(s.vista_em) from sessoes_externas s where s.conta_id = c.id))`;

export async function apagaComecos(db: Database, signal: AbortSignal): Promise<void> {
  const velhas = sql`${COMECO} and ${ULTIMO_PASSO} < now() - make_interval(days => ${DIAS_DE_UM_COMECO})`;
  const contas = await db.query<{ id: number }>(
    sql`select c.id from contas_externas c where ${velhas} order by c.id limit ${POR_VEZ}`,
  );
  for (const { id } of contas) {
    signal.throwIfAborted();
    await db.tx(async (tx) => {
      if (await tx.one(sql`select 1 from contas_externas c where c.id = ${id} and ${velhas} for update`))
        await apagaConta(tx, id);
    });
  }
}

/**
 * Room for one more unfinished registration of a CPF, so that nobody shuts the portal to its owner by beginning some. Those go last whose mailbox
 * is proved, and before them those in which something was filled in. As many stand beside one finished registration as beside none, so that their end tells of none.
 */
export const abreLugar: MakeRoom = async (tx, { empresaId, cpf }) => {
  // Who finishes one holds its account: after the wait it is none of these any more.
  await tx.query(sql`select 1 from contas_externas where empresa_id = ${empresaId} and cpf = ${cpf} order by id for update`);
  const contas = await tx.query<{ id: number; isComeco: boolean }>(sql`
    select c.id, ${COMECO} as "isComeco" from contas_externas c where c.empresa_id = ${empresaId} and c.cpf = ${cpf}
    order by c.email_provado_em is not null desc, ${RASCUNHO} is not null desc, ${ULTIMO_PASSO} desc, c.id desc`);
  const comecos = contas.filter(({ isComeco }) => isComeco);
  const ficam = Math.min(COMECOS, MOST_ACCOUNTS - (contas.length - comecos.length)) - 1;
  for (const { id } of comecos.slice(Math.max(ficam, 0))) await apagaConta(tx, id);
};
