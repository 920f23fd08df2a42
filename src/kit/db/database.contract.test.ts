import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fold } from '#kit/br/text.ts';
import { fc } from '#kit/testing/fast-check.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { beforeCommit } from './before-commit.server.ts';
import { AT_ONCE, answering, createDatabase, type Database, pgErrorKind, type Queryable } from './database.server.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase(async (fresh) => {
    await fresh.query({ text: readFileSync('migrations/0001-base.sql', 'utf8') });
    await fresh.query({ text: 'create table pai (id int primary key, nome varchar(10) not null unique, n int check (n > 0))' });
    await fresh.query({
      text: `create function ordena() returns int language plpgsql as $$ begin
        raise exception 'temporary file size exceeds "temp_file_limit" (1048576kB)' using errcode = '53400'; end $$`,
    });
    await fresh.query({ text: 'create table filho (id int primary key, pai_id int references pai (id))' });
  }, 'database.contract');
});
afterAll(() => db?.drop());

const count = async () => (await db.one<{ n: number }>(sql`select count(*) as n from pai`))?.n;
const idle = () => [db.pool.totalCount - db.pool.idleCount, db.pool.waitingCount];

describe('values', () => {
  test('arrive as the wire wants them', async () => {
    const row =
      await db.one(sql`select date '2026-02-28' as d, 12.30::numeric(9,2) as n, 7::bigint as i, 9007199254740993::bigint as big,
      timestamptz '2026-02-28 10:00:00.123456-03' as tz, timestamp '2026-02-28 10:00:00' as ts, '{"a":[1]}'::jsonb as j, time '08:30' as t, interval '1 day 02:00' as iv,
      array[1.10]::numeric[] as ns, array[date '2026-01-01'] as ds, timestamptz 'infinity' as inf, timestamptz '12026-01-01 00:00+00' as far`);
    expect(row).toEqual({
      d: '2026-02-28',
      n: '12.30',
      i: 7,
      big: '9007199254740993',
      tz: '2026-02-28T13:00:00.123Z',
      ts: '2026-02-28 10:00:00',
      j: { a: [1] },
      t: '08:30:00',
      iv: '1 day 02:00:00',
      ns: ['1.10'],
      ds: ['2026-01-01'],
      inf: 'infinity',
      far: '+012026-01-01T00:00:00.000Z',
    });
  });
});

