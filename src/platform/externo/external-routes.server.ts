import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { email, personName } from '#kit/fields/text.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, named, nothing } from '#kit/http/openapi.server.ts';
import { forAnybody, forExternals } from '#kit/http/serves.server.ts';
import type { AccountFollower } from '#kit/module/module.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Accounts, cpfText, secret } from '#platform/session/accounts.server.ts';
import { countNewAddress, mayTellBefore, onNewAddress } from '#platform/session/new-address.server.ts';
import { wrongCredentials } from '#platform/session/proof.server.ts';
import { sessionList } from '#platform/session/tokens.server.ts';
import { accountsOf, companyId, withPassword } from './accounts-of-cpf.server.ts';
import type { ExternalAccount, HeldAccount } from './external-account.ts';
import { registerPasswords } from './external-passwords.server.ts';
import { candidates, type ExternalSessions } from './external-session.server.ts';
import { joinedAccounts } from './joined-accounts.server.ts';
import { registerJoined } from './joined-routes.server.ts';
import { ownAccount, trailOf } from './outsiders.server.ts';

const tags = ['Área externa'];

const credentials = z.object({ cpf: cpfText, senha: secret('Senha'), empresaId: companyId });
const ownData = z.object({
  nome: personName('Nome', 100).schema,
  email: email('E-mail').schema,
  versao: z.int().optional(),
  senha: secret('Senha').optional(),
});

const account = z.object({
  id: z.int(),
  nome: z.string(),
  cpf: z.string(),
  email: z.string().nullable(),
  versao: z.int(),
  empresa: named,
});
const whoIsIn = z.object({
  autenticado: z.boolean(),
  authenticated: z.boolean(),
  usuario: account.optional(),
  empresa: named.optional(),
  /** the accounts that one login opens; absent: this one alone */
  contas: z.array(z.object({ id: z.int(), empresa: named })).optional(),
  /** the bot check to show; absent: the puzzle */
  captcha: z.object({ chave: z.string(), programa: z.string() }).optional(),
});

interface External {
  db: Database;
  sessions: ExternalSessions;
  accounts: Accounts;
  followers: readonly AccountFollower[];
}

/** The external area's own calls (document 1 §7 "External login" and "External candidate"), all below `/api/externo`. */
export function registerExternal(
  app: FastifyInstance,
  db: Database,
  sessions: ExternalSessions,
  accounts: Accounts,
  followers: readonly AccountFollower[],
): void {
  const external = { db, sessions, accounts, followers };
  registerLogin(app, external);
  registerSessions(app, external);
  registerAccount(app, external);
  registerPasswords(app, db, sessions, accounts);
  registerJoined(app, db, sessions, accounts);
}

function registerLogin(app: FastifyInstance, { db, sessions, accounts }: External): void {
  // The spec's client sends the login as a form.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 8_192 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post(
      '/api/externo/login',
      {
        config: { ...forAnybody, limits: 'own' },
        schema: { tags, summary: 'Entrar na área externa', response: answers(named.extend({ empresaId: z.int() })) },
      },
      async (request, reply) => {
        const { cpf, senha, empresaId } = demand(credentials, request.body);
        const account = await accounts.attemptOne(request, { cpf, empresaId }, await accountsOf(db, cpf, empresaId), (among) =>
          withPassword(among, senha),
        );
        if (!account) throw wrongCredentials();
        await sessions.open(request, reply, account.hash, account.id);
        return { id: account.id, nome: account.nome, empresaId };
      },
    );
  });
}

function registerSessions(app: FastifyInstance, { db, sessions }: External): void {
  app.get(
    '/api/externo/userinfo',
    {
      config: { ...forAnybody, limits: 'free' },
      schema: { tags, summary: 'Quem está na área externa', response: answers(whoIsIn) },
    },
    async (request) => {
      const { captcha } = request.server.robots;
      const isIn = await sessions.recognise(request);
      const contas = isIn ? await joinedAccounts(db, request.conta) : [];
      return {
        ...(isIn
          ? { autenticado: true, authenticated: true, usuario: shown(request.conta), empresa: request.conta.empresa }
          : { autenticado: false, authenticated: false }),
        ...(contas.length > 0 ? { contas } : {}),
        ...(captcha ? { captcha } : {}),
      };
    },
  );

  app.get(
    '/api/externo/userinfo/sessoes',
    { config: forExternals, schema: { tags, summary: 'Minhas sessões', response: answers(sessionList) } },
    async (request) => sessions.listOf(request, request.conta.id),
  );

  app.delete(
    '/api/externo/userinfo/sessoes',
    {
      config: forExternals,
      schema: { tags, summary: 'Encerrar as minhas outras sessões', response: answers(z.object({ encerradas: z.int() })) },
    },
    async (request) => ({ encerradas: await sessions.closeOthers(request, request.conta.id) }),
  );

  app.post(
    '/api/externo/userinfo/logout',
    {
      config: { ...forAnybody, limits: 'free' },
      schema: { tags, summary: 'Sair da área externa', response: { 204: nothing('fora') } },
    },
    async (request, reply) => {
      await sessions.close(request, reply);
      return reply.status(204).send();
    },
  );
}

/** An account as its owner reads it. */
const shown = ({ identidadeId: _, primeira: __, ...account }: HeldAccount): ExternalAccount => account;

function registerAccount(app: FastifyInstance, { db, sessions, accounts, followers }: External): void {
  app.get(
    '/api/externo/candidatos/:id',
    { config: forExternals, schema: { tags, summary: 'Meu cadastro', response: answers(account) } },
    async (request) => shown(ownAccount(request)),
  );

  app.put(
    '/api/externo/candidatos/:id',
    { config: forExternals, schema: { tags, summary: 'Editar cadastro', response: answers(account) } },
    async (request) => {
      const conta = ownAccount(request);
      const { versao = conta.versao, nome, email, senha } = demand(ownData, request.body);
      // A new e-mail opens a way to the account, so the present password must confirm it.
      const isNew = email !== conta.email;
      if (isNew && senha === undefined)
        throw refuse.invalid([{ field: 'senha', message: 'Para mudar o e-mail, informe a sua senha atual' }]);
      const stillProved = isNew && senha !== undefined ? await accounts.prove(conta.id, senha) : undefined;
      if (isNew) await countNewAddress(db, candidates, conta);
      return db.tx(async (tx) => {
        await stillProved?.(tx);
        const isTold = isNew && (await mayTellBefore(tx, candidates, conta));
        const saved = await tx.one<{ id: number; nome: string; email: string; versao: number }>(
          sql`update contas_externas set nome = ${nome}, email = ${email}, versao = versao + 1,
            email_provado_em = case when email = ${email} then email_provado_em end
          where id = ${conta.id} and versao = ${versao} returning id, nome, email, versao`,
        );
        if (!saved) throw refuse.stale({ ...shown(conta) });
        await onNewAddress(tx, candidates, conta, email, isTold);
        // Another browser that knows the account knows it by the address before.
        if (isNew) await sessions.devices.endOthers(tx, request, [conta.id]);
        await trailOf(request)(tx, {
          table: 'contas_externas',
          id: conta.id,
          action: 'A',
          changes: { nome: [conta.nome, nome], email: [conta.email, email] },
        });
        const acting = { audit: trailOf(request), empresaId: conta.empresa.id };
        for (const follow of followers) await follow(tx, acting, { id: conta.id, nome, email, before: conta });
        return { ...shown(conta), ...saved };
      });
    },
  );
}
