import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cpf as CPF } from '#kit/br/cpf.ts';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import type { Issue } from '#kit/registry/registry.ts';
import { companiesOf } from '#platform/authority/access.server.ts';
import { queueMail } from '#platform/mail/mail.server.ts';
import { hashPassword, isPassword, weakness } from './password.server.ts';
import { digest, type Sessions } from './session.server.ts';
import { countAttempt, type Door, forgive, giveBack } from './throttle.server.ts';

const publico = { authority: 'publico' };
const tags = ['Sessão'];
const cpfText = z
  .string('CPF é obrigatório')
  .min(1, 'CPF é obrigatório')
  .max(40, 'CPF inválido.')
  .refine(CPF.isValid, 'CPF inválido.')
  .transform(CPF.normalize);
const secret = (label: string) =>
  z.string(`${label} é obrigatória`).min(1, `${label} é obrigatória`).max(200, `${label} deve ter no máximo 200 caracteres`);
const MISMATCH = 'A senha não foi confirmada corretamente. Por favor, confira.';

const credentials = z.object({
  cpf: cpfText,
  senha: secret('Senha'),
  // Without a company the session opens in the first one that the user may enter.
  empresaId: z.coerce.number('Empresa inválida').int('Empresa inválida').positive('Empresa inválida').nullish(),
});
const wrong = () => new Refusal('CREDENCIAIS_INVALIDAS', 'CPF, senha ou empresa inválidos.', 401);

/** `publicAddress` is where links in messages lead: the configuration says it, never a header of the request. */
export function registerLogin(app: FastifyInstance, db: Database, sessions: Sessions, publicAddress: string): void {
  // The companies of the form: the active ones, whoever asks, so that the answer tells nothing about a CPF.
  app.get('/api/login/empresas', { config: publico, schema: { tags, summary: 'Empresas da tela de acesso' } }, async () =>
    db.query<{ id: number; nome: string }>({ text: 'select id, nome from empresas where ativo order by nome_ord, id limit 500' }),
  );

  app.post(
    '/api/login',
    { config: publico, schema: { tags, summary: 'Entrar', body: z.toJSONSchema(credentials, { io: 'input' }) } },
    async (request, reply) => {
      const { cpf, senha, empresaId } = demand(credentials, request.body);
      const doors: [Door, string][] = [
        ['cpf', cpf],
        ['ip', request.ip],
      ];
      await countAttempt(db, doors);
      const user = await db.one<{ id: number; nome: string; hash: string }>({
        text: 'select u.id, u.nome, c.hash from usuarios u join credenciais c on c.usuario_id = u.id where u.cpf = $1 and u.ativo',
        values: [cpf],
      });
      const fits = await isPassword(user?.hash, senha);
      const companies = fits && user ? await companiesOf(db, user.id) : [];
      const company = empresaId ? companies.find(({ id }) => id === empresaId) : companies[0];
      if (!user || !company) throw wrong();
      await forgive(db, 'cpf', cpf);
      await giveBack(db, 'ip', request.ip);
      await sessions.open(reply, user.id, company.id);
      return { id: user.id, nome: user.nome, empresaId: company.id };
    },
  );

  app.post('/api/logout', { config: publico, schema: { tags, summary: 'Sair' } }, async (request, reply) => {
    await sessions.close(request, reply);
    return reply.status(204).send();
  });

  app.put(
    '/api/userinfo/senha',
    { config: { authority: 'sessao' }, schema: { tags, summary: 'Alterar Minha Senha' } },
    async (request, reply) => {
      const { senha, novaSenha, confNovaSenha } = demand(
        z.object({ senha: secret('Senha'), novaSenha: secret('Nova senha'), confNovaSenha: secret('Confirmação da senha') }),
        request.body,
      );
      const doors: [Door, string][] = [['cpf', request.usuario.cpf]];
      demandStrength('novaSenha', novaSenha, 'confNovaSenha', confNovaSenha);
      await countAttempt(db, doors);
      const stored = await db.one<{ hash: string }>({
        text: 'select hash from credenciais where usuario_id = $1',
        values: [request.usuario.id],
      });
      if (!(await isPassword(stored?.hash, senha)))
        throw refuse.invalid([{ field: 'senha', message: 'A senha atual não confere' }]);
      await forgive(db, 'cpf', request.usuario.cpf);
      await setPassword(db, request.usuario.id, novaSenha);
      await sessions.open(reply, request.usuario.id, request.acting.empresaId);
      return reply.status(204).send();
    },
  );

  app.post(
    '/api/login/recuperar',
    { config: publico, schema: { tags, summary: 'Recuperar senha por e-mail' } },
    async (request, reply) => {
      const { cpf } = demand(z.object({ cpf: cpfText }), request.body);
      const doors: [Door, string][] = [
        ['recuperar', cpf],
        ['ip', request.ip],
      ];
      await countAttempt(db, doors);
      const user = await db.one<{ id: number; nome: string; email: string | null }>({
        text: 'select id, nome, email from usuarios where cpf = $1 and ativo',
        values: [cpf],
      });
      if (user?.email) await sendReset(db, { id: user.id, nome: user.nome, email: user.email }, publicAddress, false);
      return reply
        .status(202)
        .send({ message: 'Se o CPF estiver cadastrado com um e-mail, enviaremos as instruções para redefinir a senha.' });
    },
  );

  app.post('/api/login/redefinir', { config: publico, schema: { tags, summary: 'Redefinir senha' } }, async (request, reply) => {
    const { token, senha, confSenha } = demand(
      z.object({ token: secret('Chave'), senha: secret('Senha'), confSenha: secret('Confirmação da senha') }),
      request.body,
    );
    await countAttempt(db, [['ip', request.ip]]);
    demandStrength('senha', senha, 'confSenha', confSenha);
    const claim = await db.one<{ usuario_id: number }>({
      text: 'delete from recuperacoes where chave = $1 and expira_em > now() returning usuario_id',
      values: [digest(token)],
    });
    if (!claim) throw new Refusal('CHAVE_INVALIDA', 'Este endereço de redefinição não vale mais. Peça outro.');
    await setPassword(db, claim.usuario_id, senha);
    return reply.status(204).send();
  });
}

