import { expect, test } from 'vitest';
import { type Coming, createUnderWay } from './under-way.server.ts';

const MiB = 1024 * 1024;
const told = (promise: Promise<unknown>) =>
  promise.then(
    () => 'begins',
    ({ status, code }) => `${status} ${code}`,
  );
const outsider = (account: number, network: number, size: number): Coming => ({
  sender: `candidatos:${account}`,
  network: `rede ${network}`,
  bytes: size * MiB,
});

/** An upload of which so many MiB have come. */
async function sent({ begin }: ReturnType<typeof createUnderWay>, of: Coming, came = of.bytes / MiB) {
  const arrival = await begin(of);
  for (let n = 0; n < came; n++) await arrival.took(MiB);
  return arrival;
}

/** One more file of somebody who sends another one already. */
async function second(way: ReturnType<typeof createUnderWay>, account: number, network: number, size: number) {
  await way.begin({ ...outsider(account, network, 1), bytes: 0 });
  return told(sent(way, outsider(account, network, size)));
}

test('people from outside send 32 MiB at a time each, 64 of a network, 512 in all; users are bound by the number of files', async () => {
  const way = createUnderWay(async () => 0, 0);
  const first = await sent(way, outsider(1, 1, 30));
  expect(await told(sent(way, outsider(1, 1, 3)))).toBe('429 MUITAS_TENTATIVAS');
  await sent(way, outsider(2, 1, 32));
  expect(await second(way, 3, 1, 3)).toBe('429 MUITAS_TENTATIVAS');
  for (let n = 2; n < 9; n++) for (const half of [0, 1]) await sent(way, outsider(n * 10 + half, n, 32));
  expect(await second(way, 97, 9, 9)).toBe('503 OCUPADO');
  await sent(way, { sender: 'usuario:1', bytes: 600 * MiB });
  first.end();
  first.end();
  expect(await second(way, 98, 9, 9)).toBe('begins');
});

test('who holds what there is keeps nobody out who sends one file', async () => {
  const way = createUnderWay(async () => 0, 0);
  for (let account = 0; account < 20; account++)
    for (let file = 0; file < 3; file++) await told(sent(way, outsider(account, account, 10)));
  expect(await told(sent(way, outsider(99, 1, 100)))).toBe('begins');
});

test('who declares much and sends nothing takes little', async () => {
  const way = createUnderWay(async () => 0, 0);
  for (let account = 0; account < 20; account++) for (let file = 0; file < 12; file++) await way.begin(outsider(account, 1, 10));
  expect(await second(way, 99, 1, 2)).toBe('begins');
  expect(await second(way, 98, 1, 10)).toBe('429 MUITAS_TENTATIVAS');
});

test('uploads from outside end before those of users do, and what has come needs room twice until it is stored', async () => {
  let free = 120 * MiB;
  const { begin, demandRoom } = createUnderWay(async () => free, 100 * MiB);
  expect(await told(begin(outsider(1, 1, 10)))).toBe('507 SEM_ESPACO');
  const arrival = await begin({ sender: 'usuario:1', bytes: 20 * MiB });
  for (let n = 0; n < 10; n++) {
    free -= MiB;
    await arrival.took(MiB);
  }
  free -= MiB;
  expect(await told(arrival.took(MiB))).toBe('507 SEM_ESPACO');
  arrival.end();
  free = 100 * MiB;
  await arrival.took(MiB);
  expect(await told(demandRoom())).toBe('begins');
  free = 99 * MiB;
  expect(await told(demandRoom())).toBe('507 SEM_ESPACO');
});
