import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { addDays } from '#kit/br/date.ts';
import { tried } from '#kit/db/tried.server.ts';
import type { BulkEdited } from '#kit/registry/bulk-edit.ts';
import { inputOf } from '#kit/registry/registry.ts';
import { editMany } from '#kit/store/edit-many.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { talentos } from './talentos.registry.ts';
import type { PreviaDaTransferencia } from './transferir-varios.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const PATH = `${TALENTOS}/transferir-varios`;

let app: TestApp;
let admin: Client;
let ids: number[];
let area: number;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  await app.seed(6);
  const ativos = await done<Row[]>(admin, 'GET', `${TALENTOS}?situacao=A`);
  ids = ativos
    .filter(({ dataDesligamento }) => !dataDesligamento)
    .slice(0, 2)
    .map(({ id }) => id);
  const areas = await done<Row[]>(admin, 'GET', '/api/cargo-salario/areas-organizacionais');
  // An area of nobody's position.
  area = (
    await done<Row>(admin, 'POST', '/api/cargo-salario/areas-organizacionais', {
      nome: 'Almoxarifado das provas',
      areaMae: areas[0]?.id,
      ativo: true,
      exibirOrganograma: true,
    })
  ).id;
});
afterAll(() => app.close());

interface Historico {
  data: string;
  motivo: string;
  salario: number | null;
  tipoSalario: string;
  areaOrganizacional: Row;
  faixaSalarial: Row;
}
const historicos = async (id: number) => (await done<{ historicos: Historico[] }>(admin, 'GET', `${TALENTOS}/${id}`)).historicos;

it('several talents get another area from a day on, with the pay that they have, and the edit can be undone', async () => {
  const before = await Promise.all(ids.map(historicos));
  // Whoever sees no salaries moves people without changing what they are paid.
  const blind = await app.loginWithout(2, (authority) => authority === 'ROLE_VER_SALARIO');
  const feito = await done<BulkEdited>(blind, 'POST', PATH, {
    ids,
    data: '2090-02-01',
    areaOrganizacional: area,
    estabelecimento: null,
  });
  expect(feito).toMatchObject({ alterados: 2, falhas: [] });
  for (const [place, id] of ids.entries()) {
    const now = await historicos(id);
    const last = before[place]?.at(-1);
    expect(now).toHaveLength((before[place]?.length ?? 0) + 1);
    expect(now.at(-1)).toMatchObject({
      data: '2090-02-01',
      motivo: 'T',
      areaOrganizacional: { id: area },
      tipoSalario: last?.tipoSalario,
      salario: last?.salario,
      faixaSalarial: last?.faixaSalarial,
    });
  }
  expect(await done(blind, 'POST', `${TALENTOS}/editar-varios/${feito.id}/desfazer`)).toEqual({ desfeitos: 2, falhas: [] });
  expect(await Promise.all(ids.map(historicos))).toEqual(before);
});

// The length of both was measured, so a bound told a salary.
it('what the server copies for somebody who sees no salaries is not in what an edit compares', async () => {
  const { id: quem } = await app.db.only<Row>(sql`select id from usuarios where cpf = ${DEMO_LOGINS[0].cpf.replace(/\D/g, '')}`);
  const all = actingOf({ id: quem, nome: '' }, await app.sessions.accessOf(quem, app.empresas[0] as number, -1), '');
  const blind = { ...all, can: (right: string) => right !== 'ROLE_VER_SALARIO' && all.can(right) };
  const [id = 0] = ids;
  const { alterados } = await tried(app.db, (tx) =>
    editMany(tx, blind, app.services.store('gestao-talentos/talentos'), [{ id }], {
      of: () => ({ observacao: 'Outra observação' }),
      writer: all,
    }),
  );
  expect(alterados).toMatchObject([{ antes: { observacao: null }, depois: { observacao: 'Outra observação' } }]);
  expect(Object.keys(alterados[0]?.depois ?? {})).toEqual(['observacao']);
});

