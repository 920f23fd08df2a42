import sql from 'sql-template-tag';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { holdTogether, standAlone } from '#platform/session/together.server.ts';
import type { HeldAccount, JoinedAccount } from './external-account.ts';
import { candidates } from './external-session.server.ts';
import { insertAccount, type MakeRoom } from './new-account.server.ts';

/** The accounts that are joined to this one, with itself, at companies that are active; empty while it stands alone. */
export async function joinedAccounts(db: Queryable, { identidadeId }: Pick<HeldAccount, 'identidadeId'>) {
  if (identidadeId === null) return [];
  const all = await db.query<JoinedAccount>(sql`
    select c.id, json_build_object('id', e.id, 'nome', e.nome) as empresa from contas_externas c join empresas e on e.id = c.empresa_id and e.ativo
    where c.identidade_id = ${identidadeId} order by e.nome_ord, c.id`);
  return all.length > 1 ? all : [];
}

interface Held {
  id: number;
  empresaId: number;
  cpf: string;
  nome: string;
  email: string | null;
  hash: string;
  identidadeId: number | null;
  contadaComo: number;
}

const alreadyJoined = () =>
  new Refusal('JA_LIGADA', 'A sua conta já vale nessa empresa. Recarregue a página e continue nela.', 409);

/** The account, held with all that are joined to it until the transaction ends; refuses a company where one of them is. */
async function hold(tx: Tx, id: number, empresaId: number): Promise<Held> {
  const ids = await holdTogether(tx, candidates, id);
  const all = await tx.query<Held>(sql`
    select id, empresa_id as "empresaId", cpf, nome, email, hash, identidade_id as "identidadeId", coalesce(contada_como, id) as "contadaComo" from contas_externas where id = any(${ids}::bigint[])`);
  const mine = all.find((one) => one.id === id);
  if (!mine) throw refuse.expired();
  if (all.some((one) => one.empresaId === empresaId)) throw alreadyJoined();
  return mine;
}

async function join(tx: Tx, mine: Held, other: number): Promise<void> {
  const identidade =
    mine.identidadeId ?? (await tx.only<{ id: number }>(sql`insert into identidades_externas default values returning id`)).id;
  await tx.query(sql`update contas_externas set identidade_id = ${identidade} where id in (${mine.id}, ${other})`);
}

/** Makes the same person's account at another company, with the same CPF, e-mail and password; answers its id. */
export async function insertJoined(tx: Tx, from: number, empresaId: number, makeRoom: MakeRoom): Promise<number> {
  const mine = await hold(tx, from, empresaId);
  const id = await insertAccount(tx, { ...mine, empresaId }, mine.hash, makeRoom);
  // For good: to separate it again begins no new count.
  await tx.query(sql`update contas_externas set contada_como = ${mine.contadaComo} where id = ${id}`);
  await join(tx, mine, id);
  return id;
}

/** An account whose password was proved is joined to one that its owner is logged in to; answers the hash that it has to have from now on. */
export async function joinExisting(
  tx: Tx,
  from: number,
  other: { id: number; empresaId: number; hash: string },
): Promise<string> {
  // In the order of their ids, as everybody locks them.
  await tx.query(sql`
    select 1 from contas_externas where id in (${from}, ${other.id}) or identidade_id = (select identidade_id from contas_externas where id = ${from})
    order by id for no key update`);
  const mine = await hold(tx, from, other.empresaId);
  const [theirs] = await tx.query<{ hash: string; livre: boolean }>(sql`
    select c.hash, not exists (select from contas_externas o where o.identidade_id = c.identidade_id and o.id <> c.id) as livre
    from contas_externas c where c.id = ${other.id} and c.cpf = ${mine.cpf}`);
  if (theirs?.hash !== other.hash) throw refuse.invalid([{ field: 'senhaDaEmpresa', message: WRONG_THERE }]);
  if (!theirs.livre)
    throw new Refusal('LIGADA_A_OUTRA', 'Esse cadastro já está ligado a outra conta sua. Entre nele e separe-o antes.', 409);
  await join(tx, mine, other.id);
  return mine.hash;
}

export const WRONG_THERE = 'A senha não confere com um cadastro seu nessa empresa';

/** An account stands alone again; its password stays what it is until somebody changes it. */
export async function leave(tx: Tx, id: number): Promise<void> {
  if (!(await standAlone(tx, candidates, id))) throw new Refusal('CONTA_SEPARADA', 'Esta conta não está ligada a outra.', 409);
}
