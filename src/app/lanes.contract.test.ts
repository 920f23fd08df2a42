import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#kit/db/database.server.ts';
import { inLanes } from '#kit/lanes/lanes.server.ts';
import { Shares } from '#kit/lanes/shares.ts';
import { readConfig } from '#platform/config.server.ts';
import { type Assembled, assemble } from './assemble.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { openTestRound } from './questionario-model.server.ts';
import { openTestApp, send, type TestApp } from './test-app.server.ts';
import { anotherCandidate } from './test-candidate.server.ts';

let base: TestApp;
let server: Assembled;
let db: Database;
const asked: string[] = [];

beforeAll(async () => {
  base = await openTestApp();
  const lane = (name: string): Database => {
    const own = createDatabase({ ...base.db.connection, max: 4 });
    return { ...own, query: (q) => (asked.push(name), own.query(q)), one: (q) => (asked.push(name), own.one(q)) };
  };
  db = inLanes(lane('main'), lane('side'), { shares: new Shares(1, undefined, () => 0) });
  server = await assemble(db, readConfig({ LOG_LEVEL: 'error' }), base.db.connection);
});
afterAll(async () => {
  await server.app.close();
  await db.close();
  await base.close();
});

async function login(who: number) {
  const payload = { cpf: DEMO_LOGINS[who]?.cpf, senha: DEMO_PASSWORD, empresaId: base.empresas[0] };
  const answer = await send(server.app, { method: 'POST', url: '/api/login', payload });
  const cookie = String(answer.headers['set-cookie']).split(';')[0];
  return async () => {
    asked.length = 0;
    const { status } = await send(server.app, { url: '/api/cargo-salario/cargos?page=0&size=15', headers: { cookie } });
    expect(status).toBe(200);
    return new Set(asked);
  };
}

test('a request asks as its user: who asks much more than another goes to the side lane, and the other does not', async () => {
  const [much, little] = [await login(0), await login(1)];
  await little();
  let lanes = new Set<string>();
  for (let times = 0; times < 500 && !lanes.has('side'); times += 1) lanes = await much();
  expect(lanes).toContain('side');
  expect(await little()).toEqual(new Set(['main']));
});

test('people with a link ask for themselves: one of them pushes nobody else aside who answers from the same address', async () => {
  const rodadaId = await openTestRound(base, { modo: 'I' });
  await base.db.query(sql`update participacoes set bilhete = sha256(pessoa::bytea) where rodada_id = ${rodadaId}`);
  const answering = (bilhete: string) => async () => {
    asked.length = 0;
    const { status } = await send(server.app, { method: 'POST', url: '/api/publico/responder/abrir', payload: { bilhete } });
    expect(status).toBe(200);
    return new Set(asked);
  };
  const [much, little] = [answering('talentos:1'), answering('talentos:2')];
  await little();
  let lanes = new Set<string>();
  for (let times = 0; times < 500 && !lanes.has('side'); times += 1) lanes = await much();
  expect(lanes).toContain('side');
  expect(await little()).toEqual(new Set(['main']));
});

test('candidates ask for themselves: one of them pushes nobody else aside who is at the portal from the same address', async () => {
  const asking = async (number: number) => {
    const { id, client } = await anotherCandidate({ ...base, app: server.app }, number);
    return async () => {
      asked.length = 0;
      expect((await client('GET', `/api/externo/candidatos/${id}/completo`)).status).toBe(200);
      return new Set(asked);
    };
  };
  const [much, little] = [await asking(71_001), await asking(71_002)];
  let lanes = new Set<string>();
  for (let times = 0; times < 500 && !lanes.has('side'); times += 1) lanes = await much();
  expect(lanes).toContain('side');
  expect(await little()).toEqual(new Set(['main']));
});
