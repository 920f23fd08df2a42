import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, described, nothing } from '#kit/http/openapi.server.ts';
import { forAnybody, forUsers } from '#kit/http/serves.server.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { companiesOf } from '#platform/authority/access.server.ts';
import { type Accounts, cpfText, RECOVERY_ASKED, secret } from './accounts.server.ts';
import { users } from './audience.server.ts';
import { isPassword } from './password.server.ts';
import { wrongCredentials } from './proof.server.ts';
import type { Sessions } from './session.server.ts';

const tags = ['Sessão'];

const company = z.coerce.number('Empresa inválida').int('Empresa inválida').positive('Empresa inválida');

const named = z.object({ id: z.int(), nome: z.string() });

const credentials = z.object({
  cpf: cpfText,
  senha: secret('Senha'),
  // Without a company the session opens in the first one that the user may enter.
  empresaId: company.nullish(),
  // What the browser remembers is a wish: whoever may not enter there enters the first company.
  preferida: company.nullish(),
});

export function registerLogin(app: FastifyInstance, db: Database, sessions: Sessions, accounts: Accounts): void {
  // The active companies for the form, the same for everybody, so that the answer reveals nothing about a CPF.
  app.get(
    '/api/login/empresas',
    { config: forAnybody, schema: { tags, summary: 'Empresas da tela de acesso', response: answers(z.array(named)) } },
    async () =>
      db.query<{ id: number; nome: string }>({
        text: 'select id, nome from empresas where ativo order by nome_ord, id limit 500',
      }),
  );

  app.post(
    '/api/login',
    {
      config: { ...forAnybody, limits: 'own' },
      schema: {
        tags,
        summary: 'Entrar',
        body: z.toJSONSchema(credentials, { io: 'input' }),
        response: answers(named.extend({ empresaId: z.int() })),
      },
    },
    async (request, reply) => {
      const { cpf, senha, empresaId, preferida } = demand(credentials, request.body);
      const { judge, settle } = await accounts.attempt(request, cpf);
      const user = await db.one<{ id: number; nome: string; hash: string }>({
        text: 'select u.id, u.nome, c.hash from usuarios u join credenciais c on c.usuario_id = u.id where u.cpf = $1 and u.ativo',
        values: [cpf],
      });
      const fits = await judge(() => isPassword(user?.hash, senha));
      const companies = fits && user ? await companiesOf(db, user.id) : [];
      const entered = companies.find(({ id }) => id === (empresaId ?? preferida)) ?? (empresaId ? undefined : companies[0]);
      if (!user || !entered) throw wrongCredentials();
      await accounts.countRight(user.id);
      await settle();
      await db.query(sql`update credenciais set entrou_em = now() where usuario_id = ${user.id} and entrou_em is null`);
      await sessions.open(request, reply, user.hash, user.id, entered.id);
      await auditor({ usuarioId: user.id, usuarioNome: user.nome, empresaId: entered.id, requestId: request.id })(db, {
        table: users.sessions,
        id: user.id,
        action: 'I',
        changes: { acesso: [null, 'Entrada no sistema'] },
        unbounded: true,
      });
      return { id: user.id, nome: user.nome, empresaId: entered.id };
    },
  );

  app.post(
    '/api/logout',
    { config: { ...forAnybody, limits: 'free' }, schema: { tags, summary: 'Sair', response: { 204: nothing('fora') } } },
    async (request, reply) => {
      await sessions.close(request, reply);
      return reply.status(204).send();
    },
  );

  // CALL-021: the session is ended by the page, since a link may not end one.
  app.get(
    '/api/logout',
    {
      config: { ...forAnybody, limits: 'free' },
      schema: { tags, summary: 'Ir para a página que encerra a sessão', response: { 303: nothing('a página') } },
    },
    (_request, reply) => reply.redirect('/logout', 303),
  );

  const config = { config: forUsers, schema: { tags, summary: 'Alterar Minha Senha', response: { 204: nothing('alterada') } } };
  const change = async (request: FastifyRequest, reply: FastifyReply) => {
    const { usuario, acting, body } = request;
    const hash = await accounts.change(usuario.id, body, acting.audit, request.id);
    await sessions.open(request, reply, hash, usuario.id, acting.empresaId);
    return reply.status(204).send();
  };
  app.put('/api/userinfo/senha', config, change);
  // CALL-025
  app.patch('/api/userinfo/usuario/alterar-senha', config, change);

  app.post(
    '/api/login/recuperar',
    {
      config: { ...forAnybody, limits: 'own' },
      schema: {
        tags,
        summary: 'Recuperar senha por e-mail',
        response: { 202: { description: 'pedido', ...described(z.object({ message: z.string() })) } },
      },
    },
    async (request, reply) => {
      const { cpf } = demand(z.object({ cpf: cpfText }), request.body);
      await accounts.recover(request, cpf);
      return reply.status(202).send(RECOVERY_ASKED);
    },
  );

  app.post(
    '/api/login/redefinir',
    {
      config: { ...forAnybody, limits: 'own' },
      schema: { tags, summary: 'Redefinir senha', response: { 204: nothing('redefinida') } },
    },
    async (request, reply) => {
      await accounts.reset(request, reply, request.body);
      return reply.status(204).send();
    },
  );
}
