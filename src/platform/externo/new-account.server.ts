import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { hashPassword, weakness } from '#platform/session/password.server.ts';

/** Accounts that one CPF may have in a company: a registration makes another one, so that it never tells whether the CPF is known. */
export const MOST_ACCOUNTS = 3;
export interface NewAccount {
  empresaId: number;
  empresaNome: string;
  cpf: string;
  nome: string;
  email: string;
  /** null: they log in by links that are mailed to them */
  senha: string | null;
}

/** The hash of a new account's password, which must not be easy to guess; takes long, so it is made before any transaction. */
export async function hashOfNew({ empresaNome, cpf, nome, email, senha }: NewAccount): Promise<string> {
  if (senha === null) return hashPassword(randomBytes(32).toString('base64url'));
  const weak = await weakness(senha, { nomes: [nome, empresaNome], cpf, email });
  if (weak) throw refuse.invalid([{ field: 'senha', message: weak }]);
  return hashPassword(senha);
}

/** Removes accounts of a CPF at a company that nobody misses; accounts are made at its end, one at a time. */
export type MakeRoom = (tx: Tx, of: { empresaId: number; cpf: string }) => Promise<void>;

/** Makes the account, after room was made for it; refuses a CPF that still has too many, whoever made them. */
export async function insertAccount(
  tx: Tx,
  { empresaId, cpf, nome, email }: Pick<NewAccount, 'empresaId' | 'cpf' | 'nome'> & { email: string | null },
  hash: string,
  makeRoom: MakeRoom,
): Promise<number> {
  await tx.query({ text: 'select pg_advisory_xact_lock(hashtext($1), $2::int)', values: [`conta:${cpf}`, empresaId] });
  await makeRoom(tx, { empresaId, cpf });
  const { todas } = await tx.only<{ todas: number }>(
    sql`select count(*)::int as todas from contas_externas where empresa_id = ${empresaId} and cpf = ${cpf}`,
  );
  if (todas >= MOST_ACCOUNTS)
    throw new Refusal(
      'MUITAS_TENTATIVAS',
      'Não é possível fazer outro cadastro com este CPF agora. Entre com a sua senha ou peça um link de acesso; se os outros cadastros não são seus, fale com o RH da empresa, que os une ou apaga.',
      429,
      { retryAfter: 86_400 },
    );
  const { id } = await tx.only<{ id: number }>(sql`
    insert into contas_externas (empresa_id, cpf, nome, email, hash) values (${empresaId}, ${cpf}, ${nome}, ${email}, ${hash}) returning id`);
  return id;
}
