import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { SystemActing, UserActing, Viewing } from '#kit/acting/acting.server.ts';
import { today } from '#kit/br/date.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { SERVES } from '#kit/http/serves.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { auditor } from '#platform/audit/audit.server.ts';
import { type Access, authoritiesOfProfile, createAccessCache } from '#platform/authority/access.server.ts';
import { users } from './audience.server.ts';
import { createTokens, type SessionOptions } from './tokens.server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    access: Access;
    usuario: { id: number; nome: string; cpf: string };
    /** as whom they see the system, if not as themselves */
    vendo: Seen | undefined;
  }
}

interface Person {
  usuario_id: number;
  empresa_id: number;
  nome: string;
  cpf: string;
  versao: number;
  vendo_usuario_id: number | null;
  vendo_perfil_id: number | null;
}

/** As whom a session sees the system. */
export type Seen = { usuario: number; perfil?: undefined } | { perfil: number; usuario?: undefined };

const seenBy = ({ vendo_usuario_id, vendo_perfil_id }: Pick<Person, 'vendo_usuario_id' | 'vendo_perfil_id'>): Seen | undefined =>
  vendo_usuario_id !== null ? { usuario: vendo_usuario_id } : vendo_perfil_id !== null ? { perfil: vendo_perfil_id } : undefined;

const shared = (mine: ReadonlySet<string>, theirs: (authority: string) => boolean) => new Set([...mine].filter(theirs));

