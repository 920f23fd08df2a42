import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { AT_ONCE, type Database, type Tx, type TxOptions } from '#kit/db/database.server.ts';
import { unhurried } from '#kit/process/unhurried.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import { Places } from './places.ts';
import { Shares } from './shares.ts';

/** Who asks: a user, a candidate (`countedAs`), or the network of an anonymous client. */
type Owner = number | string;

/**
 * ms of database time within some ten seconds that everybody may take, whatever the others take. Somebody who pages through a long list on a
 * slow machine takes 2,500, and must not wait among those who attack.
 */
const MODEST_MS = 4_000;

interface LanesOptions {
  shares?: Shares<Owner>;
  /** how long to wait for a place, in ms */
  patience?: number;
}

/** A user who logs in begins as an address, which must not count as somebody else. */
const isUser = (owner: Owner) => typeof owner === 'number';

/** Queries of all greedy owners together that the database works on at a time. */
const PLACES = 2;

/** Queries of reports and dashboards that it works on at a time, for everybody. */
const widePlaces = (pool: number) => Math.max(3, Math.floor(pool / 4));

/** Connections that nobody who asks takes, for what is read before it is known who asks: sessions, rights, links, and counts of doors. */
const keptFree = (pool: number) => Math.min(2, Math.floor(pool / 4));

/** Connections of the side lane: one for each of its places, and one for each whole list that `answering` reads at a time. */
export const sideConnections = (pool: number) => PLACES + widePlaces(pool) + Math.max(1, Math.floor(pool / 3));

interface Asking {
  owner: Owner;
  isGone?: (() => boolean) | undefined;
  /** each of its queries may go through a whole company, as those of a report do */
  isWide?: boolean;
}

const asking = new AsyncLocalStorage<Asking | undefined>();

/** Runs `work`, and all that follows from it, as a request of this owner; `isGone` tells whether its client has left. */
export const askedBy = <T>(owner: Owner, work: () => T, more: Omit<Asking, 'owner'> = asking.getStore() ?? {}): T =>
  asking.run({ ...more, owner }, work);

/** Runs `work` as if nobody asked: a look at an index that tells who does, as the reading of a session. */
export const beforeAsking = <T>(work: () => T): T => asking.run(undefined, work);

/** Runs `work`, whose queries may go through a whole company, in the lane of reports. */
export function asWide<T>(work: () => T): T {
  const now = asking.getStore();
  return now ? asking.run({ ...now, isWide: true }, work) : work();
}

/** Who asks for what runs now; undefined: the program itself. */
export const asker = (): Owner | undefined => asking.getStore()?.owner;

const left = () => Object.assign(new Error('who asked has left'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

/** Whether the client has left for whom this is made. */
export const hasAskerLeft = (): boolean => asking.getStore()?.isGone?.() ?? false;

/** Ends what is made for a client who has left. */
export function demandAsker(): void {
  if (hasAskerLeft()) throw left();
}

/** The same batches while somebody waits for them: whole lists take long, and their reading ends with its request. */
async function* whileAsked<R>(
  batches: AsyncGenerator<R[], void, void>,
  isGone = asking.getStore()?.isGone,
): AsyncGenerator<R[], void, void> {
  for await (const batch of batches) {
    if (isGone?.()) throw left();
    yield batch;
  }
}

const busy = (why: string) => () => new Refusal('OCUPADO', `${why} Tente de novo em instantes.`, 503, { retryAfter: 5 });
const tooMuch = busy('Você fez muitos pedidos demorados ao mesmo tempo.');
const crowded = busy('Há muitos pedidos ao mesmo tempo agora.');
const tooMany = busy('Há muitos relatórios e painéis sendo feitos agora.');

/**
 * A database with two lanes. Whoever has lately taken more than an equal share of its time queries in the side lane, a few at a
 * time and in turns, until their share has fallen; whole lists are read there too, for everybody, and reports and dashboards in turns of their
 * own: nobody knows of the first one that somebody asks for what it takes. `side` is the same database on
 * connections of low priority. In the main lane nobody holds more than half of the connections that they leave to others, and one
 * `long` transaction at a time.
 */
export function inLanes(
  main: Database,
  side: Database,
  { shares = new Shares(MODEST_MS, isUser), patience = 20_000 }: LanesOptions = {},
): Database {
  const connections = main.pool.options.max;
  const few = { waiting: [200, 20], patience, refusal: tooMuch } as const;
  const aside = new Places<Owner>({ ...few, size: PLACES, fits: (_mine, free) => free > 0 });
  const wide = new Places<Owner>({
    ...few,
    refusal: tooMany,
    size: widePlaces(connections),
    // The last place is never one person's.
    fits: (mine, free) => free > 0 && (mine === 0 || free > 1),
  });
  // A transaction may last, and as many as there are connections leave none to others: nobody takes more than half of what they leave.
  const inMain = new Places<Owner>({
    ...few,
    size: connections - keptFree(connections),
    refusal: crowded,
    waiting: [2_000, 500],
    fits: (mine, free) => free > 0 && (mine === 0 || mine < free / 2),
  });
  const long = new Places<Owner>({
    ...few,
    size: Math.max(1, Math.floor(connections / 3)),
    fits: (mine, free) => mine === 0 && free > 0,
  });

  async function counted<T>(owner: Owner, db: Database, work: (db: Database) => Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await work(db);
    } finally {
      shares.take(owner, performance.now() - since);
    }
  }

  async function inLane<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const { owner, isWide } = asking.getStore() ?? {};
    if (owner === undefined) return work(main);
    const [places, db] = shares.isGreedy(owner) ? [aside, side] : isWide ? [wide, side] : [inMain, main];
    return places.hold(owner, () => counted(owner, db, work));
  }

  function tx<T>(work: (tx: Tx) => Promise<T>, opts: TxOptions = {}): Promise<T> {
    const owner = asker();
    const run = () => inLane((db) => db.tx(work, opts));
    return opts.long && owner !== undefined ? long.hold(owner, run) : run();
  }

  async function* atOnce<R>(q: Parameters<Database['query']>[0]): AsyncGenerator<R[], void, void> {
    yield await inLane((db) => db.query<R>(q));
  }

  return {
    ...main,
    query: (q) => inLane((db) => db.query(q)),
    one: (q) => inLane((db) => db.one(q)),
    only: (q) => inLane((db) => db.only(q)),
    tx,
    stream: (q, batch) => (batch === AT_ONCE ? atOnce(q) : whileAsked(unhurried(side.stream(q, batch)))),
    close: async () => void (await Promise.all([main.close(), side.close()])),
  };
}
