import type { FastifyReply, FastifyRequest } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import type { Audience } from '#platform/session/audience.server.ts';
import { createTokens, type SessionOptions } from '#platform/session/tokens.server.ts';
import type { HeldAccount } from './external-account.ts';

declare module 'fastify' {
  interface FastifyRequest {
    conta: HeldAccount;
  }
  interface FastifyInstance {
    /** sessions of the external area, for the modules whose people log in there */
    external: ExternalSessions;
  }
}

/** Over an account `c`. Accounts that are joined are one person's, so the mailbox of one is theirs in the others. */
const PROVED = `exists (select from contas_externas o where (o.id = c.id or o.identidade_id = c.identidade_id)
  and o.email = c.email and o.email_provado_em is not null)`;
export const mailboxIsProved = raw(PROVED);

/** Over an account `c`: the oldest of those that belong together, or from which one of them was begun. */
const OLDEST = `(select min(coalesce(o.contada_como, o.id)) from contas_externas o where o.id = c.id or o.identidade_id = c.identidade_id)`;

export const candidates: Audience = {
  name: 'candidatos',
  cookie: 'vinculo_externo',
  sessions: 'sessoes_externas',
  recoveries: 'recuperacoes_externas',
  devices: 'dispositivos_externos',
  deviceCookie: 'vinculo_dispositivo_externo',
  addresses: [],
  owner: 'conta_id',
  people: 'contas_externas',
  person: {
    columns: `c.id, c.nome, c.cpf, c.email, c.versao, c.identidade_id as "identidadeId",
      ${OLDEST} as primeira, json_build_object('id', e.id, 'nome', e.nome) as empresa`,
    joins: 'join contas_externas c on c.id = s.conta_id join empresas e on e.id = c.empresa_id and e.ativo',
  },
  hash: 'select hash from contas_externas where id = $1',
  holdsHash: 'for no key update',
  together: `select id from contas_externas where id = $1
    or identidade_id = (select identidade_id from contas_externas where id = $1) order by id`,
  apart: 'update contas_externas set identidade_id = null where id = any($1::bigint[])',
  countedAlone: `update contas_externas o set contada_como = null from contas_externas c where c.id = $1
    and (o.id = c.id or (o.contada_como = c.id and (o.identidade_id = c.identidade_id) is not true))`,
  countedAs: `select ${OLDEST} as id from contas_externas c where c.id = $1`,
  saveHash: 'update contas_externas set hash = $2 where id = $1',
  companies: 'select e.nome from contas_externas c join empresas e on e.id = c.empresa_id where c.id = $1',
  author: `select null::bigint as "usuarioId", nome || ' (candidato)' as "usuarioNome", empresa_id as "empresaId", 'candidatos:' || id as externo from contas_externas where id = $1`,
  counted: 'externo:',
  prove: 'update contas_externas set email_provado_em = coalesce(email_provado_em, now()) where id = $1',
  proved: `select from contas_externas c where c.id = $1 and ${PROVED}`,
  reach: (cpf, empresaId) => sql`
    select c.id, c.nome, c.email, ${raw(PROVED)} as provado from contas_externas c where c.cpf = ${cpf} and c.empresa_id = ${empresaId}`,
  page: (empresaId) => `/externo/redefinir-senha?empresaId=${empresaId}`,
  enterPage: (empresaId) => `/externo/entrar?empresaId=${empresaId}`,
  mailSubject: 'da área do candidato',
  mismatch: 'As senhas devem ser iguais',
};

/** Sessions of the external area. */
export function createExternalSessions(db: Database, options: SessionOptions) {
  const tokens = createTokens<HeldAccount>(db, candidates, options);

  async function recognise(request: FastifyRequest): Promise<boolean> {
    const conta = await tokens.read(request);
    if (conta) request.conta = conta;
    return conta !== undefined;
  }

  const { move, close, listOf, closeOthers, devices } = tokens;
  return {
    open: (request: FastifyRequest, reply: FastifyReply, hash: string, contaId: number) =>
      tokens.open(request, reply, hash, { conta_id: contaId }),
    move,
    close,
    recognise,
    listOf,
    closeOthers,
    devices,
  };
}

export type ExternalSessions = ReturnType<typeof createExternalSessions>;
