import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Tx } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { hashPassword, weakness } from '#platform/session/password.server.ts';

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

/** Holds a CPF at a company: its accounts are made, and their registrations finished, one at a time. */
export const holdCpf = (tx: Tx, { empresaId, cpf }: { empresaId: number; cpf: string }) =>
  tx.query({ text: 'select pg_advisory_xact_lock(hashtext($1), $2::int)', values: [`conta:${cpf}`, empresaId] });

/** Removes accounts of a CPF at a company that nobody misses; accounts are made at its end. */
export type MakeRoom = (tx: Tx, of: { empresaId: number; cpf: string }) => Promise<void>;

/** Makes the account, after room was made for it. It refuses nobody, so that it tells nothing about the CPF. */
export async function insertAccount(
  tx: Tx,
  { empresaId, cpf, nome, email }: Pick<NewAccount, 'empresaId' | 'cpf' | 'nome'> & { email: string | null },
  hash: string,
  makeRoom: MakeRoom,
): Promise<number> {
  await holdCpf(tx, { empresaId, cpf });
  await makeRoom(tx, { empresaId, cpf });
  const { id } = await tx.only<{ id: number }>(sql`
    insert into contas_externas (empresa_id, cpf, nome, email, hash) values (${empresaId}, ${cpf}, ${nome}, ${email}, ${hash}) returning id`);
  return id;
}