/** The sessions of internal users: each is in one company, with the user's rights there. */
export function createSessions(db: Database, options: SessionOptions) {
  const accessOf = createAccessCache(db);
  const tokens = createTokens<Person>(db, users, options);

  const open = (request: FastifyRequest, reply: FastifyReply, hash: string, usuarioId: number, empresaId: number) =>
    tokens.open(request, reply, hash, { usuario_id: usuarioId, empresa_id: empresaId });

  /** Moves the session to another company. */
  const enter = (request: FastifyRequest, empresaId: number) =>
    db.query(sql`update sessoes set empresa_id = ${empresaId} where chave = ${tokens.keyOf(request)}`);

  async function recognise(request: FastifyRequest): Promise<boolean> {
    const person = await tokens.read(request);
    if (!person) return false;
    const access = await accessOf(person.usuario_id, person.empresa_id, person.versao);
    // A user who has lost every profile in this company leaves it.
    if (!access.enters) {
      await tokens.forget(request);
      return false;
    }
    const viewing = await viewingOf(person, access);
    request.access = viewing
      ? { ...access, authorities: shared(access.authorities, viewing.theirs), everywhere: new Set() }
      : access;
    request.usuario = { id: person.usuario_id, nome: person.nome, cpf: person.cpf };
    request.vendo = seenBy(person);
    request.acting = { ...actingOf(request.usuario, request.access, request.id), ...(viewing ? { viewing } : {}) };
    return true;
  }

  /** As whom the session sees the system; undefined: only the user's own rights count. */
  async function viewingOf({ empresa_id, versao, ...person }: Person, own: Access): Promise<Viewing | undefined> {
    const seen = seenBy(person);
    if (!seen) return undefined;
    const theirs = seen.usuario
      ? (await accessOf(seen.usuario, empresa_id, versao)).authorities
      : await authoritiesOfProfile(db, seen.perfil ?? 0);
    return {
      usuarioId: seen.usuario ?? null,
      mine: (authority) => own.authorities.has(authority),
      theirs: (authority) => theirs.has(authority),
    };
  }

  /** Begins to see the system as somebody, or as a profile; false: the session does so already. */
  const see = async (tx: Queryable, request: FastifyRequest, { usuario, perfil }: Seen): Promise<boolean> =>
    (await tx.one(sql`update sessoes set vendo_usuario_id = ${usuario ?? null}, vendo_perfil_id = ${perfil ?? null}
      where chave = ${tokens.keyOf(request)} and vendo_usuario_id is null and vendo_perfil_id is null returning 1`)) !==
    undefined;

  /** Returns to the user's own rights. The database writes the end into the trail. */
  const seeAgain = (request: FastifyRequest) =>
    db.query(sql`update sessoes set vendo_usuario_id = null, vendo_perfil_id = null where chave = ${tokens.keyOf(request)}`);

  /**
   * Guards every route by its own authority; a route under `/api` is open only with `publico`. `externo` demands a session of the
   * external area, which `recogniseExternal` finds; no user passes there, and no candidate elsewhere.
   */
  function guard(app: FastifyInstance, recogniseExternal: (request: FastifyRequest) => Promise<boolean>): void {
    app.decorateRequest('access', null as never);
    app.decorateRequest('usuario', null as never);
    app.decorateRequest('vendo', undefined);
    const changed = ({ acting }: FastifyRequest) =>
      new Refusal('EMPRESA_ALTERADA', 'Atenção! A empresa foi alterada em outra aba', 409, {
        empresa: { id: acting.empresaId, nome: acting.empresaNome },
      });
    async function judge(request: FastifyRequest): Promise<void> {
      const { authority, besides = [], reads } = request.routeOptions.config;
      if (authority === undefined || authority === SERVES.anybody) return;
      if (authority === SERVES.externals) {
        if (!(await recogniseExternal(request))) throw refuse.expired();
        return;
      }
      if (!(await recognise(request))) throw refuse.expired();
      if (request.vendo && !reads && !['GET', 'HEAD'].includes(request.method)) throw refuse.viewing();
      const believed = request.headers['x-empresa-id'];
      if (believed !== undefined && believed !== String(request.acting.empresaId)) throw changed(request);
      if (authority !== SERVES.users && ![authority, ...besides].every((one) => request.acting.can(one)))
        throw refuse.forbidden();
    }
    app.decorateRequest('judgeAgain', async function judgeAgain(this: FastifyRequest) {
      // Only routes for users have one.
      const before = this.access as Access | null;
      await judge(this);
      if (before && before.empresa.id !== this.access.empresa.id) throw changed(this);
    });
    app.addHook('preParsing', async (request) => {
      await judge(request);
      if (!request.raw.complete) request.isLate = true;
    });
    // By now the body has arrived, unless the handler itself receives it.
    app.addHook('preHandler', async (request) => {
      if (request.isLate) await request.judgeAgain?.();
    });
  }

  const { close, hold, listOf, closeOthers, devices } = tokens;
  return { open, close, hold, enter, recognise, guard, accessOf, listOf, closeOthers, devices, see, seeAgain };
}

export type Sessions = ReturnType<typeof createSessions>;

/** The actor of a user, with everything that stores and reports need. */
export const actingOf = (usuario: { id: number; nome: string }, access: Access, requestId: string): UserActing => ({
  kind: 'usuario',
  ...actorOf({ usuarioId: usuario.id, usuarioNome: usuario.nome }, access, requestId),
});

/** The actor of the program itself. */
export const systemActing = (access: Access, requestId: string): SystemActing => ({
  kind: 'sistema',
  ...actorOf({ usuarioId: null, usuarioNome: 'Sistema' }, access, requestId),
});

/** The common part of all actors, from the columns that tables store of them. */
export const actorOf = <W extends { usuarioId: number | null; usuarioNome: string; externo?: string | null }>(
  who: W,
  { empresa, settings, authorities, everywhere }: Omit<Access, 'enters'>,
  requestId: string,
) => ({
  ...who,
  empresaId: empresa.id,
  empresaNome: empresa.nome,
  requestId,
  today: today(),
  settings,
  can: (authority: string) => authorities.has(authority),
  everywhere: (authority: string) => everywhere.has(authority),
  audit: auditor({ ...who, empresaId: empresa.id, requestId }),
});
