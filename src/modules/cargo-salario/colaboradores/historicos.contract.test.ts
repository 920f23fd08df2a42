import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedCompany } from '#app/seed-company.server.ts';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';

const RAIZ = '/api/cargo-salario';
type Row = Record<string, unknown> & { id: number };

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await openTestApp();
  const [empresaId = 0] = app.empresas;
  await app.db.tx((tx) => seedCompany(tx, { empresaId, talentos: 1, first: 0, today: today() }));
  client = await app.login();
});
afterAll(() => app.close());

const ok = async <T = Row>(method: string, url: string, body?: object): Promise<T> => {
  const answer = await client(method, url, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
};
const um = async (url: string) =>
  (await ok<{ content: Row[] }>('GET', `${url}${url.includes('?') ? '&' : '?'}page=0&size=1`)).content[0] as Row;

it('an entry says its last day, and what it paid on it when it says no amount', async () => {
  const area = await um(`${RAIZ}/areas-organizacionais`);
  const faixa = await um(`${RAIZ}/faixas-salariais`);
  const cargo = (faixa.cargo as Row).id;
  const dia = (n: number) => addDays(today(), n);
  // The band changes in the middle of the first entry, and again in the second one, which is in force today.
  for (const [n, valor] of [
    [-60, 4_000],
    [-40, 4_200.5],
    [-10, 4_400],
  ] as const)
    await ok('POST', `${RAIZ}/cargos/${cargo}/faixas-salariais/${faixa.id}/historicos`, { data: dia(n), tipo: '3', valor });
  const entrada = (n: number, motivo: string) => ({
    data: dia(n),
    motivo,
    areaOrganizacional: area.id,
    faixaSalarial: faixa.id,
    tipoSalario: '1',
  });
  const talento = await ok('POST', '/api/gestao-talentos/talentos', {
    nome: 'Zuleica Prado',
    cpf: '111.444.777-35',
    sexo: 'F',
    vinculo: 'E',
    dataAdmissao: dia(-50),
    historicos: [entrada(-50, 'C'), entrada(-30, 'T'), { ...entrada(20, 'R'), tipoSalario: '3', salario: 5_000 }],
  });
  const { content } = await ok<{ content: Row[] }>(
    'GET',
    `${RAIZ}/colaboradores/historicos?colaborador=${talento.id}&sort=data,asc&page=0&size=9`,
  );
  expect(content.map(({ data, ate, salario, salarioPago }) => [data, ate, salario, salarioPago])).toEqual([
    [dia(-50), dia(-31), null, 4_200.5],
    [dia(-30), dia(19), null, 4_400],
    [dia(20), null, 5_000, 5_000],
  ]);
});
