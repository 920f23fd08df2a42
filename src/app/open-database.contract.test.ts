import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, type Database, pgErrorKind } from '#kit/db/database.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { forRequests } from './open-database.server.ts';

let db: TestDatabase;
let opened: Database;

beforeAll(async () => {
  db = await testDatabase(async () => {}, 'requests');
  opened = forRequests(db.connection, 2);
});
afterAll(async () => {
  await opened?.close();
  await db?.drop();
});

const patience = sql`select current_setting('lock_timeout') as t`;

describe('the connections of requests', () => {
  it('are not held by a single statement that waits for a lock', async () => {
    const requests = answering(opened);
    await db.tx(async (holder) => {
      await holder.query(sql`select pg_advisory_xact_lock(4711)`);
      // As many as there are connections: while the lock is held, each of them gives its connection back.
      const waiting = [1, 2].map(() => requests.query(sql`select pg_advisory_xact_lock(4711)`));
      const kinds = waiting.map((one) => one.catch((error) => pgErrorKind(error)?.kind));
      expect(await Promise.all(kinds)).toEqual(['conflict', 'conflict']);
      expect(await requests.one(sql`select 1 as n`)).toEqual({ n: 1 });
    });
  });

  it('wait as long as a transaction says, and without a limit in the own work of the program', async () => {
    expect(await opened.one(patience)).toEqual({ t: '2s' });
    expect(await answering(opened).tx((tx) => tx.one(patience))).toEqual({ t: '5s' });
    expect(await opened.tx((tx) => tx.one(patience))).toEqual({ t: '0' });
    expect(await opened.session(async (client) => (await client.query(patience.text)).rows)).toEqual([{ t: '0' }]);
    expect(await opened.one(patience)).toEqual({ t: '2s' });
    expect(await db.one(patience)).toEqual({ t: '0' });
  });
});
