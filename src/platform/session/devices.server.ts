import type { FastifyReply, FastifyRequest } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import type { Database, Queryable, Tx } from '#kit/db/database.server.ts';
import type { Audience } from './audience.server.ts';
import { cookieOf, digest, newToken } from './cookie.server.ts';

/** Days that a browser is remembered after its last login, and how many of one person. */
const DAYS = 90;
const MOST = 10;

interface KnownBrowser {
  key: string;
  accounts: ReadonlySet<number>;
}

export type Devices = ReturnType<typeof createDevices>;

/** Browsers in which people have logged in. Each has one random token, however many people use it; the table holds its digest. */
export function createDevices(db: Database, audience: Audience, isSecure: boolean) {
  const [devices, owner, people] = [raw(audience.devices), raw(audience.owner), raw(audience.people)];
  const sessions = raw(audience.sessions);
  const cookie = cookieOf(audience.deviceCookie, isSecure);
  const sessionCookie = cookieOf(audience.cookie, isSecure);
  const keyOf = (token: string | undefined): Buffer => (token ? digest(token) : Buffer.alloc(0));

  /** The digest of this browser's token, with the accounts of this CPF that have logged in with it; undefined if there are none. */
  async function known(request: FastifyRequest, cpf: string): Promise<KnownBrowser | undefined> {
    const token = cookie.read(request);
    if (!token) return undefined;
    const key = digest(token);
    const rows = await db.query<{ id: number }>(sql`
      select p.id from ${devices} d join ${people} p on p.id = d.${owner} where d.chave = ${key} and d.expira_em > now() and p.cpf = ${cpf}`);
    return rows.length > 0 ? { key: key.toString('hex'), accounts: new Set(rows.map(({ id }) => id)) } : undefined;
  }

  /** Remembers this browser for the person. An unknown token is replaced. */
  async function remember(request: FastifyRequest, reply: FastifyReply, id: number): Promise<void> {
    const given = cookie.read(request);
    const isOurs =
      given && (await db.one(sql`select 1 from ${devices} where chave = ${digest(given)} and expira_em > now() limit 1`));
    const token = isOurs ? given : newToken();
    const key = digest(token);
    await db.query(sql`
      with velhos as (
        delete from ${devices} where ${owner} = ${id} and chave in (
          select chave from ${devices} where ${owner} = ${id} and chave <> ${key} order by expira_em desc offset ${MOST - 1}))
      insert into ${devices} (chave, ${owner}, expira_em) values (${key}, ${id}, now() + make_interval(days => ${DAYS}))
      on conflict (chave, ${owner}) do update set expira_em = excluded.expira_em`);
    cookie.write(reply, token, DAYS * 86_400);
  }

  /** Forgets the person's browsers except the one of the request. */
  const forget = (tx: Queryable, id: number, except?: FastifyRequest) =>
    tx.query(sql`delete from ${devices} where ${owner} = ${id} and chave <> ${keyOf(except && cookie.read(except))}`);

  /** Whether somebody is, or has been, logged in as the person in this browser. */
  const isOf = async (tx: Queryable, request: FastifyRequest, id: number): Promise<boolean> =>
    (await tx.one(sql`
      select from ${sessions} where ${owner} = ${id} and chave = ${keyOf(sessionCookie.read(request))} and expira_em > now()
      union all select from ${devices} where ${owner} = ${id} and chave = ${keyOf(cookie.read(request))} and expira_em > now() limit 1`)) !==
    undefined;

  /** Ends every session of these except the request's, and forgets their other browsers; answers how many ended. */
  async function endOthers(tx: Tx, request: FastifyRequest, ids: readonly number[]): Promise<number> {
    const ended = await tx.query(sql`
      delete from ${sessions} where ${owner} = any(${[...ids]}::bigint[]) and chave <> ${keyOf(sessionCookie.read(request))} returning expira_em > now() as viva`);
    for (const one of ids) await forget(tx, one, request);
    return ended.length;
  }

  return { known, remember, forget, isOf, endOthers };
}
