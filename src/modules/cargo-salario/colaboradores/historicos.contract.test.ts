import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedCompany } from '#app/seed-company.server.ts';
import { type Client, faultsOf, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';
import { moveVersion } from '#platform/authority/access.server.ts';

const ROOT = '/api/cargo-salario';
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
const first = async (url: string) =>
  (await ok<{ content: Row[] }>('GET', `${url}${url.includes('?') ? '&' : '?'}page=0&size=1`)).content[0] as Row;

it('an entry says its last day, and what it paid on it when it says no amount', async () => {
  const area = await first(`${ROOT}/areas-organizacionais`);
  const faixa = await first(`${ROOT}/faixas-salariais`);
  const cargo = (faixa.cargo as Row).id;
  const dia = (n: number) => addDays(today(), n);
  // The band changes in the middle of the first entry, and again in the second one, which is in force today.
  for (const [n, valor] of [
    [-60, 4_000],
    [-40, 4_200.5],
    [-10, 4_400],
  ] as const)
    await ok('POST', `${ROOT}/cargos/${cargo}/faixas-salariais/${faixa.id}/historicos`, { data: dia(n), tipo: '3', valor });
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
    `${ROOT}/colaboradores/historicos?colaborador=${talento.id}&sort=data,asc&page=0&size=9`,
  );
  expect(content.map(({ data, ate, salario, salarioPago }) => [data, ate, salario, salarioPago])).toEqual([
    [dia(-50), dia(-31), null, 4_200.5],
    [dia(-30), dia(19), null, 4_400],
    [dia(20), null, 5_000, 5_000],
  ]);
});

it('an entry of somebody whose record lacks what the company asks since is saved, on both addresses', async () => {
  const [empresa = 0] = app.empresas;
  const pede = (campos: string[], lugares: boolean) =>
    app.db.tx(async (tx) => {
      await tx.query(sql`update parametros_sistema set campos_colaborador_obrigatorio = ${campos}`);
      await tx.query(sql`insert into parametros_sistema (status_colabore, compartilhar_cursos, campos_colaborador_obrigatorio)
        select 'Inativo', true, ${campos}::text[] where not exists (select from parametros_sistema)`);
      await tx.query(sql`update empresas set obrigar_ambiente_funcao = ${lugares} where id = ${empresa}`);
      await moveVersion(tx);
    });
  const { id: _id, ...talento } = await ok(
    'GET',
    `/api/gestao-talentos/talentos/${(await first('/api/gestao-talentos/talentos')).id}`,
  );
  const url = `/api/gestao-talentos/talentos/${_id}`;
  const semRg = await ok<Row & { historicos: Row[] }>('PUT', url, { ...talento, rg: null });
  await pede(['rg', 'nome', 'matricula'], true);
  const [atual] = semRg.historicos.toSorted((a, b) => String(b.data).localeCompare(String(a.data)));
  const lugares = { ambiente: (await first('/api/sst/ambientes')).id, funcao: (await first('/api/sst/funcoes')).id };
  const {
    id: _de,
    ate: _ate,
    status: _status,
    tabelaReajuste: _tabela,
    ...promocao
  } = { ...atual, ...lugares, motivo: 'P' } as Row;

  const nova = await ok('POST', `${ROOT}/colaboradores/historicos`, { ...promocao, colaborador: _id, data: addDays(today(), 1) });
  await ok('PUT', `${ROOT}/colaboradores/historicos/${nova.id}`, { ...promocao, colaborador: _id, data: addDays(today(), 2) });
  const { id: _antes, ...agora } = await ok<Row & { historicos: Row[] }>('GET', url);
  await ok('PUT', url, { ...agora, historicos: [...agora.historicos, { ...promocao, data: addDays(today(), 3) }] });
  await ok('DELETE', `${ROOT}/colaboradores/historicos/${nova.id}`);

  const { id: _agora, ...depois } = await ok('GET', url);
  const recusado = await client('PUT', url, { ...depois, matricula: null });
  expect(faultsOf(recusado)).toEqual(['matricula: Matrícula é obrigatória']);
  await pede([], false);
});

it('whoever comes too late to an entry is shown the entry, never the whole talent', async () => {
  const { content } = await ok<{ content: (Row & { versao: number })[] }>(
    'GET',
    `${ROOT}/colaboradores/historicos?page=0&size=1`,
  );
  const url = `${ROOT}/colaboradores/historicos/${content[0]?.id}`;
  const { id: _id, ...entrada } = await ok('GET', url);
  const semTalentos = await app.loginWithout(1, (name) => name.startsWith('ROLE_CAD_TALENTO'));
  expect((await semTalentos('GET', `/api/gestao-talentos/talentos/${(entrada.colaborador as Row).id}`)).status).toBe(403);
  for (const [method, where, body] of [
    ['PUT', url, { ...entrada, versao: 0 }],
    ['DELETE', `${url}?versao=9999`, undefined],
  ] as const) {
    const { status, body: told } = await semTalentos(method, where, body);
    expect([method, status]).toEqual([method, 409]);
    expect(Object.keys((told as { registro: Row }).registro).sort()).toEqual(Object.keys({ ...entrada, id: 0 }).sort());
  }
});

it('an entry is made once for its key, of a band as of a person', async () => {
  const faixa = await first(`${ROOT}/faixas-salariais`);
  const url = `${ROOT}/cargos/${(faixa.cargo as Row).id}/faixas-salariais/${faixa.id}/historicos`;
  const talento = await first('/api/gestao-talentos/talentos');
  const area = await first(`${ROOT}/areas-organizacionais`);
  const data = addDays(today(), 300);
  const pessoal = {
    confirma: true,
    colaborador: talento.id,
    data,
    motivo: 'T',
    areaOrganizacional: area.id,
    faixaSalarial: faixa.id,
    tipoSalario: '1',
  };
  for (const [at, body] of [
    [url, { data, tipo: '3', valor: 9_000 }],
    [`${ROOT}/colaboradores/historicos`, pessoal],
  ] as const) {
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [await client('POST', at, body, key), await client('POST', at, body, key)];
    expect([first.status, again.status], JSON.stringify([first.body, again.body])).toEqual([201, 201]);
    expect((again.body as Row).id).toBe((first.body as Row).id);
    expect((await client('POST', at, { ...body, data: addDays(data, 1) }, key)).body).toMatchObject({ code: 'JA_SALVO' });
  }
});
