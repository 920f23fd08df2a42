import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sql, { join, raw } from 'sql-template-tag';
import type { Database } from '#kit/db/database.server.ts';
import { prepared } from '#kit/registry/list.server.ts';
import type { Audience } from './audience.server.ts';

export interface SessionOptions {
  hours: number;
  isSecure: boolean;
}

export const newToken = (): string => randomBytes(32).toString('base64url');
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Opens, knows and closes the sessions of an audience: the cookie holds a random token, the table its digest. */
export function createTokens<Person extends object>(
  db: Database,
  { cookie, sessions, person }: Audience,
  { hours, isSecure }: SessionOptions,
) {
  const lasting = `${hours} hours`;
  const find = `select ${person.columns}, s.vista_em < now() - interval '1 minute' as antiga
    from ${sessions} s ${person.joins} where s.chave = $1 and s.expira_em > now()`;
  const renew = `update ${sessions} set vista_em = now(), expira_em = now() + $2::interval where chave = $1`;
  const table = raw(sessions);

  /** The digest of the token that came; undefined when there is none, or nothing like one. */
  function keyOf(request: FastifyRequest): Buffer | undefined {
    const token = request.cookies[cookie];
    return token && token.length <= 100 ? digest(token) : undefined;
  }

  /** `columns`: whose session it is, as the table says it. */
  async function open(reply: FastifyReply, columns: Record<string, number>): Promise<void> {
    const token = newToken();
    const names = Object.keys(columns).map((name) => raw(name));
    await db.query(
      sql`insert into ${table} (chave, expira_em, ${join(names)}) values (${digest(token)}, now() + ${lasting}::interval, ${join(Object.values(columns))})`,
    );
    reply.setCookie(cookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: Math.round(hours * 3600),
    });
  }

  /** Whose session came with the request; it lasts longer for having been used. */
  async function read(request: FastifyRequest): Promise<Person | undefined> {
    const key = keyOf(request);
    const found = key && (await db.one<Person & { antiga: boolean }>(prepared(find, [key])));
    if (!found) return undefined;
    const { antiga, ...whose } = found;
    if (antiga) await db.query(prepared(renew, [key, lasting]));
    return whose as unknown as Person;
  }

  async function forget(request: FastifyRequest): Promise<void> {
    const key = keyOf(request);
    if (key) await db.query(sql`delete from ${table} where chave = ${key}`);
  }

  async function close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await forget(request);
    reply.clearCookie(cookie, { path: '/' });
  }

  return { open, read, forget, close, keyOf };
}
