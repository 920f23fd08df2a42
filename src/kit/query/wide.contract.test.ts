import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tallied } from '#kit/db/whole-reads.server.ts';
import { askedBy, inLanes } from '#kit/lanes/lanes.server.ts';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import { type ListQuery, parseListQuery } from './list-query.ts';
import type { Wide } from './wide.server.ts';

const PEOPLE = 16_500;
let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
  await stand.db.query(sql`insert into areas (empresa_id, nome, ativo) values (1, 'Uma', true), (2, 'Outra', true)`);
  // Every tenth is a trainee, every hundredth was born in 2000; the other company has some of each too.
  await stand.db.query(sql`
    insert into pessoas (empresa_id, nome, cpf, nascimento, vinculo, area_id)
    select e.id, 'Pessoa ' || md5(n::text), e.id || lpad(n::text, 10, '0'), case n % 100 when 0 then date '2000-01-01' else date '1990-01-01' end,
      case n % 10 when 0 then 'E' else 'C' end, (select a.id from areas a where a.empresa_id = e.id)
    from empresas e, generate_series(1, ${PEOPLE}::int) n`);
});
afterAll(() => stand.close());

/** A condition that asks for its ids as an index would, in an order of its own. */
const wide = (condition: Sql): Wide => ({
  all: sql`t.id = any(array(select t.id from pessoas t where ${condition}))`,
  some: (most) => sql`
    select x.ids[1:${most}::int] as ids, cardinality(x.ids) <= ${most}::int as todos
    from (select array(select t.id from pessoas t where t.empresa_id = 1 and ${condition} order by t.id desc limit ${most + 1}::int) as ids offset 0) x`,
  each: sql`(select ${condition})`,
  among: (ids) => sql`select t.id from pessoas t where t.id = any(${[...ids]}::bigint[]) and ${condition}`,
});

const queryOf = (asked: Record<string, string>): ListQuery =>
  parseListQuery(stand.stores.pessoas.registry, { page: '0', size: '15', ...asked }).query;

/** The page of the list, and the same as a plain condition finds it. */
async function both(condition: Sql, asked: Record<string, string> = {}) {
  const { page } = stand.stores.pessoas;
  const query = queryOf(asked);
  const [found, plain] = [
    await page(stand.db, stand.acting(), query, wide(condition)),
    await page(stand.db, stand.acting(), query, condition),
  ];
  expect(found.content.map(({ id }) => id)).toEqual(plain.content.map(({ id }) => id));
  return { found, plain };
}

test('few that meet a wide condition are counted', async () => {
  const { found, plain } = await both(sql`t.vinculo = 'E'`);
  expect(plain.total).toBe(PEOPLE / 10);
  expect(found).toEqual(plain);
  expect((await both(sql`t.vinculo = 'E'`, { page: '3', nascimentoIni: '2000-01-01' })).found).toMatchObject({ total: 165 });
  expect((await both(sql`false`)).found).toEqual({ content: [], total: 0 });
});

test('the ids that a wide condition looks at count for no long answer', async () => {
  const tally = { bytes: 0 };
  await tallied(tally, () =>
    stand.stores.pessoas.page(stand.db, stand.acting(), queryOf({}), wide(sql`t.vinculo in ('C', 'E')`)),
  );
  expect(tally.bytes).toBeGreaterThan(0);
  expect(tally.bytes).toBeLessThan(32 * 1024);
});

test('what asks many records before a page begins is read among the reports', async () => {
  const { pessoas } = stand.stores;
  const reads = async (query: ListQuery, narrowing?: Sql) => {
    let aside = 0;
    const side = new Proxy(stand.db, {
      get: (db, name) => {
        if (['query', 'one', 'only'].includes(String(name))) aside += 1;
        return Reflect.get(db, name);
      },
    });
    const lanes = inLanes(stand.db, side);
    await askedBy(1, () => pessoas.page(lanes, stand.acting(), query, narrowing));
    return aside > 0 ? 'side' : 'main';
  };
  const condition = sql`t.vinculo = 'E'`;
  expect(await reads(queryOf({ page: '60' }), condition)).toBe('main');
  expect(await reads(queryOf({ page: '70' }), condition)).toBe('side');
  expect(await reads(queryOf({ page: '70' }))).toBe('main');
});

test.each<[string, Record<string, string>]>([
  ['the first page', {}],
  ['the last of those that are told', { page: '666' }],
  ['another order', { sort: 'cpf,desc' }],
])('of many that meet a wide condition a list tells that there are more: %s', async (_, asked) => {
  const { found, plain } = await both(sql`t.vinculo in ('C', 'E')`, asked);
  expect(plain.total).toBe(PEOPLE);
  expect(found).toMatchObject({ total: 10_000, more: true });
});

