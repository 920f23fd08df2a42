import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { isPassword } from '#platform/session/password.server.ts';

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

/** Passwords that are tried at each login. */
const TRIED = 3;

/** The accounts that a CPF has at an active company: the oldest first, so that no later one takes its place, but last those that lost their record. */
export const accountsOf = (db: Database, cpf: string, empresaId: number) =>
  db.query<Held>(
    sql`select c.id, c.nome, c.hash from contas_externas c join empresas e on e.id = c.empresa_id and e.ativo
    where c.cpf = ${cpf} and c.empresa_id = ${empresaId} order by c.registro_perdido_em is not null, c.id`,
  );

/** The account whose password it is. As many are tried for everybody, so that the time does not tell how many a CPF has; others enter by a link. */
export async function withPassword(accounts: readonly Held[], senha: string): Promise<Held | undefined> {
  let found: Held | undefined;
  for (let n = 0; n < TRIED; n++) if (await isPassword(accounts[n]?.hash, senha)) found ??= accounts[n];
  return found;
}