it('before anything is written it tells who cannot go, who only goes until a later entry, and whose position is not of the area', async () => {
  const [one = 0, other = 0] = ids;
  const plan = { ids: [one], data: '2091-06-01', areaOrganizacional: area, estabelecimento: null };
  const planned = await done<BulkEdited>(admin, 'POST', PATH, plan);
  const before = await Promise.all(ids.map(historicos));
  const preview = (body: object) => done<PreviaDaTransferencia>(admin, 'POST', `${PATH}/previa`, { ...plan, ids, ...body });

  const earlier = await preview({ data: '2091-03-01' });
  expect(earlier.falhas).toEqual([]);
  expect(earlier.transferidos.map(({ id }) => id)).toEqual([...ids].sort((a, b) => a - b));
  const toldOf = (id: number) => earlier.transferidos.find((um) => um.id === id)?.avisos ?? [];
  expect(toldOf(one)).toContain('Já há outro histórico a partir de 01/06/2091, que continua como está.');
  expect(toldOf(other)).not.toContainEqual(expect.stringContaining('Já há outro histórico'));
  expect(toldOf(other)).toContainEqual(expect.stringMatching(/^O cargo .* não é da área .*\.$/));

  const sameDay = await preview({});
  expect(sameDay).toMatchObject({
    transferidos: [{ id: other }],
    falhas: [{ id: one, message: 'Já existe um histórico nesta data.' }],
  });
  expect(await Promise.all(ids.map(historicos))).toEqual(before);
  await done(admin, 'POST', `${TALENTOS}/editar-varios/${planned.id}/desfazer`);
});

it('whoever cannot be transferred is named, and the others are transferred', async () => {
  const [one = 0] = ids;
  const [primeiro] = await historicos(one);
  const feito = await done<BulkEdited>(admin, 'POST', PATH, {
    ids,
    data: primeiro?.data,
    areaOrganizacional: area,
    estabelecimento: null,
  });
  expect(feito.falhas).toContainEqual(expect.objectContaining({ id: one, message: 'Já existe um histórico nesta data.' }));
});

it('a transfer without a place, or of people out of sight, does nothing', async () => {
  expect(
    faultsOf(await admin('POST', PATH, { ids, data: '2090-03-01', areaOrganizacional: null, estabelecimento: null })),
  ).toEqual(['areaOrganizacional: Escolha a área ou o estabelecimento']);
  const manager = await app.loginWithout(1, (authority) => authority === 'ROLE_VER_TODAS_AREAS');
  const feito = await done<BulkEdited>(manager, 'POST', PATH, {
    ids,
    data: '2090-03-01',
    areaOrganizacional: area,
    estabelecimento: null,
  });
  expect(feito).toMatchObject({ alterados: 0, falhas: ids.map((id) => ({ id, nome: null })) });
});

it('a history takes 500 entries from people, and those of deeds all the same', async () => {
  const [id = 0] = ids;
  const talento = await done<Row & { historicos: Historico[] }>(admin, 'GET', `${TALENTOS}/${id}`);
  const ultimo = talento.historicos.at(-1);
  const { id: _id, status: _status, tabelaReajuste: _tabela, ate: _ate, ...anterior } = { ...ultimo } as Record<string, unknown>;
  const novo = { ...anterior, data: '2089-01-01' };
  const com = (n: number) => {
    const faltam = n - talento.historicos.length;
    const dias = Array.from({ length: faltam }, (_, dia) => ({ ...novo, data: addDays('2085-01-01', dia) }));
    return { ...inputOf(talentos, talento), confirma: true, historicos: [...talento.historicos, ...dias] };
  };
  const demais = ['historicos: São permitidos no máximo 500 itens'];
  expect(faultsOf(await admin('PUT', `${TALENTOS}/${id}`, com(501)))).toEqual(demais);
  await done(admin, 'PUT', `${TALENTOS}/${id}`, com(500));
  expect(faultsOf(await admin('POST', '/api/cargo-salario/colaboradores/historicos', { ...novo, colaborador: id }))).toEqual(
    demais,
  );
  await done(admin, 'POST', `${TALENTOS}/${id}/transferir`, { data: '2090-03-01', areaOrganizacional: area, confirma: true });
  const varios = { ids: [id], data: '2090-04-01', areaOrganizacional: area, estabelecimento: null };
  expect(await done(admin, 'POST', PATH, varios)).toMatchObject({ alterados: 1, falhas: [] });
  const agora = await done<Row & { historicos: Historico[] }>(admin, 'GET', `${TALENTOS}/${id}`);
  expect(agora.historicos).toHaveLength(502);
  // What is there stays, and whoever saves the record changes the rest of it.
  await done(admin, 'PUT', `${TALENTOS}/${id}`, { ...inputOf(talentos, agora), observacao: 'Muitos históricos', confirma: true });
});
