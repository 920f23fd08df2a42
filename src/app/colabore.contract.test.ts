import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

const ROOT = '/api/cargo-salario/areas-organizacionais';
const heard: { url: string | undefined; token: string | undefined; body: unknown }[] = [];
let status = 200;

/** The mobile product's double. */
const mobile = createServer((request: IncomingMessage, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    heard.push({ url: request.url, token: request.headers.authorization, body: JSON.parse(text) });
    response.writeHead(status).end();
  });
});

let app: TestApp;
let admin: Client;
const envia = (by = admin) => by('PUT', `${ROOT}/envia-colabore`);

async function integra(statusColabore: string) {
  await app.db.query(sql`update parametros_sistema set status_colabore = ${statusColabore}`);
  await app.db.query(sql`update versao_acessos set versao = versao + 1`);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => void mobile.listen(0, '127.0.0.1', resolve));
  const { port } = mobile.address() as AddressInfo;
  app = await openTestApp({ COLABORE_URL: `http://127.0.0.1:${port}/v1/`, COLABORE_TOKEN: 'segredo' });
  admin = await app.login();
  await app.db.query(
    sql`insert into parametros_sistema (status_colabore) select 'Inativo' where not exists (select 1 from parametros_sistema)`,
  );
  for (const empresa of app.empresas.slice(0, 2))
    await app.db.query(
      sql`insert into areas_organizacionais (empresa_id, nome, descricao_hierarquia, codigo_ac, ativo) values (${empresa}, 'Produção', 'Produção', '7', true)`,
    );
});
afterAll(async () => {
  await app.close();
  mobile.close();
});

it('CALL-145: says why nothing goes out while the integration is not active', async () => {
  for (const [situacao, sentence] of [
    ['Inativo', /está inativa/],
    ['NaoAutenticado', /não está autenticada/],
    ['EmpresaDesintegrada', /não está integrada/],
    ['SemChavePrivada', /chave privada/],
  ] as const) {
    await integra(situacao);
    expect(await envia()).toMatchObject({ status: 400, body: { message: expect.stringMatching(sentence) } });
  }
  expect(heard).toEqual([]);
});

it('CALL-145: sends the areas of the session’s company', async () => {
  await integra('Ativo');
  expect((await envia()).status).toBe(204);
  expect(heard).toEqual([
    {
      url: '/v1/areas-organizacionais',
      token: 'Bearer segredo',
      body: {
        empresaId: app.empresas[0],
        areas: [
          {
            id: expect.any(Number),
            nome: 'Produção',
            descricaoHierarquia: 'Produção',
            areaMaeId: null,
            codigoAC: '7',
            ativo: true,
          },
        ],
      },
    },
  ]);
});

it('CALL-145: tells that the other side refused, or is gone', async () => {
  status = 401;
  expect(await envia()).toMatchObject({ status: 503, body: { message: 'O ponto mobile recusou o pedido (código 401).' } });
  await new Promise((resolve) => mobile.close(resolve));
  expect(await envia()).toMatchObject({
    status: 503,
    body: { message: 'O ponto mobile não respondeu. Tente novamente mais tarde.' },
  });
});
