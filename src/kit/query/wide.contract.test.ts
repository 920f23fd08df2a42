import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import { type ListQuery, parseListQuery } from './list-query.ts';
import type { Wide } from './wide.server.ts';

const PEOPLE = 11_500;
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
  expect((await both(sql`t.vinculo = 'E'`, { page: '3', nascimentoIni: '2000-01-01' })).found).toMatchObject({ total: 115 });
  expect((await both(sql`false`)).found).toEqual({ content: [], total: 0 });
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
  expect(plain.total).toBe(1_150);
  expect(found).toMatchObject({ total: 1_000, more: true });
});

test('few that meet the other conditions are counted', async () => {
  const { found, plain } = await both(sql`t.vinculo in ('C', 'E')`, { nascimentoIni: '2000-01-01', page: '2' });
  expect(found).toEqual(plain);
  expect(found.total).toBe(115);
});

test('where those that were looked at prove nothing, and many meet the other conditions, all are counted', async () => {
  const condition = sql`t.id > 0`;
  const { page } = stand.stores.pessoas;
  const unproven = { ...wide(condition), some: () => sql`select '{}'::bigint[] as ids, false as todos` };
  const found = await page(stand.db, stand.acting(), queryOf({}), unproven);
  expect(found).toEqual(await page(stand.db, stand.acting(), queryOf({}), condition));
  expect(found.total).toBe(PEOPLE);
});
