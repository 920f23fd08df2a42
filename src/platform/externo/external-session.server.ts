import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#kit/db/database.server.ts';
import type { Audience } from '#platform/session/audience.server.ts';
import { createTokens, type SessionOptions } from '#platform/session/tokens.server.ts';
import type { ExternalAccount } from './external-account.ts';

declare module 'fastify' {
  interface FastifyRequest {
    conta: ExternalAccount;
  }
}

export const candidates: Audience = {
  cookie: 'vinculo_externo',
  sessions: 'sessoes_externas',
  recoveries: 'recuperacoes_externas',
  owner: 'conta_id',
  person: {
    columns: `c.id, c.nome, c.cpf, c.email, c.versao, json_build_object('id', e.id, 'nome', e.nome) as empresa`,
    joins: 'join contas_externas c on c.id = s.conta_id join empresas e on e.id = c.empresa_id and e.ativo',
  },
  hash: 'select hash from contas_externas where id = $1',
  saveHash: 'update contas_externas set hash = $2 where id = $1',
  counted: 'externo:',
  mailSubject: 'da área do candidato',
  mismatch: 'As senhas devem ser iguais',
};

/** Sessions of the external area. */
export function createExternalSessions(db: Database, options: SessionOptions) {
  const tokens = createTokens<ExternalAccount>(db, candidates, options);

  async function recognise(request: FastifyRequest): Promise<boolean> {
    const conta = await tokens.read(request);
    if (conta) request.conta = conta;
    return conta !== undefined;
  }

  return {
    open: (reply: FastifyReply, contaId: number) => tokens.open(reply, { conta_id: contaId }),
    close: tokens.close,
    recognise,
  };
}

export type ExternalSessions = ReturnType<typeof createExternalSessions>;
