import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { today } from '#kit/br/date.ts';
import type { Database } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/http/refusal.ts';
import type { Acting } from '#kit/registry/acting.server.ts';
import { prepared } from '#kit/registry/list.server.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { type Access, createAccessCache } from '#platform/authority/access.server.ts';

export const COOKIE = 'vinculo_sessao';

declare module 'fastify' {
  interface FastifyRequest {
    access: Access;
    usuario: { id: number; nome: string; cpf: string };
  }
}

interface SessionRow {
  usuario_id: number;
  empresa_id: number;
  nome: string;
  cpf: string;
  versao: number;
  antiga: boolean;
}

export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

const find = `select s.usuario_id, s.empresa_id, u.nome, u.cpf, v.versao, s.vista_em < now() - interval '1 minute' as antiga
  from sessoes s join usuarios u on u.id = s.usuario_id and u.ativo cross join versao_acessos v where s.chave = $1 and s.expira_em > now()`;

export interface SessionOptions {
  hours: number;
  isSecure: boolean;
}

/** Opens and closes sessions: the cookie holds a random token, the table its digest. */
export function createSessions(db: Database, { hours, isSecure }: SessionOptions) {
  const accessOf = createAccessCache(db);
  const lasting = `${hours} hours`;

  async function open(reply: FastifyReply, usuarioId: number, empresaId: number): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    await db.query({
      text: `insert into sessoes (chave, usuario_id, empresa_id, expira_em) values ($1, $2, $3, now() + $4::interval)`,
      values: [digest(token), usuarioId, empresaId, lasting],
    });
    reply.setCookie(COOKIE, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: Math.round(hours * 3600),
    });
  }

  async function close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = request.cookies[COOKIE];
    if (token) await db.query({ text: 'delete from sessoes where chave = $1', values: [digest(token)] });
    reply.clearCookie(COOKIE, { path: '/' });
  }

  /** Moves the session to another company. */
  const enter = (request: FastifyRequest, empresaId: number) =>
    db.query({
      text: 'update sessoes set empresa_id = $2 where chave = $1',
      values: [digest(request.cookies[COOKIE] ?? ''), empresaId],
    });

  async function recognise(request: FastifyRequest): Promise<boolean> {
    const token = request.cookies[COOKIE];
    if (!token || token.length > 100) return false;
    const key = digest(token);
    const row = await db.one<SessionRow>(prepared(find, [key]));
    if (!row) return false;
    if (row.antiga)
      await db.query(
        prepared(`update sessoes set vista_em = now(), expira_em = now() + $2::interval where chave = $1`, [key, lasting]),
      );
    const access = await accessOf(row.usuario_id, row.empresa_id, row.versao);
    // Whoever lost every right in this company is no longer in it.
    if (access.authorities.size === 0) {
      await db.query({ text: 'delete from sessoes where chave = $1', values: [key] });
      return false;
    }
    request.access = access;
    request.usuario = { id: row.usuario_id, nome: row.nome, cpf: row.cpf };
    request.acting = actingOf(request.usuario, request.access, request.id);
    return true;
  }

  /** Guards every route by its own authority; nothing under `/api` is open unless it says `publico`. */
  function guard(app: FastifyInstance): void {
    app.decorateRequest('access', null as never);
    app.decorateRequest('usuario', null as never);
    app.addHook('preParsing', async (request) => {
      const { authority } = request.routeOptions.config;
      if (authority === undefined || authority === 'publico') return;
      if (!(await recognise(request))) throw refuse.expired();
      const believed = request.headers['x-empresa-id'];
      if (believed !== undefined && believed !== String(request.acting.empresaId))
        throw new Refusal('EMPRESA_ALTERADA', 'Atenção! A empresa foi alterada em outra aba', 409, {
          empresa: { id: request.acting.empresaId, nome: request.acting.empresaNome },
        });
      if (authority !== 'sessao' && !request.acting.can(authority)) throw refuse.forbidden();
    });
  }

  return { open, close, enter, recognise, guard, accessOf };
}

export type Sessions = ReturnType<typeof createSessions>;

/** Everything that stores and reports ask of who acts. */
export function actingOf(usuario: { id: number | null; nome: string }, access: Access, requestId: string): Acting {
  return {
    usuarioId: usuario.id,
    usuarioNome: usuario.nome,
    empresaId: access.empresa.id,
    empresaNome: access.empresa.nome,
    requestId,
    today: today(),
    settings: access.settings,
    can: (authority) => access.authorities.has(authority),
    audit: auditor({ usuarioId: usuario.id, usuarioNome: usuario.nome, empresaId: access.empresa.id, requestId }),
  };
}
