import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Acting, Change } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { diff } from '#kit/db/schema-diff.server.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { tablesOf } from '#kit/registry/tables.server.ts';
import { type TestDatabase, testDatabase } from '#kit/testing/testdb.server.ts';
import { asOf, closeEntries } from './dated.server.ts';
import { createStore } from './store.server.ts';

const pessoas = defineRegistry({
  id: 'pessoas',
  title: 'Pessoas',
  singular: 'Pessoa',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'global',
  fields: {
    nome: text('Nome', 60),
    limite: having(money('Limite'), { sensitive: 'ROLE_VER_LIMITE' }),
    historicos: rows(
      'Histórico',
      {
        data: date('A partir de'),
        cargo: text('Cargo', 40),
        salario: having(optional(money('Salário')), { sensitive: 'ROLE_VER_SALARIO' }),
      },
      1,
      { dated: 'data', lockedWhen: ({ cargo }) => cargo === 'Diretor' && 'A diretoria se desfaz na assembleia.' },
    ),
  },
  columns: ['nome', 'limite'],
  *rules({ limite, historicos }) {
    if (limite !== null && limite < 10) yield { field: 'limite', message: 'Limite baixo demais' };
    for (const [index, { salario }] of historicos.entries())
      if (salario === null) yield { field: `historicos.${index}.salario`, message: 'Salário é obrigatório' };
  },
});

const alone = () => {
  throw new Error('names no other registry');
};
const store = createStore(pessoas, alone, {}, { accessTo: alone });
let db: TestDatabase;
let trail: Change[] = [];

const who = (...lacks: string[]): Acting => ({
  kind: 'usuario',
  usuarioId: 1,
  usuarioNome: 'Ana',
  empresaId: 1,
  empresaNome: 'Prova',
  requestId: 'prova',
  today: '2026-11-20',
  settings: {},
  can: (authority) => !lacks.includes(authority),
  everywhere: () => true,
  audit: async (_tx, change) => void trail.push(change),
});
const all = who();
const blind = who('ROLE_VER_SALARIO', 'ROLE_VER_LIMITE');

beforeAll(async () => {
  db = await testDatabase(async (fresh) => {
    await fresh.query({ text: (await import('node:fs')).readFileSync('migrations/0001-base.sql', 'utf8') });
    for (const statement of await diff(
      fresh,
      tablesOf(pessoas, () => pessoas),
    ))
      await fresh.query({ text: statement });
  }, 'dated-1');
});
afterAll(() => db.drop());

type Entry = { id: number; data: string; cargo: string; salario: number | null };
const entry = (data: string, cargo: string, salario: number | null = 1_000) => ({ data, cargo, salario });
const entriesOf = (record: Record<string, unknown>) => record.historicos as Entry[];
const stood = (id: number) =>
  db.query<{ data: string; ate: string | null; cargo: string; salario: string | null }>(
    sql`select data::text, ate::text, cargo, salario from pessoas_historicos where registro_id = ${id} order by ordem`,
  );
const create = (input: object, acting = all) => db.tx((tx) => store.create(tx, acting, input));
const update = (id: number, input: object, acting = all) => db.tx((tx) => store.update(tx, acting, id, input));
const ana = {
  nome: 'Ana',
  limite: 50,
  historicos: [entry('2024-01-01', 'Chefe', 3_000), entry('2020-01-01', 'Auxiliar', 2_000)],
};

