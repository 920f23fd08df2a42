import { totalmem } from 'node:os';
import { Refusal } from '#kit/refusal/refusal.ts';
import { type Child, startChild } from './child.server.ts';
import { Turns } from './turns.ts';

/** A kind of work that runs in child processes, because files from outside may take all memory, never end, or crash a library. */
interface EngineSpec {
  name: string;
  /** the program of the child; it calls `serve` */
  program: URL;
  /** MiB that a child may hold, two thirds of them for JavaScript objects; less on a small machine */
  memory: number;
  /** ms that an order may take, and may wait before it begins, unless the caller overrides them */
  patience: number;
  /** orders after which a child is replaced, because libraries keep memory that they once allocated */
  life: number;
  /** the error when the child died while doing an order, most likely for lack of memory */
  died(): Error;
  /** the error when an order took too long */
  late(): Error;
}

export interface Asking {
  patience?: number;
  /** how long it may wait before it begins; `patience` by default */
  wait?: number;
  signal?: AbortSignal;
  /** the user whose turn it takes; work without a user shares one turn */
  owner?: Owner;
  /** whether the owner comes from outside: all of these have one place together, and a queue of their own */
  outside?: boolean;
}

const MiB = 1024 ** 2;
/** The memory of the machine, or of the container. */
const ROOM = Math.min(totalmem(), process.constrainedMemory() || Infinity);
/** On a small machine a child gets a quarter of the memory. */
const LARGEST = Math.max(256, Math.floor(ROOM / MiB / 4));
/** Most living children of this process, of all engines: one more than two processors keep busy, fewer if memory is scarce. */
const PLACES = Math.max(1, Math.min(3, Math.floor(ROOM / MiB / 1024) - 1));
/** Most children of one engine, so that the others have a place too. */
const PLACES_OF_ONE = Math.max(1, PLACES - 1);
const IDLE_MS = 60_000;
/** A child that holds more MiB than this ends after its order instead of resting. */
const MOST_AT_REST = 300;
/** New children that may die before they begin, until the engine counts as broken. */
const TRIES = 3;

type Owner = string | number | null;

/** Milliseconds after which time that somebody had children at work counts half. */
const FADING_MS = 60_000;

function newTurns(): Turns<Owner> {
  const fresh = new Turns<Owner>(50, 10);
  setInterval(() => fresh.fade(), FADING_MS).unref();
  return fresh;
}
/** Strangers open as many accounts as they like; whoever works here waits behind one of their orders, however many there are. */
const turns = { inside: newTurns(), outside: newTurns() };
let isOutsideAtWork = false;
/** by engine, whose orders are being done */
const working = new Map<string, Set<Owner>>();
/** Resting children, the one that has rested longest first. */
const resting: { engine: string; child: Child; clock: NodeJS.Timeout }[] = [];

const busy = () =>
  new Refusal('OCUPADO', 'O sistema está ocupado com outros arquivos e documentos. Tente de novo em instantes.', 503, {
    retryAfter: 5,
  });

const at = (engine: string): Set<Owner> => {
  const owners = working.get(engine) ?? new Set<Owner>();
  working.set(engine, owners);
  return owners;
};
const atWork = () => [...working.values()].reduce((sum, { size }) => sum + size, 0);
/** An owner has one place of an engine: with both of them, two slow files would keep everybody else out. */
const hasRoom = (engine: string, owner: Owner) => atWork() < PLACES && at(engine).size < PLACES_OF_ONE && !at(engine).has(owner);

const hasRoomOutside = (engine: string, owner: Owner) => !isOutsideAtWork && hasRoom(engine, owner);

