import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { Refusal } from '#kit/refusal/refusal.ts';
import { defineEngine } from './engine.server.ts';
import type { StandOrder } from './stand-child.server.ts';

interface Answer {
  pid: number;
  world: string[];
  from: number;
  to: number;
}

let engines = 0;
const engine = (more: { memory?: number; life?: number } = {}) =>
  defineEngine<StandOrder, Answer>({
    name: `prova ${++engines}`,
    program: new URL('./stand-child.server.ts', import.meta.url),
    memory: 200,
    patience: 30_000,
    life: 50,
    died: () => new Error('memória'),
    late: () => new Error('demora'),
    ...more,
  });

const lives = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
test('a child serves again and again, and knows nothing of our passwords', async () => {
  const ask = engine();
  const first = await ask('world');
  const ours = new Set([
    'TZ',
    'TMPDIR',
    'MALLOC_ARENA_MAX',
    'LD_LIBRARY_PATH',
    'NODE_CHANNEL_FD',
    'NODE_CHANNEL_SERIALIZATION_MODE',
  ]);
  expect(first.world.filter((name) => !ours.has(name))).toEqual([]);
  await expect(ask('throw')).rejects.toThrow('como pedido');
  expect((await ask('world')).pid).toBe(first.pid);
});

test.each(['bytes', 'objects'] as const)(
  'a child that takes endless memory for %s is ended, and the next order is done',
  async (order) => {
    const ask = engine();
    await expect(ask(order)).rejects.toThrow('memória');
    expect(lives((await ask('world')).pid)).toBe(true);
  },
);

test('work that says how long it may take is stopped then, and has no more time than it was given', async () => {
  const ask = engine();
  await expect(ask({ wait: 20_000, within: 50 })).rejects.toThrow('demora');
  await expect(ask({ wait: 20_000, within: 30_000 }, { patience: 50 })).rejects.toThrow('demora');
  const { from, to } = await ask({ wait: 300, within: 20_000 });
  expect(to - from).toBeGreaterThan(250);
});

test('an order that never ends is ended when its time is up, or when who asked goes away', async () => {
  const ask = engine();
  await expect(ask('spin', { patience: 50 })).rejects.toThrow('demora');
  const left = new AbortController();
  const asked = ask('spin', { signal: left.signal });
  setTimeout(() => left.abort(new Error('cancelada')), 50);
  await expect(asked).rejects.toThrow('cancelada');
  await expect(ask('world', { signal: AbortSignal.abort(new Error('antes')) })).rejects.toThrow('antes');
});

test('a child that was killed while it rested is never handed out: another one does the order', async () => {
  const ask = engine();
  const { pid } = await ask('world');
  process.kill(pid, 'SIGKILL'); // and before anybody is told of it:
  const next = await ask('world');
  expect(next.pid).not.toBe(pid);
});

test('children that are killed before they begin, each of them, are told as a lack of room and not as a fault of ours', async () => {
  const ask = defineEngine<StandOrder, Answer>({
    name: 'nasce morto',
    program: new URL('./stillborn-child.server.ts', import.meta.url),
    memory: 200,
    patience: 30_000,
    life: 9,
    died: Error,
    late: Error,
  });
  await expect(ask('world')).rejects.toMatchObject({ code: 'OCUPADO', status: 503 });
});

test('a child makes room for a fresh one after so many orders, or when it holds on to much memory', async () => {
  const worn = engine({ life: 2 });
  const [one, two, three] = [await worn('world'), await worn('world'), await worn('world')];
  expect([one.pid === two.pid, two.pid === three.pid]).toEqual([true, false]);
  expect(lives(one.pid)).toBe(false);
  const fat = engine({ memory: 300 });
  expect((await fat('keep')).pid).not.toBe((await fat('world')).pid);
});

test('two at most work at once, one user cannot keep the others out, and who finds no room is told when to come again', async () => {
  const [one, other] = [engine(), engine()];
  const flood = Array.from({ length: 20 }, () => one({ wait: 300 }, { owner: 1 }));
  const told = Promise.allSettled(flood);
  const others = await Promise.all([one({ wait: 1 }, { owner: 2 }), other({ wait: 1 }, { owner: 1 })]);
  const fulfilled = (await told).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(fulfilled).toHaveLength(11);
  const times = [...fulfilled, ...others.slice(0, 1)].map(({ from, to }) => ({ from, to }));
  for (const { from } of times) expect(times.filter((one) => one.from <= from && one.to > from).length).toBeLessThanOrEqual(2);
  // Of a user's eleven, ten stood in the queue when the other's one came. Its process takes some of their turns to start, but not all.
  const before = fulfilled.filter(({ from }) => from < (others[0]?.from ?? 0));
  expect(before.length).toBeLessThan(fulfilled.length - 1);
  const refused = (await told).flatMap((one) => (one.status === 'rejected' ? [one.reason as Refusal] : []));
  expect(new Set(refused.map(({ code, status, extra }) => `${status} ${code} ${String(extra.retryAfter)}`))).toEqual(
    new Set(['503 OCUPADO 5']),
  );
});