describe('dated rows', () => {
  it('stand in the order of their dates, each until the next', async () => {
    const { id } = await create(ana);
    expect(await stood(id)).toMatchObject([
      { data: '2020-01-01', ate: '2024-01-01', cargo: 'Auxiliar' },
      { data: '2024-01-01', ate: null, cargo: 'Chefe' },
    ]);
  });

  it('change places, come and go in one save, and keep their ids', async () => {
    const saved = await create(ana);
    const [first, second] = entriesOf(saved) as [Entry, Entry];
    const swapped = await update(saved.id, {
      ...ana,
      historicos: [{ ...first, data: second.data }, { ...second, data: first.data }, entry('2025-05-01', 'Gerente')],
    });
    expect(
      entriesOf(swapped)
        .map(({ id }) => id)
        .slice(0, 2),
    ).toEqual([second.id, first.id]);
    expect((await stood(saved.id)).map(({ ate }) => ate)).toEqual(['2024-01-01', '2025-05-01', null]);
    await update(saved.id, { ...ana, historicos: entriesOf(swapped).filter(({ id }) => id !== first.id) });
    expect((await stood(saved.id)).map(({ ate }) => ate)).toEqual(['2025-05-01', null]);
  });

  it('take one entry a day', async () => {
    await expect(create({ ...ana, historicos: [entry('2020-01-01', 'A'), entry('2020-01-01', 'B')] })).rejects.toMatchObject({
      extra: { errors: [{ field: 'historicos.1.data', message: 'Já existe um histórico nesta data' }] },
    });
  });

  it('answer who was what on a day', async () => {
    const { id } = await create(ana);
    const on = (day: string) =>
      db.one<{ cargo: string }>(
        sql`select h.cargo from pessoas_historicos h where h.registro_id = ${id} and ${asOf('h', sql`${day}::date`)}`,
      );
    expect(await on('2019-12-31')).toBeUndefined();
    expect(await on('2023-12-31')).toEqual({ cargo: 'Auxiliar' });
    expect(await on('2024-01-01')).toEqual({ cargo: 'Chefe' });
  });

  it.each([
    ['an overlap', (id: number) => sql`update pessoas_historicos set ate = null where registro_id = ${id}`],
    [
      'a gap',
      (id: number) => sql`update pessoas_historicos set ate = '2023-06-01' where registro_id = ${id} and ate is not null`,
    ],
    [
      'a history that nobody is in any more',
      (id: number) => sql`update pessoas_historicos set ate = '2030-01-01' where registro_id = ${id} and ate is null`,
    ],
    ['an entry left out', (id: number) => sql`delete from pessoas_historicos where registro_id = ${id} and ate is null`],
    [
      'an end before the beginning',
      (id: number) => sql`update pessoas_historicos set ate = '2019-01-01' where registro_id = ${id} and ate is null`,
    ],
    [
      'an entry in between',
      (id: number) =>
        sql`insert into pessoas_historicos (registro_id, ordem, data, ate, cargo) values (${id}, 9, '2022-01-01', '2024-01-01', 'X')`,
    ],
    [
      'a second entry on one day',
      (id: number) => sql`insert into pessoas_historicos (registro_id, ordem, data, cargo) values (${id}, 9, '2020-01-01', 'X')`,
    ],
  ])('refuse %s, whoever writes it', async (_what, statement) => {
    const { id } = await create(ana);
    await expect(db.query(statement(id))).rejects.toThrow(/pessoas_historicos/);
  });

  it('take statements that write set by set and close what they opened', async () => {
    const { id } = await create(ana);
    await db.tx(async (tx) => {
      await tx.query(
        sql`insert into pessoas_historicos (registro_id, ordem, data, cargo) values (${id}, 9, '2022-01-01', 'X'), (${id}, 9, '2026-01-01', 'Y')`,
      );
      await tx.query(closeEntries('pessoas_historicos', sql`${id}::bigint`));
    });
    expect((await stood(id)).map(({ cargo, ate }) => [cargo, ate])).toEqual([
      ['Auxiliar', '2022-01-01'],
      ['X', '2024-01-01'],
      ['Chefe', '2026-01-01'],
      ['Y', null],
    ]);
  });
});

describe('locked rows', () => {
  const diretor = entry('2022-01-01', 'Diretor', 9_000);
  const others = (record: Record<string, unknown>) => entriesOf(record).filter(({ cargo }) => cargo !== 'Diretor');
  const withDiretor = (record: Record<string, unknown>, change: Partial<Entry>) =>
    entriesOf(record).map((row) => (row.cargo === 'Diretor' ? { ...row, ...change } : row));

  it.each([
    ['changed', (record: Record<string, unknown>) => withDiretor(record, { salario: 1 })],
    ['moved to another day', (record: Record<string, unknown>) => withDiretor(record, { data: '2022-02-01' })],
    ['renamed out of its lock', (record: Record<string, unknown>) => withDiretor(record, { cargo: 'Chefe' })],
    ['dropped', others],
    [
      'sent twice, the one in place of the other',
      (record: Record<string, unknown>) => [
        ...others(record),
        { ...(entriesOf(record).find(({ cargo }) => cargo === 'Diretor') as object), data: '2020-06-01', salario: 1 },
        ...entriesOf(record).filter(({ cargo }) => cargo === 'Diretor'),
      ],
    ],
    ['put in again under another id', (record: Record<string, unknown>) => [...others(record), diretor]],
  ])('are not %s: the save says why', async (_what, historicos) => {
    const saved = await create({ ...ana, historicos: [...ana.historicos, diretor] });
    await expect(update(saved.id, { ...ana, historicos: historicos(saved) })).rejects.toMatchObject({
      code: 'LINHA_GUARDADA',
      status: 409,
      message: 'A diretoria se desfaz na assembleia.',
    });
    expect(await store.read(db, all, saved.id)).toEqual(saved);
  });

  it('let everything around them change, also for who does not see all of them', async () => {
    const saved = await create({ ...ana, historicos: [...ana.historicos, diretor] });
    const seen = await store.read(db, blind, saved.id);
    const answer = await update(saved.id, { ...ana, nome: 'Bia', historicos: entriesOf(seen).slice(1) }, blind);
    expect(answer).toMatchObject({ nome: 'Bia', historicos: [{ cargo: 'Diretor' }, { cargo: 'Chefe' }] });
    expect(entriesOf(await store.read(db, all, saved.id)).map(({ salario }) => salario)).toEqual([9_000, 3_000]);
  });
});

