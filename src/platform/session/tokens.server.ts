import type { FastifyReply, FastifyRequest } from 'fastify';
import sql, { join, raw } from 'sql-template-tag';
import { z } from 'zod';
import type { Database, Tx } from '#kit/db/database.server.ts';
import { prepared } from '#kit/db/statement.server.ts';
import type { Audience } from './audience.server.ts';
import { cookieOf, digest, newToken } from './cookie.server.ts';
import { createDevices } from './devices.server.ts';
import { isStill, wrongCredentials } from './proof.server.ts';
import { holdTogether, togetherOf } from './together.server.ts';

export interface SessionOptions {
  /** hours without a request that a session survives */
  hours: number;
  /** hours that a session lasts, however much it is used */
  maxHours: number;
  isSecure: boolean;
}

/** Somebody's sessions, as their screen lists them. */
export const sessionList = z.array(
  z.object({
    criadaEm: z.iso.datetime({ offset: true }),
    vistaEm: z.iso.datetime({ offset: true }),
    atual: z.boolean(),
  }),
);

/** A person's own session, as they see it. */
interface OwnSession {
  criadaEm: string;
  vistaEm: string;
  /** it is the session of the request */
  atual: boolean;
}

/** Opens, reads and closes the sessions of an audience: the cookie holds a random token, the table its digest. */
export function createTokens<Person extends object>(
  db: Database,
  audience: Audience,
  { hours, maxHours, isSecure }: SessionOptions,
) {
  const { sessions, person } = audience;
  const [table, owner] = [raw(sessions), raw(audience.owner)];
  const cookie = cookieOf(audience.cookie, isSecure);
  const devices = createDevices(db, audience, isSecure);
  const [lasting, most] = [`${hours} hours`, `${maxHours} hours`];
  const find = `select ${person.columns}, s.vista_em < now() - interval '1 minute' as antiga
    from ${sessions} s ${person.joins} where s.chave = $1 and s.expira_em > now()`;
  const renew = `update ${sessions} set vista_em = now(), expira_em = least(now() + $2::interval, criada_em + $3::interval) where chave = $1`;

  function keyOf(request: FastifyRequest): Buffer | undefined {
    const token = cookie.read(request);
    return token === undefined ? undefined : digest(token);
  }

  /**
   * Opens a new session in place of the request's, if the person's password is still the one of `hash`. `columns` are the table's
   * columns of the person.
   */
  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    hash: string,
    columns: Record<string, number>,
  ): Promise<void> {
    const token = newToken();
    const names = Object.keys(columns).map((name) => raw(name));
    await forget(request);
    await db.tx(async (tx) => {
      if (!(await isStill(tx, audience, columns[audience.owner] as number, hash))) throw wrongCredentials();
      await tx.query(
        sql`insert into ${table} (chave, expira_em, ${join(names)}) values (${digest(token)}, now() + least(${lasting}::interval, ${most}::interval), ${join(Object.values(columns))})`,
      );
    });
    // The browser keeps the cookie for the longest life of a session; the table decides when it ends.
    cookie.write(reply, token, Math.round(maxHours * 3600));
    await devices.remember(request, reply, columns[audience.owner] as number);
  }

  async function found(request: FastifyRequest): Promise<(Person & { antiga: boolean }) | undefined> {
    const key = keyOf(request);
    return key && db.one<Person & { antiga: boolean }>(prepared(find, [key]));
  }

  /** The person of the request's session, which a request prolongs. */
  async function read(request: FastifyRequest): Promise<Person | undefined> {
    const one = await found(request);
    if (!one) return undefined;
    const { antiga, ...whose } = one;
    if (antiga) await db.query(prepared(renew, [keyOf(request), lasting, most]));
    return whose as unknown as Person;
  }

  async function forget(request: FastifyRequest): Promise<void> {
    const key = keyOf(request);
    if (key) await db.query(sql`delete from ${table} where chave = ${key}`);
  }

  /** Keeps the request's session until the transaction ends; whoever ends it waits for that. False: it has ended meanwhile. */
  const hold = async (tx: Tx, request: FastifyRequest): Promise<boolean> =>
    (await tx.one(sql`select 1 from ${table} where chave = ${keyOf(request)} for share`)) !== undefined;

  /** Makes the request's session the one of another of the person's accounts; its age stays. */
  async function move(request: FastifyRequest, reply: FastifyReply, from: number, to: number): Promise<boolean> {
    const moved = await db.tx(async (tx) => {
      if (!(await holdTogether(tx, audience, from)).includes(to)) return undefined;
      return tx.one(sql`update ${table} set ${owner} = ${to} where chave = ${keyOf(request)} and ${owner} = ${from} returning 1`);
    });
    if (moved) await devices.remember(request, reply, to);
    return moved !== undefined;
  }

  async function close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await forget(request);
    cookie.clear(reply);
  }

  /** The live sessions of the person, the youngest first. */
  const listOf = async (request: FastifyRequest, id: number) =>
    db.query<OwnSession>(sql`
      select criada_em as "criadaEm", vista_em as "vistaEm", chave = ${keyOf(request)} as atual from ${table}
      where ${owner} = any(${await togetherOf(db, audience, id)}::bigint[]) and expira_em > now() order by criada_em desc`);

  /** Ends every session of the person except the request's, and forgets their browsers; answers how many ended. */
  const closeOthers = (request: FastifyRequest, id: number): Promise<number> =>
    db.tx(async (tx) => devices.endOthers(tx, request, await togetherOf(tx, audience, id)));

  return { open, found, read, hold, forget, move, close, listOf, closeOthers, keyOf, devices };
}