test('one user has one place of an engine, so that two slow orders of one keep nobody out', async () => {
  const ask = engine();
  const slow = [ask({ wait: 1_500 }, { owner: 1 }), ask({ wait: 1_500 }, { owner: 1 })];
  const quick = await ask({ wait: 1 }, { owner: 2 });
  const [first, second] = await Promise.all(slow);
  expect(quick.to).toBeLessThan(first?.to ?? 0);
  expect(second?.from).toBeGreaterThanOrEqual(first?.to ?? Infinity);
});

test('all who come from outside have one place together, and a queue of their own, so that those who work here wait for one of them', async () => {
  const [one, other] = [engine(), engine()];
  const flood = Array.from({ length: 60 }, (_, n) =>
    (n % 2 === 0 ? one : other)({ wait: 50 }, { owner: `fora ${n}`, outside: true }),
  );
  const told = Promise.allSettled(flood);
  const ours = await Promise.all([
    one({ wait: 1 }, { owner: 1 }),
    other({ wait: 1 }, { owner: 2 }),
    one({ wait: 1 }, { owner: 3 }),
  ]);
  const done = (await told).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(done).toHaveLength(51);
  for (const { from } of done) expect(done.filter((each) => each.from <= from && each.to > from)).toHaveLength(1);
  for (const { to } of ours) expect(done.filter((each) => each.to <= to).length).toBeLessThan(20);
});

test('an order that finds no place in its time is refused, and one whose asker goes away leaves the queue', async () => {
  const ask = engine();
  const busy = [ask({ wait: 1_000 }, { owner: 1 }), ask({ wait: 1_000 }, { owner: 2 })];
  await expect(ask('world', { patience: 20 })).rejects.toMatchObject({ code: 'OCUPADO', status: 503 });
  const left = new AbortController();
  const asked = ask('world', { signal: left.signal });
  left.abort(new Error('cancelada'));
  await expect(asked).rejects.toThrow('cancelada');
  await Promise.all(busy);
});

test('a child dies with its parent, though it is in the midst of a call that nothing interrupts and the parent was killed', async () => {
  const [engineFile, child] = ['./engine.server.ts', './stand-child.server.ts'].map(
    (file) => new URL(file, import.meta.url).href,
  );
  const program = `import { defineEngine } from '${engineFile}';
    const ask = defineEngine({ name: 'órfã', program: new URL('${child}'), memory: 200, patience: 60000, life: 9, died: Error, late: Error });
    const { pid } = await ask('world');
    console.log(pid);
    await ask('spin');`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  await vi.waitUntil(() => state(pid) === 'R', { timeout: 20_000, interval: 20 });
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(state(pid)).toBe(''), { timeout: 20_000, interval: 20 });
});

test.runIf(process.platform === 'linux')(
  'children of all kinds are born in one session beside ours, and when it dies the next order is done by another',
  async () => {
    const [one, other] = [engine(), engine()];
    const children = [await one('world'), await other('world')];
    const [first, second] = children.map(({ pid }) => placeOf(pid));
    expect(second).toEqual(first);
    expect(first?.session).not.toBe(placeOf(process.pid).session);
    process.kill(first?.parent ?? 0, 'SIGKILL');
    const later = await one('world');
    expect(later.pid).not.toBe(children[0]?.pid);
    await vi.waitFor(() => expect(children.filter(({ pid }) => state(pid) !== '')).toEqual([]), {
      timeout: 20_000,
      interval: 20,
    });
  },
);

test('a program whose children rest ends by itself', async () => {
  const [engineFile, child] = ['./engine.server.ts', './stand-child.server.ts'].map(
    (file) => new URL(file, import.meta.url).href,
  );
  const program = `import { defineEngine } from '${engineFile}';
    const ask = defineEngine({ name: 'breve', program: new URL('${child}'), memory: 200, patience: 60000, life: 9, died: Error, late: Error });
    await ask('world');`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' });
  expect(await once(parent, 'exit')).toEqual([0, null]);
});

/** The process above one, and the session that both live in. */
function placeOf(pid: number): { parent: number; session: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(parent), session: Number(session) };
}

/** What a process does, as Linux says it: R is at work; nothing of one that is gone. Elsewhere only whether it lives. */
function state(pid: number): string {
  if (!lives(pid)) return '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const found = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    return found === 'Z' ? '' : found;
  } catch {
    return process.platform === 'linux' ? '' : 'R';
  }
}
