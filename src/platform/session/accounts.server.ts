import sql, { raw } from 'sql-template-tag';
import { z } from 'zod';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import type { Issue } from '#kit/http/issues.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import type { Audience } from './audience.server.ts';
import { hashPassword, isPassword, weakness } from './password.server.ts';
import { countAttempt, type Door, settle } from './throttle.server.ts';
import { digest, newToken } from './tokens.server.ts';

export const cpfText = z
  .string('CPF é obrigatório')
  .min(1, 'CPF é obrigatório')
  .max(40, 'CPF inválido.')
  .refine(CPF.isValid, 'CPF inválido.')
  .transform(CPF.normalize);
export const secret = (label: string) =>
  z.string(`${label} é obrigatória`).min(1, `${label} é obrigatória`).max(200, `${label} deve ter no máximo 200 caracteres`);

const newPassword = z.object({
  senha: secret('Senha'),
  novaSenha: secret('Nova senha'),
  confNovaSenha: secret('Confirmação da senha'),
});
const resetPassword = z.object({ token: secret('Chave'), senha: secret('Senha'), confSenha: secret('Confirmação da senha') });

/** What anybody is told who asks for a link, known or not. */
export const RECOVERY_ASKED = {
  message: 'Se o CPF estiver cadastrado com um e-mail, enviaremos as instruções para redefinir a senha.',
};
/** What a login is told that does not fit, whatever of it does not. */
export const wrongCredentials = () => new Refusal('CREDENCIAIS_INVALIDAS', 'CPF, senha ou empresa inválidos.', 401);

export interface Reachable {
  id: number;
  nome: string;
  email: string | null;
}

/** Passwords of an audience: proved, changed, lost and set anew. */
export function createAccounts(db: Database, audience: Audience) {
  const [sessions, recoveries, owner] = [raw(audience.sessions), raw(audience.recoveries), raw(audience.owner)];

  /** Where the failures of a login count: at its CPF and at its address. */
  const doorsOf = (cpf: string, ip: string, door: Door = 'cpf'): [Door, string][] => [
    [door, audience.counted + cpf],
    ['ip', ip],
  ];

  /** The present password, asked again of somebody who is inside; a wrong one is a fault of the field `senha`. */
  async function prove(person: { id: number; cpf: string }, ip: string, senha: string): Promise<void> {
    const doors = doorsOf(person.cpf, ip);
    await countAttempt(db, doors);
    const stored = await db.one<{ hash: string }>({ text: audience.hash, values: [person.id] });
    if (!(await isPassword(stored?.hash, senha)))
      throw refuse.invalid([{ field: 'senha', message: 'A senha atual não confere' }]);
    await settle(db, doors);
  }

  function demandStrength(field: string, password: string, confirmField: string, confirmation: string): void {
    const issues: Issue[] = [];
    const weak = weakness(password);
    if (weak) issues.push({ field, message: weak });
    if (password !== confirmation) issues.push({ field: confirmField, message: audience.mismatch });
    if (issues.length > 0) throw refuse.invalid(issues);
  }

  /** Sets a password and ends every session that the old one opened. */
  async function set(id: number, password: string): Promise<void> {
    const hash = await hashPassword(password);
    await db.tx(async (tx) => {
      await tx.query({ text: audience.saveHash, values: [id, hash] });
      await tx.query(sql`delete from ${sessions} where ${owner} = ${id}`);
      await tx.query(sql`delete from ${recoveries} where ${owner} = ${id}`);
    });
  }

  /** `{senha, novaSenha, confNovaSenha}` of somebody inside; whoever changed it opens a new session. */
  async function change(person: { id: number; cpf: string }, ip: string, body: unknown): Promise<void> {
    const { senha, novaSenha, confNovaSenha } = demand(newPassword, body);
    demandStrength('novaSenha', novaSenha, 'confNovaSenha', confNovaSenha);
    await prove(person, ip, senha);
    await set(person.id, novaSenha);
  }

  /** Mails whom `find` finds a link that sets the password once, within two hours. `page` is the address that takes the token. */
  async function recover(cpf: string, ip: string, find: () => Promise<Reachable | undefined>, page: URL): Promise<void> {
    await countAttempt(db, doorsOf(cpf, ip, 'recuperar'));
    const person = await find();
    if (!person?.email) return;
    const { id, nome, email } = person;
    const token = newToken();
    page.searchParams.set('token', token);
    await db.tx(async (tx) => {
      await tx.query(
        sql`insert into ${recoveries} (chave, ${owner}, expira_em) values (${digest(token)}, ${id}, now() + interval '2 hours')`,
      );
      await queueMail(tx, {
        para: email,
        assunto: `Redefinição de senha ${audience.mailSubject}`,
        texto: `Olá, ${nome}.\n\nPara redefinir sua senha, abra:\n${page.href}\n\nO endereço vale por 2 horas e uma única vez. Se não foi você que pediu, ignore esta mensagem.`,
      });
    });
  }

  /** `{token, senha, confSenha}` of the link. */
  async function reset(ip: string, body: unknown): Promise<void> {
    const { token, senha, confSenha } = demand(resetPassword, body);
    await countAttempt(db, [['ip', ip]]);
    demandStrength('senha', senha, 'confSenha', confSenha);
    const claim = await db.one<{ id: number }>(
      sql`delete from ${recoveries} where chave = ${digest(token)} and expira_em > now() returning ${owner} as id`,
    );
    if (!claim) throw new Refusal('CHAVE_INVALIDA', 'Este endereço de redefinição não vale mais. Peça outro.');
    await set(claim.id, senha);
  }

  return { doorsOf, prove, change, recover, reset };
}

export type Accounts = ReturnType<typeof createAccounts>;