test('what is told of many is proven by those that were looked at', async () => {
  const { found, plain } = await both(sql`t.vinculo in ('C', 'E')`, { vinculo: 'E' });
  expect(plain.total).toBe(1_650);
  expect(found).toMatchObject({ total: 1_000, more: true });
});

test('few that meet the other conditions are counted', async () => {
  const { found, plain } = await both(sql`t.vinculo in ('C', 'E')`, { nascimentoIni: '2000-01-01', page: '2' });
  expect(found).toEqual(plain);
  expect(found.total).toBe(165);
});

/** The same condition, when only these records were looked at. */
const lookedAt = (condition: Sql, ids: Sql): Wide => ({
  ...wide(condition),
  some: () => sql`select array(${ids}) as ids, false as todos`,
});

test('of fewer than a thousand whole hundreds are told', async () => {
  const few = lookedAt(sql`t.id > 0`, sql`select t.id from pessoas t where t.empresa_id = 1 limit 250`);
  expect(await stand.stores.pessoas.page(stand.db, stand.acting(), queryOf({}), few)).toMatchObject({ total: 200, more: true });
});

test('where those that were looked at prove nothing, and many meet the other conditions, all are counted', async () => {
  const condition = sql`t.id > 0`;
  const { page } = stand.stores.pessoas;
  const unproven = lookedAt(condition, sql`select t.id from pessoas t where t.empresa_id = 1 limit 99`);
  const found = await page(stand.db, stand.acting(), queryOf({}), unproven);
  expect(found).toEqual(await page(stand.db, stand.acting(), queryOf({}), condition));
  expect(found.total).toBe(PEOPLE);
});

test.each<[string, Sql, Record<string, string>, number]>([
  ['the next ones that meet it follow soon', sql`t.vinculo = 'E'`, { page: '60' }, 15],
  ['beyond the end of those that are told', sql`t.vinculo = 'E'`, { page: '100' }, 0],
  ['no index has the order', sql`t.vinculo = 'E'`, { sort: 'cpf,desc' }, 0],
  ['the first ones do not meet it', sql`t.nome >= 'Pessoa f'`, {}, 0],
])('records are asked one after the other in the order of the list, or all are found: %s', async (_, condition, asked, rows) => {
  const many = lookedAt(condition, sql`select t.id from pessoas t where t.empresa_id = 1 limit 1200`);
  // To find all finds none here.
  const page = await stand.stores.pessoas.page(stand.db, stand.acting(), queryOf(asked), { ...many, all: sql`false` });
  expect(page.content).toHaveLength(rows);
  expect(page).toMatchObject({ total: 1_000, more: true });
});

test('a list ends where the next ones that meet the condition no longer follow soon', async () => {
  const seldom = lookedAt(sql`t.nascimento = '2000-01-01'`, sql`select t.id from pessoas t where t.empresa_id = 1 limit 1200`);
  const page = await stand.stores.pessoas.page(stand.db, stand.acting(), queryOf({}), { ...seldom, all: sql`false` });
  expect(page.more).toBe(true);
  expect(page.total).toBeLessThan(1_000);
});

test('of what is costly to find, a page is of those that were looked at, and says so', async () => {
  const { page } = stand.stores.pessoas;
  const costly: Wide = {
    all: sql`false`,
    some: () =>
      sql`select array(select t.id from pessoas t where t.empresa_id = 1 order by t.id limit 20) as ids, false as todos`,
    each: sql`false`,
    among: (ids) => sql`select unnest(${[...ids]}::bigint[]) as id`,
    isCostly: true,
  };
  const found = await page(stand.db, stand.acting(), queryOf({ sort: 'nome,desc' }), costly);
  expect(found).toMatchObject({ total: 20, lookedAt: 10_000 });
  const nomes = found.content.map(({ nome }) => String(nome));
  expect(nomes).toEqual(nomes.toSorted((a, b) => (a < b ? 1 : -1)));
  expect(await page(stand.db, stand.acting(), queryOf({ page: '1' }), costly)).toMatchObject({
    total: 20,
    content: { length: 5 },
  });
  // Whoever narrows it finds all.
  const few = await page(stand.db, stand.acting(), queryOf({ vinculo: 'E' }), costly);
  expect(few).toEqual({ content: expect.any(Array), total: PEOPLE / 10 });
});