describe('fields under an authority', () => {
  it('are null for whoever lacks it, rows included, and say so to nobody else', async () => {
    const { id } = await create(ana);
    const seen = await store.read(db, blind, id);
    expect(seen).toMatchObject({ nome: 'Ana', limite: null });
    expect(entriesOf(seen)).toMatchObject([
      { cargo: 'Auxiliar', salario: null },
      { cargo: 'Chefe', salario: null },
    ]);
    expect(await store.read(db, all, id)).toMatchObject({ limite: 50, historicos: [{ salario: 2_000 }, { salario: 3_000 }] });
    const query = { page: 0, size: 15, paged: true, busca: '', where: [], sort: [{ field: 'limite', order: 'asc' as const }] };
    await expect(store.page(db, blind, query)).rejects.toMatchObject({ status: 403 });
    const ranged = { ...query, sort: [], where: [{ field: 'limite', form: 'range' as const, from: 1 }] };
    await expect(store.page(db, blind, ranged)).rejects.toMatchObject({ status: 403 });
  });

  it('keep what stands when somebody without it saves, whatever they send', async () => {
    const saved = await create(ana);
    const seen = await store.read(db, blind, saved.id);
    const answer = await update(
      saved.id,
      {
        ...seen,
        nome: 'Bia',
        limite: 1,
        historicos: [...entriesOf(seen).map((row) => ({ ...row, salario: 9 })), entry('2026-01-01', 'Gerente', 9)],
      },
      blind,
    );
    expect(answer).toMatchObject({ nome: 'Bia', limite: null });
    expect(entriesOf(answer).map(({ salario }) => salario)).toEqual([null, null, null]);
    const after = await store.read(db, all, saved.id);
    expect(after.limite).toBe(50);
    expect(entriesOf(after).map(({ salario }) => salario)).toEqual([2_000, 3_000, 3_000]);
  });

  it('begin empty in a record of somebody without it, who inserts none that must have one', async () => {
    await expect(create(ana, blind)).rejects.toThrow('Para inserir Pessoa é preciso ter autorização para ver Limite.');
    const { id } = await create(ana, who('ROLE_VER_SALARIO'));
    expect(await store.read(db, all, id)).toMatchObject({ limite: 50, historicos: [{ salario: null }, { salario: null }] });
  });

  it('do not travel in the record that a stale save is told', async () => {
    const saved = await create(ana);
    await update(saved.id, ana);
    const refused = await update(saved.id, { ...ana, versao: 1 }, blind).catch((error: unknown) => error);
    expect(JSON.stringify(refused)).not.toMatch(/3000|"limite":50/);
    expect(refused).toMatchObject({ extra: { registro: { nome: 'Ana', limite: null } } });
  });

  it('are masked in the trail, and their reading is logged', async () => {
    trail = [];
    const { id } = await create(ana);
    await update(id, { ...ana, limite: 6_060, historicos: [entry('2020-01-01', 'Auxiliar', 7_777)] });
    expect(JSON.stringify(trail.map(({ changes }) => changes))).not.toMatch(/3000|7777|6060/);
    // In clear they stand beside the line, for those who may read them.
    expect(trail.at(-1)).toMatchObject({ action: 'A', changes: { limite: ['•••', '•••'] }, guarded: { limite: [50, 6_060] } });
    await store.show(db, blind, id);
    expect(trail.at(-1)?.action).toBe('A');
    await store.show(db, all, id);
    expect(trail.at(-1)).toMatchObject({ action: 'L', id });
  });
});

it('a record that comes into reach once the lock was taken is not read as if it were locked', async () => {
  const input = { nome: 'Longe', limite: 20, historicos: [{ data: '2026-01-01', cargo: 'Analista', salario: 10 }] };
  const { id } = await db.tx((tx) => store.create(tx, who(), input));
  const near = createStore(pessoas, alone, { where: () => sql`t.nome = 'Perto'` }, { accessTo: alone });
  await db.tx(async (tx) => {
    const late: Queryable = {
      ...tx,
      async query<R>(asked: Parameters<Queryable['query']>[0]) {
        const found = await tx.query<R>(asked);
        await db.query(sql`update pessoas set nome = 'Perto' where id = ${id}`);
        return found;
      },
    };
    await expect(near.readWhole(late, who(), id, true)).rejects.toMatchObject({ status: 404 });
    expect(await near.readWhole(tx, who(), id, true)).toMatchObject({ nome: 'Perto' });
  });
});
