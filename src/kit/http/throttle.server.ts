import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { counted } from '#kit/br/text.ts';
import { isOlder } from '#kit/db/clock.server.ts';
import type { Database, Queryable } from '#kit/db/database.server.ts';
import { Refusal, refuse } from '#kit/refusal/refusal.ts';
import { SERVES } from './serves.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * requests in 15 minutes to a route that serves no users; the usual limits of its method by default. `own`: the route counts
     * failed attempts itself. `free`: the route is cheap, reveals nothing, and everybody asks for it
     */
    limits?: DoorLimits | 'own' | 'free';
  }
  interface FastifyInstance {
    /** routes that serve no users, with their counts */
    doors: ThrottledDoor[];
  }
}

/** Requests in 15 minutes: of one address, and of one identified person. */
export interface DoorLimits {
  address?: number;
  person?: number;
}

export interface ThrottledDoor {
  method: string;
  url: string;
  authority: string;
  limits: Required<DoorLimits> | 'own' | 'free';
}

const WINDOW = `interval '15 minutes'`;
const COUNTS = `not ${isOlder('t.janela', WINDOW)}`;
const usualLimits = { read: { address: 1_200, person: 1_200 }, write: { address: 60, person: 60 } };

/** One count: what is counted, and how many of it in a window are too many. */
export interface Count {
  key: string;
  limit: number;
  /** how many this attempt is; 1 by default */
  amount?: number;
  /** what a successful attempt does to the count: it clears it, or takes back this attempt alone */
  settled?: 'forgiven' | 'taken back';
}

interface Attempt {
  /** Runs what judges the attempt. When it throws, nothing was judged, and no count keeps the attempt. */
  judge<T>(work: () => Promise<T>): Promise<T>;
  /** The attempt was successful. */
  settle(): Promise<void>;
}

const clear = (key: string) => ({ text: 'delete from tentativas where chave = $1', values: [key] });
const takeBack = ({ key, amount = 1 }: Count, window: string | undefined) => ({
  // Where this was the only attempt of its minute, the row of that minute goes, too.
  text: `with fora as (delete from tentativas where chave = $1 and janela = $2 and falhas <= $3 returning chave)
    update tentativas set falhas = falhas - $3 where chave = $1 and janela = $2 and falhas > $3 and not exists (select from fora)`,
  values: [key, window, amount],
});

/**
 * Counts an attempt before it is judged, so that many at once cannot slip through together, and refuses it at the first full
 * count without writing anything more. The counts live in the database, so they hold for all processes.
 */
export async function countAttempt(db: Queryable, counts: readonly Count[]): Promise<Attempt> {
  const keys = counts.map(({ key }) => key);
  const limits = counts.map(({ limit }) => limit);
  await demandOpen(db, keys, limits);
  // One statement takes all counts in their order, so that two attempts never wait for each other in a circle.
  const reached = await db.query<{ chave: string; janela: string; falhas: number }>({
    text: `with agora as (
        insert into tentativas as t (chave, janela, falhas)
        select p.chave, date_trunc('minute', now()), p.quantas from unnest($1::text[], $3::int[]) with ordinality as p(chave, quantas, n) order by n
        on conflict (chave, janela) do update set falhas = t.falhas + excluded.falhas
          where t.falhas < (select p.limite from unnest($1::text[], $2::int[]) as p(chave, limite) where p.chave = t.chave)
        returning chave, janela, falhas)
      select a.chave, a.janela::text, a.falhas + (select coalesce(sum(t.falhas), 0)::int from tentativas t
        where t.chave = a.chave and ${COUNTS} and t.janela <> a.janela) as falhas
      from agora a`,
    values: [keys, limits, counts.map(({ amount = 1 }) => amount)],
  });
  // Others came first meanwhile.
  const isLate = keys.some((key, n) => !reached.some(({ chave, falhas }) => chave === key && falhas <= (limits[n] as number)));
  if (isLate) await demandOpen(db, keys, limits);
  const window = reached[0]?.janela;
  return {
    async judge(work) {
      try {
        return await work();
      } catch (error) {
        for (const count of counts) await db.query(takeBack(count, window));
        throw error;
      }
    },
    async settle() {
      for (const count of counts)
        if (count.settled) await db.query(count.settled === 'forgiven' ? clear(count.key) : takeBack(count, window));
    },
  };
}

/** Counts that somebody asked with a secret that is none: by their network, after the search, so that nobody there keeps the others from theirs. */
export const countUnknown = (db: Queryable, { ip }: FastifyRequest, secret: string, limit = 300): Promise<unknown> =>
  countAttempt(db, [{ key: `${secret}:${networkOf(ip)}`, limit }]);

/** The code of the refusal of whoever finds a count full. */
export const TOO_MANY_ATTEMPTS = 'MUITAS_TENTATIVAS';

/** A count opens again when so many of its windows have passed that fewer attempts than its limit remain. */
async function demandOpen(db: Queryable, keys: readonly string[], limits: readonly number[]): Promise<void> {
  const shut = await db.one<{ espera: number }>({
    text: `select ceil(extract(epoch from max(janela) + ${WINDOW} - now()))::int as espera
      from (select p.n, p.limite, t.janela, sum(t.falhas) over (partition by p.n order by t.janela desc) as ate
        from unnest($1::text[], $2::int[]) with ordinality as p(chave, limite, n) join tentativas t on t.chave = p.chave and ${COUNTS}) x
      where ate >= limite group by n order by n limit 1`,
    values: [keys, limits],
  });
  if (!shut) return;
  const espera = Math.max(1, shut.espera);
  throw new Refusal(
    TOO_MANY_ATTEMPTS,
    `Muitas tentativas. Aguarde ${counted(Math.ceil(espera / 60), 'minuto', 'minutos')} e tente de novo.`,
    429,
    {
      retryAfter: espera,
    },
  );
}

