import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

const URL = '/api/geral/pendencias-ac';
let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login();
});
afterAll(() => app.close());

async function pendencia(cancelada: boolean, empresa = app.empresas[0]): Promise<number> {
  const row = await app.db.one<{ id: number }>(sql`
    insert into pendencias_ac (empresa_id, tipo, descricao, autoridade, origem, status_cancelado)
    values (${empresa}, 'Admissão', 'Admissão de Alguém', 'ROLE_CAD_TALENTO_EDITAR', 'gestao-talentos/talentos/1', ${cancelada}) returning id`);
  return row?.id ?? 0;
}

const remove = (by: Client, ...ids: number[]) => by('DELETE', `${URL}?pendencias=${ids.join(',')}`);

it('lists the items by the names of document 3 §3', async () => {
  const id = await pendencia(true);
  expect((await admin('GET', URL)).body).toContainEqual({
    id,
    pendencia: 'Admissão',
    detalhes: 'Admissão de Alguém',
    statusDetalhes: 'Cancelada',
    msg: null,
    role: 'ROLE_CAD_TALENTO_EDITAR',
    statusCancelado: true,
    criadaEm: expect.any(String),
    origem: 'gestao-talentos/talentos/1',
    podeRemover: true,
  });
});

it('RUL-518: without the permission that the item names it is not removed', async () => {
  const [open, cancelled] = [await pendencia(false), await pendencia(true)];
  const other = await app.loginWithout(1, (name) => name === 'ROLE_CAD_TALENTO_EDITAR');
  expect((await remove(other, open)).status).toBe(403);
  expect((await remove(other, cancelled)).status).toBe(403);
  expect((await remove(admin, open, cancelled)).status).toBe(204);
});

it('RUL-519: only a user of the personnel system removes what waits; what is cancelled, anybody with the permission', async () => {
  const [open, cancelled] = [await pendencia(false), await pendencia(true)];
  const other = await app.loginWithout(2, (name) => name === 'ROLE_INTEGRACAO_PESSOAL');
  const refused = await remove(other, open, cancelled);
  expect(refused).toMatchObject({
    status: 403,
    body: { message: 'Só quem registra as respostas do sistema de pessoal pode excluir uma pendência que não foi cancelada.' },
  });
  const mine = ((await other('GET', URL)).body as { id: number; podeRemover: boolean }[]).filter(
    ({ podeRemover }) => podeRemover,
  );
  expect(mine.map(({ id }) => id)).toContain(cancelled);
  expect(mine.map(({ id }) => id)).not.toContain(open);
  expect((await remove(other, cancelled)).status).toBe(204);
  expect((await remove(admin, open)).status).toBe(204);
});

it('another company’s items are not there', async () => {
  const id = await pendencia(true, app.empresas[1]);
  expect((await remove(admin, id)).status).toBe(404);
});