function demandStrength(field: string, password: string, confirmField: string, confirmation: string): void {
  const issues: Issue[] = [];
  const weak = weakness(password);
  if (weak) issues.push({ field, message: weak });
  if (password !== confirmation) issues.push({ field: confirmField, message: MISMATCH });
  if (issues.length > 0) throw refuse.invalid(issues);
}

/** Sets a password and ends every session that the old one opened. */
export async function setPassword(db: Database, usuarioId: number, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await db.tx(async (tx) => {
    await tx.query({
      text: 'insert into credenciais (usuario_id, hash) values ($1, $2) on conflict (usuario_id) do update set hash = excluded.hash, alterada_em = now()',
      values: [usuarioId, hash],
    });
    await tx.query({ text: 'delete from sessoes where usuario_id = $1', values: [usuarioId] });
    await tx.query({ text: 'delete from recuperacoes where usuario_id = $1', values: [usuarioId] });
  });
}

/** Mails a link that sets a password once: two hours for a recovery, three days for an invitation. */
export async function sendReset(
  db: Database,
  user: { id: number; nome: string; email: string },
  origin: string,
  isInvitation: boolean,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const link = `${origin}/redefinir-senha?token=${token}`;
  await db.tx(async (tx) => {
    await tx.query({
      text: `insert into recuperacoes (chave, usuario_id, expira_em) values ($1, $2, now() + $3::interval)`,
      values: [digest(token), user.id, isInvitation ? '3 days' : '2 hours'],
    });
    await queueMail(tx, {
      para: user.email,
      assunto: isInvitation ? 'Seu acesso ao Vínculo' : 'Redefinição de senha do Vínculo',
      texto: `Olá, ${user.nome}.\n\nPara ${isInvitation ? 'definir' : 'redefinir'} sua senha, abra:\n${link}\n\nO endereço vale por ${isInvitation ? '3 dias' : '2 horas'} e uma única vez. Se não foi você que pediu, ignore esta mensagem.`,
    });
  });
}