describe('tx', () => {
  test('commits what the work did', async () => {
    await db.tx((tx) => tx.query(sql`insert into pai values (1, 'um')`));
    expect(await db.one(sql`select nome from pai where id = 1`)).toEqual({ nome: 'um' });
  });

  test('rolls back when the work throws, and gives the connection back', async () => {
    const before = await count();
    await expect(
      db.tx(async (tx) => {
        await tx.query(sql`insert into pai values (100, 'cem')`);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await count()).toBe(before);
    expect(idle()).toEqual([0, 0]);
  });

  test('says so when the work hid a failed statement, instead of losing it in silence', async () => {
    await expect(db.tx((tx) => tx.query(sql`select 1/0`).catch(() => []))).rejects.toThrow(/rolled back/);
  });

  test('leaks no connection when BEGIN fails', async () => {
    const small = createDatabase({ ...db.connection, max: 2 });
    for (let n = 0; n < 5; n++)
      await expect(small.tx(async () => 1, { isolation: 'nonsense' as 'serializable' })).rejects.toThrow(/syntax|invalid/);
    expect(await small.one(sql`select 1 as n`)).toEqual({ n: 1 });
    await small.close();
  });

  test('survives the loss of its connection in the middle', async () => {
    const lost = db.tx(async (tx) => {
      const me = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await db.query(sql`select pg_terminate_backend(${me?.pid})`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await tx.query(sql`select 1`);
    });
    await expect(lost.catch((error) => pgErrorKind(error)?.kind)).resolves.toBe('connection');
    expect(await db.one(sql`select 1 as n`)).toEqual({ n: 1 });
    expect(idle()).toEqual([0, 0]);
  });

  test('refuses queries after its end', async () => {
    const stray = await db.tx(async (tx) => tx);
    await expect(stray.query(sql`select 1`)).rejects.toThrow(/ended/);
  });

  test('runs parallel queries one after the other and waits for them', async () => {
    const rows = await db.tx((tx) => Promise.all([1, 2, 3].map((n) => tx.one<{ n: number }>(sql`select ${n}::int as n`))));
    expect(rows.map((row) => row?.n)).toEqual([1, 2, 3]);
  });

  test('runs again after a serialization failure when asked', async () => {
    await db.query(sql`insert into pai values (50, 'conta', 1)`);
    const increment = () =>
      db.tx(
        async (tx) => {
          const row = await tx.one<{ n: number }>(sql`select n from pai where id = 50`);
          await new Promise((resolve) => setTimeout(resolve, 20));
          await tx.query(sql`update pai set n = ${(row?.n ?? 0) + 1} where id = 50`);
        },
        { isolation: 'serializable', retry: 20 },
      );
    await Promise.all([increment(), increment(), increment()]);
    expect(await db.one(sql`select n from pai where id = 50`)).toEqual({ n: 4 });
  });

  test('read only means read only', async () => {
    await expect(db.tx((tx) => tx.query(sql`insert into pai values (200, 'x')`), { readOnly: true })).rejects.toThrow(
      /read-only/,
    );
  });
});

describe('patience', () => {
  test('ends waiting for a lock of somebody else, and only in its own transaction', async () => {
    const lock = sql`select pg_advisory_xact_lock(42)`;
    await db.tx(async (holder) => {
      await holder.query(lock);
      const waiting = db.tx((tx) => tx.query(lock), { patience: 20 });
      await expect(waiting.catch((error) => pgErrorKind(error)?.kind)).resolves.toBe('conflict');
    });
    expect(await db.tx((tx) => tx.one(sql`select current_setting('lock_timeout') as t`), { patience: 20 })).toEqual({
      t: '20ms',
    });
    expect(await db.one(sql`select current_setting('lock_timeout') as t`)).toEqual({ t: '0' });
  });

  test("is every transaction's of a request, and what one of them asks for itself goes before", async () => {
    const asked = (of: Database, opts?: object) => of.tx((tx) => tx.one(sql`select current_setting('lock_timeout') as t`), opts);
    expect(await asked(db)).toEqual({ t: '0' });
    expect(await asked(answering(db))).toEqual({ t: '5s' });
    expect(await asked(answering(db), { patience: 20 })).toEqual({ t: '20ms' });
  });
});

describe('what is left to the end of a transaction', () => {
  test('is done once, last, in the order of keys, and not at all when the transaction is taken back', async () => {
    const done: string[] = [];
    const leave = (tx: Queryable, key: string) => beforeCommit(tx, key, async () => done.push(key));
    await db.tx(async (tx) => {
      for (const key of ['um', 'outro', 'um']) await leave(tx, key);
      done.push('o resto');
    });
    expect(done.splice(0)).toEqual(['o resto', 'outro', 'um']);
    await expect(
      db.tx(async (tx) => {
        await leave(tx, 'um');
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(done).toEqual([]);
  });

  test('takes the transaction back when it fails, and is done at once where none is open', async () => {
    const failing = db.tx(async (tx) => {
      await tx.query(sql`insert into pai values (901, 'Fim', 1)`);
      await beforeCommit(tx, 'fim', () => Promise.reject(new Error('no')));
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.query(sql`select from pai where id = 901`)).toEqual([]);
    await expect(beforeCommit(db, 'fim', () => Promise.reject(new Error('at once')))).rejects.toThrow('at once');
  });
});

describe('stream', () => {
  const numbers = sql`select i from generate_series(1, 1234) i`;

  test('gives every row once, in batches', async () => {
    const sizes: number[] = [];
    for await (const rows of db.stream(numbers, 500)) sizes.push(rows.length);
    expect(sizes).toEqual([500, 500, 234]);
  });

  test('gives its connection back when the reader leaves early, throws, or the query fails', async () => {
    for await (const _ of db.stream(numbers, 10)) break;
    await expect(async () => {
      for await (const _ of db.stream(numbers, 10)) throw new Error('reader');
    }).rejects.toThrow('reader');
    await expect(async () => {
      for await (const _ of db.stream(sql`select 1 / (i - 700) from generate_series(1, 1234) i`, 100));
    }).rejects.toThrow(/division/);
    await expect(async () => {
      for await (const _ of db.stream(sql`select wrong`, 100));
    }).rejects.toThrow(/wrong/);
    expect(idle()).toEqual([0, 0]);
    expect(await db.one(sql`select 1 as n`)).toEqual({ n: 1 });
  });

  test('shuts nobody out when a request that reads whole lists stops reading', async () => {
    const eight = createDatabase({ ...db.connection, max: 8 });
    const asked = answering(eight, { patience: 20, queue: 5_000 });
    const stalled = [1, 1, 1, 2].map((reader) => asked.stream(numbers, 100, reader));
    for (const place of [0, 3]) await stalled[place]?.next();
    const sizes: number[] = [];
    for await (const rows of asked.stream(numbers, 500, 3)) sizes.push(rows.length);
    expect(sizes).toEqual([500, 500, 234]);
    await expect(Promise.all(stalled.map((reading) => reading.next()))).rejects.toThrow('stood still');
    for (const reading of stalled) await reading.return();
    await eight.close();
  });

  test('gives the place back when the connection of a reading request is lost', async () => {
    const two = createDatabase({ ...db.connection, max: 2, application_name: 'dois' });
    const asked = answering(two, { queue: 5_000 });
    for (const _ of [1, 2]) {
      const reading = asked.stream(numbers, 10, 1);
      await reading.next();
      await db.query(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'dois'`);
      await reading.return();
    }
    for await (const rows of asked.stream(numbers, 2_000, 1)) expect(rows.length).toBe(1234);
    await two.close();
  });

  test('asks for one batch by the statement as it is', async () => {
    const batches: unknown[][] = [];
    for await (const rows of db.stream({ name: 'numeros', text: numbers.text }, AT_ONCE)) batches.push(rows);
    expect(batches.map((rows) => rows.length)).toEqual([1234]);
  });

  test('inside a transaction other queries run between two batches', async () => {
    const seen = await db.tx(async (tx) => {
      let total = 0;
      for await (const rows of tx.stream<{ i: number }>(sql`select i from generate_series(1, ${20}::int) i`, 8))
        total += (await tx.one<{ n: number }>(sql`select ${rows.length}::int as n`))?.n ?? 0;
      for await (const _ of tx.stream(numbers, 8)) break;
      return total;
    });
    expect(seen).toBe(20);
  });

  test('reads fewer rows at a time where they are long, also after short ones', async () => {
    const long = sql`select i, repeat('x', case when i > 700 then 100000 else 1 end) as t from generate_series(1, 1000) i`;
    const largest = async (rows: AsyncIterable<{ t: string }[]>) => {
      let [total, most] = [0, 0];
      for await (const batch of rows) {
        total += batch.length;
        most = Math.max(
          most,
          batch.reduce((sum, { t }) => sum + t.length, 0),
        );
      }
      return { total, isSmall: most < 28 * 1024 * 1024 };
    };
    const all = { total: 1000, isSmall: true };
    expect(await largest(db.stream(long, 1_000))).toEqual(all);
    expect(await db.tx((tx) => largest(tx.stream(long, 1_000)))).toEqual(all);
  });

  test('ends with its connection where one fetch would bring more than anybody holds', async () => {
    const row = sql`select repeat('x', 40000000) as t`;
    const read = async (rows: AsyncIterable<unknown[]>) => {
      for await (const _ of rows);
    };
    const isTooMuch = { code: 'RESPOSTA_GRANDE', status: 422 };
    await expect(read(db.stream(row))).rejects.toMatchObject(isTooMuch);
    await expect(db.tx((tx) => read(tx.stream(row)))).rejects.toMatchObject(isTooMuch);
    await expect(db.tx((tx) => read(tx.stream(row)).catch(() => {}))).rejects.toMatchObject(isTooMuch);
    expect(idle()).toEqual([0, 0]);
    expect(await db.one(sql`select 1 as n`)).toEqual({ n: 1 });
  });

  test('what takes more room on the disk than one query may have is too much, and no fault', async () => {
    const sorting = sql`select ordena()`;
    const read = async (rows: AsyncIterable<unknown[]>) => {
      for await (const _ of rows);
    };
    for (const asked of [
      () => db.query(sorting),
      () => read(db.stream(sorting)),
      () => db.tx((tx) => tx.query(sorting)),
      () => db.tx((tx) => read(tx.stream(sorting))),
    ])
      await expect(asked()).rejects.toMatchObject({ code: 'RESPOSTA_GRANDE', status: 422 });
    expect(idle()).toEqual([0, 0]);
  });

  test('limits the time of each fetch, and not that of its reader', async () => {
    const hasty = createDatabase({ ...db.connection, max: 1, longestFetch: 500 });
    const sizes: number[] = [];
    for await (const rows of hasty.stream(numbers, 1_000)) {
      sizes.push(rows.length);
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    expect(sizes).toEqual([1000, 234]);
    const slow = hasty.stream(sql`select pg_sleep(30)`);
    await expect(slow.next().catch((error) => pgErrorKind(error)?.kind)).resolves.toBe('timeout');
    expect(await hasty.one(sql`select 1 as n`)).toEqual({ n: 1 });
    await hasty.close();
  });
});

describe('query', () => {
  test('keeps its connection after an error of the statement', async () => {
    const one = createDatabase({ ...db.connection, max: 1 });
    const pid = async () => (await one.one<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid;
    const before = await pid();
    await expect(one.query(sql`select wrong`)).rejects.toThrow('wrong');
    expect(await pid()).toBe(before);
    await one.close();
  });

  test('a named statement survives a change of its table', async () => {
    const hot = { name: 'hot', text: 'select * from pai where id = $1', values: [1] };
    await db.query(hot);
    await db.owner.query(sql`alter table pai add column extra text`);
    expect(await db.one(hot)).toHaveProperty('extra');
    await db.owner.query(sql`alter table pai drop column extra`);
  });

  test.each([
    ['unique', `insert into pai values (9001, 'dois'), (9002, 'dois')`, { table: 'pai', constraint: 'pai_nome_key' }],
    ['foreign-key', 'insert into filho values (1, 999)', { table: 'filho', constraint: 'filho_pai_id_fkey' }],
    ['not-null', 'insert into pai values (9003, null)', { table: 'pai', column: 'nome' }],
    ['check', `insert into pai values (9004, 'x', 0)`, { constraint: 'pai_n_check' }],
    ['too-long', `insert into pai values (9005, repeat('x', 11))`, {}],
    [
      'too-long',
      `create temporary table g as select string_agg(md5(i::text), '') as t from generate_series(1, 3000) i; create index on g (t)`,
      {},
    ],
    ['out-of-range', 'select 99999999999::int', {}],
    ['out-of-range', `select date '2026-02-30'`, {}],
    ['bad-text', `select 'x'::int`, {}],
    ['bad-text', `select '"\\u0000"'::jsonb ->> 0`, {}],
    ['timeout', `set statement_timeout = 20; select pg_sleep(1)`, {}],
  ])('tells a fault of kind %s: %s', async (kind, text, details) => {
    const one = createDatabase({ ...db.ownerConnection, max: 1 });
    const fault = await one.query({ text }).then(
      () => null,
      (error) => pgErrorKind(error),
    );
    expect(fault).toMatchObject({ kind, ...details });
    await one.close();
  });

  test('NUL in a text is a fault of kind bad-text', async () => {
    expect(await db.query(sql`select ${'a\0b'}::text`).catch((error) => pgErrorKind(error)?.kind)).toBe('bad-text');
  });

  test('no server is a fault of kind connection; what is no database error has no kind', async () => {
    const none = createDatabase({ host: '/nowhere', connectionTimeoutMillis: 500 });
    expect(await none.query(sql`select 1`).catch((error) => pgErrorKind(error)?.kind)).toBe('connection');
    await none.close();
    expect(pgErrorKind(new Error('x'))).toBeNull();
    expect(pgErrorKind('x')).toBeNull();
  });
});

describe('what is read whole', () => {
  /** Rows of a MiB each. */
  const heavy = (n: number) => sql`select i, repeat('x', 1048576) as t from generate_series(1, ${n}::int) i`;
  const isTooMuch = { code: 'RESPOSTA_GRANDE', status: 422 };

  test('is bounded: beyond it the query ends with its connection, and the next one has another', async () => {
    const told: string[] = [];
    const log = (line: string) => void told.push(line);
    const small = createDatabase({ ...db.connection, max: 1, mostRead: 3 * 1024 * 1024, log });
    const pid = async () => (await small.only<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid;
    expect(await small.query(heavy(2))).toHaveLength(2);
    const before = await pid();
    // One long row is gathered before it is told; the last bytes of a short reading come with its end.
    for (const q of [heavy(40), sql`select repeat('x', 40000000) as t`, sql`select repeat('x', 3145728) as t`]) {
      await expect(small.query(q)).rejects.toMatchObject(isTooMuch);
      expect(await small.query(heavy(1))).toHaveLength(1);
    }
    expect(await pid()).not.toBe(before);
    expect(told).toEqual([]);
    await small.close();
  });

  test('is bounded for everybody, unless somebody asks for more', async () => {
    await expect(answering(db).query(heavy(17))).rejects.toMatchObject(isTooMuch);
    await expect(db.tx((tx) => tx.query(heavy(17)))).rejects.toMatchObject(isTooMuch);
    const large = createDatabase({ ...db.connection, max: 1, mostRead: 20 * 1024 * 1024 });
    expect(await large.query(heavy(17))).toHaveLength(17);
    await large.close();
  });

  test('takes its transaction back, and lets go of its locks', async () => {
    const small = createDatabase({ ...db.connection, max: 1, mostRead: 1024 * 1024 });
    await db.query(sql`insert into pai values (300, 'fica', 1)`);
    await expect(
      small.tx(async (tx) => {
        await tx.query(sql`update pai set nome = 'muda' where id = 300`);
        // Who goes on after the refusal writes nothing, also behind a savepoint, and hears why.
        await tx.query({ text: 'savepoint um' });
        await tx.query(heavy(2)).catch(() => []);
        await tx.query({ text: 'rollback to savepoint um' });
        await tx.query(sql`update pai set nome = 'depois' where id = 300`);
      }),
    ).rejects.toMatchObject(isTooMuch);
    await expect(small.tx((tx) => tx.query(heavy(2)).catch(() => []))).rejects.toMatchObject(isTooMuch);
    await small.query(sql`update pai set n = 2 where id = 300`);
    expect(await db.one(sql`select nome, n from pai where id = 300`)).toEqual({ nome: 'fica', n: 2 });
    await small.close();
  });

  test('is no batch of a stream, which has a bound of its own, and nothing of a session', async () => {
    const small = createDatabase({ ...db.connection, max: 2, mostRead: 1024 * 1024 });
    const read = async (rows: AsyncIterable<unknown[]>) => {
      let total = 0;
      for await (const batch of rows) total += batch.length;
      return total;
    };
    expect(await read(small.stream(heavy(4), 2))).toBe(4);
    expect(await small.tx((tx) => read(tx.stream(heavy(4), 2)))).toBe(4);
    expect(await small.session(async (client) => (await client.query(heavy(4).text, [4])).rows)).toHaveLength(4);
    await expect(read(small.stream(heavy(4), AT_ONCE))).rejects.toMatchObject(isTooMuch);
    await small.close();
  });
});

describe('dobra', () => {
  test('folds as fold() does', async () => {
    const letter = fc.oneof(
      fc.constantFrom(...Array.from('  \t\n\u00a0\u2003\ufeffÁÀâãÄçÇéÊíÕõôÚüñÑøØßœŒæłİıǅ\u0301\u0303ºª–’“❤️👩‍⚕️🇧🇷')),
      fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCodePoint(code)),
      fc.integer({ min: 0x1e00, max: 0x1eff }).map((code) => String.fromCodePoint(code)),
    );
    const texts = fc.sample(fc.string({ unit: letter, maxLength: 40 }), { numRuns: 3000, seed: 20261122 });
    const rows = await db.query<{ x: string; d: string }>(sql`select x, dobra(x) as d from unnest(${texts}::text[]) x`);
    const different = rows.filter(({ x, d }) => fold(x) !== d).map(({ x, d }) => [x, d, fold(x)]);
    expect(different).toEqual([]);
  });

  test('works in a generated column with a trigram index', async () => {
    await db.owner.query(sql`create table pessoas (nome text, busca text generated always as (dobra(nome)) stored)`);
    await db.owner.query(sql`create index on pessoas using gin (busca gin_trgm_ops)`);
    await db.query(sql`insert into pessoas values ('  João   da CONCEIÇÃO ')`);
    expect(await db.one(sql`select busca from pessoas`)).toEqual({ busca: 'joao da conceicao' });
  });
});

test('a transaction that may run again outlives a migration that changes its table, in every connection', async () => {
  const all = { name: 'pais', text: 'select * from pai' };
  const several = () => Promise.all(Array.from({ length: 4 }, () => answering(db).tx((tx) => tx.query(all))));
  await several();
  await db.owner.query(sql`alter table pai add column depois int`);
  expect(await several()).toHaveLength(4);
});
