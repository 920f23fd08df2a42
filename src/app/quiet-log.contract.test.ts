import { afterAll, beforeAll, expect, it } from 'vitest';
import { upload } from '#kit/testing/stand.server.ts';
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-users.server.ts';
import { openTestApp, send, type TestApp } from './test-app.server.ts';

const CPF = DEMO_LOGINS[0]?.cpf ?? '';
const NAME = 'Josefina Marcada';

let app: TestApp;
let log = '';

beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'trace' });
  const stream = Object.getOwnPropertySymbols(app.app.log).find(({ description }) => description === 'pino.stream') as symbol;
  Object.assign(app.app.log, { [stream]: { write: (line: string) => void (log += line) } });
  const config = { authority: 'sessao' };
  // Bugs that carry what people typed: of the database, and of our own code.
  app.app.get('/api/bug/banco', { config }, () =>
    app.db.query({ text: `do $$ begin raise '${NAME} ${CPF}' using errcode = '22023', detail = 'Key (cpf)=(${CPF})'; end $$` }),
  );
  app.app.get('/api/bug/texto', { config }, () => JSON.parse(`"${NAME}": ${CPF}`));
});
afterAll(() => app?.close());

it('says nothing of anybody at its most talkative', async () => {
  const wrong = await send(app.app, {
    method: 'POST',
    url: '/api/login',
    payload: { cpf: CPF, senha: 'Errada#2026', empresaId: 1 },
  });
  expect(wrong.status).toBe(401);
  const admin = await app.login();
  const { payload, headers } = upload(`${NAME}.txt`, `${NAME} ${CPF}`);
  const sent = await admin('POST', '/api/arquivos', payload, { ...headers, origin: 'http://localhost' });
  expect(sent.status).toBe(201);
  expect((await admin('GET', `/api/gestao-talentos/talentos?nome=${encodeURIComponent(NAME)}&page=0`)).status).toBe(200);
  expect((await admin('GET', `/api/gestao-talentos/talentos/${CPF}`)).status).toBe(404);
  expect((await admin('GET', `/api/nada/${CPF}?nome=${NAME.split(' ')[0]}`)).status).toBe(404);
  expect((await admin('GET', `/api/nada/${CPF}/%`)).status).toBe(400);
  expect(
    (await admin('PUT', `/api/gestao-talentos/talentos/1`, `{"nome": "${NAME}`, { 'content-type': 'application/json' })).status,
  ).toBe(400);
  expect((await admin('POST', '/api/gestao-talentos/talentos', { nome: NAME, cpf: CPF })).status).toBe(400);
  for (const bug of ['banco', 'texto']) expect((await admin('GET', `/api/bug/${bug}`)).status).toBe(500);

  expect(log).toContain('"msg":"bug"');
  expect(log).toContain('busboy');
  const said = [CPF, CPF.replace(/\D/g, ''), DEMO_PASSWORD, 'Errada#2026', NAME, 'Josefina', 'cookie', 'vinculo='];
  expect(said.filter((text) => log.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
  // What is needed to mend a bug is there.
  const bugs = log
    .split('\n')
    .filter((line) => line.includes('"msg":"bug"'))
    .map((line) => JSON.parse(line) as { id: string; err: { stack: string } });
  expect(bugs).toHaveLength(2);
  for (const { id, err } of bugs) {
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(err.stack).toMatch(/^\s+at /);
  }
});
