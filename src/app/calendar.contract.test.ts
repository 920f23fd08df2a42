import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#kit/br/date.ts';
import { registriesWith } from './declared.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';

const all = registriesWith(({ calendar }) => calendar);

let app: TestApp;
let admin: Client;
let other: Client;
let samples: Samples;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  other = await app.login(0, app.empresas[1]);
  samples = createSamples(admin);
});
afterAll(() => app.close());

describe.each(all)('%s', (path, registry) => {
  const { from = '', to, goesOn } = registry.calendar ?? {};
  const url = `/api/${path}`;
  const on = async (client: Client, first: string, last: string) => {
    const { content } = await done<{ content: Row[] }>(client, 'GET', `${url}?page=0&calendario=${first},${last}`);
    return content.map(({ id }) => id);
  };

  it('a record stands on its days, from the first until the last, within its company', async () => {
    const { id, ...record } = await done(admin, 'POST', url, await samples.sample(registry));
    const first = String(record[from]);
    const end = to === undefined ? first : ((record[to] ?? (goesOn ? null : first)) as string | null);
    expect(await on(admin, addDays(first, -30), first)).toEqual([id]);
    expect(await on(admin, addDays(first, -30), addDays(first, -1))).toEqual([]);
    expect(await on(other, first, first)).toEqual([]);
    if (end === null) expect(await on(admin, addDays(first, 400), addDays(first, 430))).toEqual([id]);
    else {
      expect(await on(admin, end, addDays(end, 30))).toEqual([id]);
      expect(await on(admin, addDays(end, 1), addDays(end, 30))).toEqual([]);
    }
  });

  it('refuses what is no range of days, or too long a one', async () => {
    for (const range of ['', '2026-11-01', '2026-11-30,2026-11-01', '2026-02-30,2026-03-01', '2026-01-01,2026-12-31', '1,2,3'])
      expect(await admin('GET', `${url}?page=0&calendario=${range}`), range).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'calendario' }] },
      });
  });
});

it('a registry without days takes no range of them', async () => {
  expect((await admin('GET', '/api/geral/estados?page=0&calendario=2026-11-01,2026-11-30')).status).toBe(400);
});
