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

test('people from outside send 32 MiB at a time each, 64 of a network, 512 in all; users are bound by the number of files', async () => {
  const { begin } = createUnderWay(async () => 0, 0);
  const first = await begin(outsider(1, 1, 30));
  expect(await told(begin(outsider(1, 1, 3)))).toBe('429 MUITAS_TENTATIVAS');
  expect(await told(begin(outsider(1, 1, 2)))).toBe('begins');
  expect(await told(begin(outsider(2, 1, 32)))).toBe('begins');
  expect(await told(begin(outsider(3, 1, 1)))).toBe('429 MUITAS_TENTATIVAS');
  for (let n = 2; n < 9; n++) for (const half of [0, 1]) await begin(outsider(n * 10 + half, n, 32));
  expect(await told(begin(outsider(99, 9, 1)))).toBe('503 OCUPADO');
  expect(await told(begin({ sender: 'usuario:1', bytes: 600 * MiB }))).toBe('begins');
  first.end();
  first.end();
  expect(await told(begin(outsider(99, 9, 30)))).toBe('begins');
  expect(await told(begin(outsider(98, 10, 1)))).toBe('503 OCUPADO');
});

test('a file larger than a share is sent alone', async () => {
  const { begin } = createUnderWay(async () => 0, 0);
  const alone = await begin(outsider(1, 1, 100));
  expect(await told(begin(outsider(2, 1, 1)))).toBe('429 MUITAS_TENTATIVAS');
  alone.end();
  expect(await told(begin(outsider(2, 1, 1)))).toBe('begins');
});

test('uploads from outside end before those of users do, and a file needs room twice until it has come', async () => {
  let free = 144 * MiB;
  const { begin, demandRoom } = createUnderWay(async () => free, 100 * MiB);
  expect(await told(begin(outsider(1, 1, 10)))).toBe('507 SEM_ESPACO');
  const arrival = await begin({ sender: 'usuario:1', bytes: 20 * MiB });
  expect(await told(begin({ sender: 'usuario:2', bytes: 3 * MiB }))).toBe('507 SEM_ESPACO');
  free -= 5 * MiB;
  await arrival.took(5 * MiB);
  arrival.arrived(5 * MiB);
  expect(await told(begin({ sender: 'usuario:2', bytes: 17 * MiB }))).toBe('begins');
  expect(await told(demandRoom())).toBe('begins');
  arrival.end();
  free = 133 * MiB;
  expect(await told(demandRoom())).toBe('507 SEM_ESPACO');
  expect(await told(arrival.took(MiB))).toBe('507 SEM_ESPACO');
});
