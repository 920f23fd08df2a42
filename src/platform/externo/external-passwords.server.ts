import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, named, nothing } from '#kit/http/openapi.server.ts';
import { forAnybody, forExternals } from '#kit/http/serves.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { type Accounts, cpfText, RECOVERY_ASKED, secret } from '#platform/session/accounts.server.ts';
import { digest } from '#platform/session/cookie.server.ts';
import { holdTogether } from '#platform/session/together.server.ts';
import { companyId } from './accounts-of-cpf.server.ts';
import { candidates, type ExternalSessions } from './external-session.server.ts';
import { ownAccount, trailOf } from './outsiders.server.ts';

const tags = ['Área externa'];
/** The answer to everybody who asks for a link to log in. */
const LINK_ASKED = { message: 'Se o CPF estiver cadastrado com um e-mail, enviaremos um link que entra sem senha.' };

const entered = named.extend({
  empresaId: z.int(),
  /** it was the first link to this mailbox that was used, in a browser that was not the account's: a password that it had is gone */
  senhaRemovida: z.boolean(),
});

/** Calls to change a password, to recover it and to set it anew. */
export function registerPasswords(app: FastifyInstance, db: Database, sessions: ExternalSessions, accounts: Accounts): void {
  app.patch(
    '/api/externo/candidatos/:id/alterar-senha',
    { config: forExternals, schema: { tags, summary: 'Alterar senha', response: { 204: nothing('alterada') } } },
    async (request, reply) => {
      const conta = ownAccount(request);
      const hash = await accounts.change(conta.id, request.body, trailOf(request), request.id);
      await sessions.open(request, reply, hash, conta.id);
      return reply.status(204).send();
    },
  );

  app.put(
    '/api/externo/candidatos/recuperar-senha',
    {
      config: { ...forAnybody, limits: 'own' },
      schema: {
        tags,
        summary: 'Recuperar senha por e-mail',
        response: answers(z.object({ message: z.string() }), { status: 202 }),
      },
    },
    async (request, reply) => {
      const { cpf, empresaId } = demand(z.object({ cpf: cpfText, empresaId: companyId }), request.body ?? request.query);
      await accounts.recover(request, cpf, empresaId);
      return reply.status(202).send(RECOVERY_ASKED);
    },
  );

  app.put(
    '/api/externo/candidatos/link-de-acesso',
    {
      config: { ...forAnybody, limits: 'own' },
      schema: {
        tags,
        summary: 'Receber por e-mail um link que entra sem senha',
        response: answers(z.object({ message: z.string() }), { status: 202 }),
      },
    },
    async (request, reply) => {
      const { cpf, empresaId } = demand(z.object({ cpf: cpfText, empresaId: companyId }), request.body);
      await accounts.recover(request, cpf, empresaId, true);
      return reply.status(202).send(LINK_ASKED);
    },
  );

  app.post(
    '/api/externo/entrar',
    {
      config: { ...forAnybody, limits: 'own' },
      schema: { tags, summary: 'Entrar com o link de acesso', response: answers(entered) },
    },
    async (request, reply) => {
      const { token } = demand(z.object({ token: secret('Chave') }), request.body);
      const key = digest(token);
      const account = await db.tx(async (tx) => {
        const link = await tx.one<{ id: number }>(sql`select conta_id as id from recuperacoes_externas where chave = ${key}`);
        if (!link) return undefined;
        // The accounts before the link, as everybody locks them.
        await holdTogether(tx, candidates, link.id);
        const one = await tx.one<{ id: number; nome: string; empresaId: number; hash: string }>(sql`
          with used as (delete from recuperacoes_externas where chave = ${key} and expira_em > now() returning conta_id)
          select c.id, c.nome, c.empresa_id as "empresaId", c.hash from used join contas_externas c on c.id = used.conta_id
          join empresas e on e.id = c.empresa_id and e.ativo`);
        if (!one) return undefined;
        const removed = await accounts.enterByLink(tx, request, { id: one.id, key });
        return { ...one, hash: removed ?? one.hash, senhaRemovida: removed !== undefined };
      });
      if (!account) await accounts.countLink(request, key, false);
      if (!account) throw new Refusal('CHAVE_INVALIDA', 'Este link de acesso não vale mais. Peça outro.');
      const { hash, ...who } = account;
      await sessions.open(request, reply, hash, who.id);
      return who;
    },
  );

  app.post(
    '/api/externo/redefinir',
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
