import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyModuleServer } from '#kit/module/module.server.ts';
import { type Todo, waitingIn } from '#kit/module/todo.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import { registerParaFazer } from './para-fazer.server.ts';

let stand: Stand;
const todo = (id: string, rows: Sql): Todo => ({
  id,
  title: id,
  deed: 'Ver',
  authority: [],
  link: `/${id}`,
  find: (db) => waitingIn(db, rows),
});

const failing = (id: string, error: Error): Todo => ({ ...todo(id, sql``), find: () => Promise.reject(error) });

beforeAll(async () => {
  stand = await openStand();
  const one = sql`select 'Ana' as nome, null as nota, null::date as prazo, '/ana' as link`;
  const modules = [
    {
      declaration: { id: 'prova', registries: [], screens: [] },
      todos: [
        todo('lento', sql`${one} from pg_sleep(60)`),
        todo('pronto', one),
        failing('enorme', refuse.tooMuch()),
        failing('preso', Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })),
      ],
    },
  ] as unknown as AnyModuleServer[];
  registerParaFazer(stand.app, stand.db, { modules, awaitedBy: () => [] });
  await stand.app.ready();
});
afterAll(() => stand.close());

it('what takes too long, is too much or waits for a lock is told so, and holds up nothing else', async () => {
  const answer = await stand.app.inject('/api/geral/para-fazer');
  expect(answer.json()).toMatchObject([
    { id: 'prova/lento', total: 0, demora: true },
    { id: 'prova/pronto', total: 1, demora: false, linhas: [{ nome: 'Ana' }] },
    { id: 'prova/enorme', total: 0, demora: true },
    { id: 'prova/preso', total: 0, demora: true },
  ]);
});
