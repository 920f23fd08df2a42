import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { isPassword } from '#platform/session/password.server.ts';
import { MOST_ACCOUNTS } from './new-account.server.ts';

export const companyId = z.coerce
  .number('Empresa inválida')
  .int('Empresa inválida')
  .positive('Empresa inválida')
  .max(Number.MAX_SAFE_INTEGER, 'Empresa inválida');

interface Held {
  id: number;
  nome: string;
  hash: string;
}

/** The accounts that a CPF has at an active company. */
export const accountsOf = (db: Database, cpf: string, empresaId: number) =>
  db.query<Held>(
    sql`select c.id, c.nome, c.hash from contas_externas c join empresas e on e.id = c.empresa_id and e.ativo
    where c.cpf = ${cpf} and c.empresa_id = ${empresaId} order by c.id limit ${MOST_ACCOUNTS}`,
  );

/** The account whose password it is. As many are tried for everybody, so that the time does not tell how many a CPF has. */
export async function withPassword(accounts: readonly Held[], senha: string): Promise<Held | undefined> {
  let found: Held | undefined;
  for (let n = 0; n < MOST_ACCOUNTS; n++) if (await isPassword(accounts[n]?.hash, senha)) found ??= accounts[n];
  return found;
}
