import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { demand } from '#kit/http/demand.server.ts';
import { answers, nothing } from '#kit/http/openapi.server.ts';
import { forExternals } from '#kit/http/serves.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { type Accounts, secret } from '#platform/session/accounts.server.ts';
import { accountsOf, companyId, withPassword } from './accounts-of-cpf.server.ts';
import type { ExternalSessions } from './external-session.server.ts';
import { joinExisting, joinedAccounts, leave, WRONG_THERE } from './joined-accounts.server.ts';

const tags = ['Área externa'];
const entered = answers(z.object({ id: z.int(), empresaId: z.int() }));

/** The calls of somebody whose one login serves several companies (ADR 82). */
export function registerJoined(app: FastifyInstance, db: Database, sessions: ExternalSessions, accounts: Accounts): void {
  app.post(
    '/api/externo/userinfo/empresa',
    { config: forExternals, schema: { tags, summary: 'Passar para a minha conta em outra empresa', response: entered } },
    async (request, reply) => {
      const { empresaId } = demand(z.object({ empresaId: companyId }), request.body);
      const { conta } = request;
      const there = (await joinedAccounts(db, conta)).find(({ empresa }) => empresa.id === empresaId);
      if (!there || !(await sessions.move(request, reply, conta.id, there.id))) throw refuse.notFound();
      return { id: there.id, empresaId };
    },
  );

  app.post(
    '/api/externo/contas-ligadas',
    {
      config: forExternals,
      schema: { tags, summary: 'Ligar à minha conta um cadastro que já tenho em outra empresa', response: entered },
    },
    async (request, reply) => {
      const { empresaId, senha, senhaDaEmpresa } = demand(
        z.object({ empresaId: companyId, senha: secret('Senha'), senhaDaEmpresa: secret('Senha nessa empresa') }),
        request.body,
      );
      const { conta } = request;
      if (empresaId === conta.empresa.id)
        throw refuse.invalid([{ field: 'empresaId', message: 'Esta é a empresa em que você já está' }]);
      // Both passwords: whoever found a session open does not tie an account of their own to it, nor this one to theirs.
      const stillProved = await accounts.prove(conta.id, senha);
      const there = { cpf: conta.cpf, empresaId };
      const other = await accounts.attemptOne(request, there, await accountsOf(db, conta.cpf, empresaId), (among) =>
        withPassword(among, senhaDaEmpresa),
      );
      if (!other) throw refuse.invalid([{ field: 'senhaDaEmpresa', message: WRONG_THERE }]);
      await db.tx(async (tx) => {
        const hash = await joinExisting(tx, conta.id, { ...other, empresaId });
        await stillProved(tx);
        await accounts.set(tx, other.id, hash, await accounts.authorOf(tx, other.id, request.id));
      });
      if (!(await sessions.move(request, reply, conta.id, other.id))) throw refuse.expired();
      return { id: other.id, empresaId };
    },
  );

  app.post(
    '/api/externo/contas-ligadas/separar',
    { config: forExternals, schema: { tags, summary: 'Separar esta conta das outras', response: { 204: nothing('separada') } } },
    async (request, reply) => {
      const { senha } = demand(z.object({ senha: secret('Senha') }), request.body);
      const stillProved = await accounts.prove(request.conta.id, senha);
      await db.tx(async (tx) => {
        await leave(tx, request.conta.id);
        await stillProved(tx);
      });
      return reply.status(204).send();
    },
  );
}