/** Waits for a place. */
function enter(engine: string, patience: number, { signal, owner = null, outside = false }: Asking): Promise<void> {
  signal?.throwIfAborted();
  const take = () => {
    at(engine).add(owner);
    if (outside) isOutsideAtWork = true;
  };
  if ((outside ? hasRoomOutside : hasRoom)(engine, owner)) {
    take();
    return Promise.resolve();
  }
  const queue = outside ? turns.outside : turns.inside;
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      clearTimeout(clock);
      signal?.removeEventListener('abort', stop);
      then();
    };
    const waiting = {
      kind: engine,
      start() {
        take();
        settle(resolve);
      },
    };
    const giveUp = (reason: unknown) => {
      queue.remove(owner, waiting);
      settle(() => reject(reason));
    };
    const stop = () => giveUp(signal?.reason);
    const clock = setTimeout(() => giveUp(busy()), patience);
    signal?.addEventListener('abort', stop);
    if (!queue.add(owner, waiting)) giveUp(busy());
  });
}

function leave(engine: string, { owner = null, outside = false }: Asking, begun: number): void {
  at(engine).delete(owner);
  (outside ? turns.outside : turns.inside).spend(owner, performance.now() - begun);
  if (outside) isOutsideAtWork = false;
  const [inside, outer] = [() => turns.inside.next(hasRoom), () => turns.outside.next(hasRoomOutside)];
  // Where there is one place for all, inside and outside take turns.
  const next = () => (outside ? (inside() ?? outer()) : (outer() ?? inside()));
  for (let one = next(); one; one = next()) one.start();
}

/** Takes a child out of rest, so that nobody else uses or ends it. */
function wake(which: (one: { engine: string; child: Child }) => boolean): Child | undefined {
  const at = resting.findLastIndex(which);
  if (at < 0) return undefined;
  const [found] = resting.splice(at, 1);
  clearTimeout(found?.clock);
  return found?.child;
}

function layToRest(engine: string, child: Child): void {
  child.rest();
  const clock = setTimeout(() => {
    void wake((one) => one.child === child)?.end();
  }, IDLE_MS).unref();
  resting.push({ engine, child, clock });
}

/** Declares an engine. An order rejects with a Refusal when there is no place, and with the engine's own error when the child fails. */
export function defineEngine<Order, Answer>(spec: EngineSpec): (order: Order, asking?: Asking) => Promise<Answer> {
  const { name } = spec;
  const memory = Math.min(spec.memory, LARGEST);
  let lastWords = '';

  function fresh(): Child {
    // Resting children take places too.
    while (atWork() + resting.length > PLACES) void wake((one) => one === resting[0])?.end();
    return startChild(spec.program, memory, (child, words) => {
      lastWords = words;
      wake((one) => one.child === child);
    });
  }

  async function work(order: Order, patience: number, signal: AbortSignal | undefined): Promise<Answer> {
    for (let tries = 0; tries < TRIES; ) {
      const rested = wake((one) => one.engine === name);
      if (!rested) tries += 1;
      const child = rested ?? fresh();
      const outcome = await child.give(order, patience, signal).catch(async (reason: unknown) => {
        await child.end();
        throw reason;
      });
      if (typeof outcome === 'object' && child.done < spec.life && outcome.rss < Math.min(memory / 2, MOST_AT_REST) * MiB)
        layToRest(name, child);
      else await child.end();
      if (outcome === 'died') throw spec.died();
      if (outcome === 'late') throw spec.late();
      if (outcome === 'untaken') continue;
      if ('fault' in outcome) throw new Error(`${name}: ${outcome.fault}`);
      return outcome.answer as Answer;
    }
    if (/\b(EAGAIN|ENOMEM|EMFILE|ENFILE)\b/.test(lastWords)) throw busy();
    // Children that are killed before their first line leave no message: the machine has no memory for them now.
    if (lastWords === '') throw busy();
    throw new Error(`${name}: no child begins its work: ${lastWords}`);
  }

  return async (order, asking = {}) => {
    const { patience = spec.patience, wait = patience, signal } = asking;
    await enter(name, wait, asking);
    const begun = performance.now();
    try {
      signal?.throwIfAborted();
      return await work(order, patience, signal);
    } finally {
      leave(name, asking, begun);
    }
  };
}