/** The row of a day bears the moment at which the day ends, so that it outlives the windows of a quarter of an hour. */
const TODAY = `date_trunc('day', now()) + interval '1 day'`;

/** Removes what counts no longer; called by the schedule. */
export const sweepAttempts = (db: Queryable) =>
  db.query({ text: `delete from tentativas where ${isOlder('janela', `interval '1 hour'`)} and janela <> ${TODAY}` });

/** How much of something was taken today. */
export async function takenToday(db: Queryable, key: string): Promise<number> {
  const row = await db.one<{ falhas: number }>({
    text: `select falhas from tentativas where chave = $1 and janela = ${TODAY}`,
    values: [key],
  });
  return row?.falhas ?? 0;
}

/** Takes so much more of what has an end each day, in the caller's transaction; false: there is not so much left, and nothing was taken. */
export async function takeToday(tx: Queryable, key: string, amount: number, most: number): Promise<boolean> {
  const row = await tx.one({
    text: `insert into tentativas as t (chave, janela, falhas) select $1, ${TODAY}, $2::int where $2::int <= $3::int
      on conflict (chave, janela) do update set falhas = t.falhas + $2::int where t.falhas + $2::int <= $3::int returning falhas`,
    values: [key, amount, most],
  });
  return row !== undefined;
}

/** The count of requests to a route, of one network or person. */
export const doorCount = (method: string, url: string, who: string): string =>
  `porta:${method === 'HEAD' ? 'GET' : method} ${url}:${who}`;

/** The host of an address: some proxies add the port. */
const hostOf = (address: string): string =>
  /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/** The network that the requests of an address count for: of IPv6 the 64 bits that one subscriber has; one for all that is no address. */
export function networkOf(address: string): string {
  const ip = hostOf(address);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  const [plain = ''] = ip.split('%');
  const version = isIP(plain);
  if (version === 0) return 'desconhecido';
  if (version === 4) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** ms; for so long nobody asks the database whether a door that was shut is open again. */
const SHUT_FOR = 500;
const MOST_SHUT = 10_000;
/** ms; an attempt that takes longer no longer keeps the next ones at its door waiting. */
const LONGEST_TURN = 5_000;

/**
 * Counts every request to a route that serves no users: an anonymous one by its address, one of an identified person (`personOf`)
 * by that person, wherever they are. Call it after the guard, which identifies the person, and before the routes.
 */
export function throttleDoors(
  app: FastifyInstance,
  db: Database,
  personOf: (request: FastifyRequest) => string | undefined,
): void {
  const doors: ThrottledDoor[] = [];
  app.decorate('doors', doors);
  const last = new Map<string, Promise<unknown>>();
  const shut = new Map<string, { until: number; refusal: Refusal }>();

  async function countOne({ raw }: FastifyReply, key: string, limit: number): Promise<void> {
    // Whoever has left while they waited asks for nothing more.
    if (raw.destroyed) throw refuse.gone();
    const known = shut.get(key);
    if (known && known.until > performance.now()) throw known.refusal;
    shut.delete(key);
    try {
      await countAttempt(db, [{ key, limit }]);
    } catch (error) {
      if (shut.size > MOST_SHUT) shut.clear();
      if (error instanceof Refusal && error.code === TOO_MANY_ATTEMPTS)
        shut.set(key, { until: performance.now() + SHUT_FOR, refusal: error });
      throw error;
    }
  }

  /**
   * Attempts at one door wait for the same row of the database: each waits here for the one before, so that together they hold one connection.
   */
  function countInTurn(reply: FastifyReply, key: string, limit: number): Promise<void> {
    const before = last.get(key);
    const turn = before ? Promise.race([before, setTimeout(LONGEST_TURN, undefined, { ref: false })]) : Promise.resolve();
    const attempt = turn.then(() => countOne(reply, key, limit));
    const over = attempt
      .catch(() => {})
      .finally(() => {
        if (last.get(key) === over) last.delete(key);
      });
    last.set(key, over);
    return attempt;
  }

  app.addHook('onRoute', ({ method, url, config }) => {
    const { authority, limits } = config ?? {};
    if (authority !== SERVES.anybody && authority !== SERVES.externals) return;
    for (const one of [method].flat())
      if (one !== 'HEAD') doors.push({ method: one, url, authority, limits: limitsOf(one, limits) });
  });
  app.addHook('preParsing', async (request, reply) => {
    const { authority, limits: declared } = request.routeOptions.config;
    if (authority !== SERVES.anybody && authority !== SERVES.externals) return;
    const limits = limitsOf(request.method, declared);
    if (limits === 'own' || limits === 'free') return;
    const person = authority === SERVES.externals ? personOf(request) : undefined;
    const count =
      person === undefined ? { key: networkOf(request.ip), limit: limits.address } : { key: person, limit: limits.person };
    await countInTurn(reply, doorCount(request.method, request.routeOptions.url ?? '', count.key), count.limit);
  });
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
const limitsOf = (method: string, limits: DoorLimits | 'own' | 'free' | undefined): ThrottledDoor['limits'] =>
  typeof limits === 'string' ? limits : { ...usualLimits[isRead(method) ? 'read' : 'write'], ...limits };
