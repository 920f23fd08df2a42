import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_LOGINS } from '#app/demo-users.server.ts';
import { seedCompany } from '#app/seed-company.server.ts';
import { type Answer, type Client, done, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import { UNASKED } from '#kit/store/store.server.ts';
import { ALL_COMPANIES } from '#platform/authority/perfis.registry.ts';
import { actingOf } from '#platform/session/session.server.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const SALARIOS = '/api/cargo-salario';
const HISTORICOS = `${SALARIOS}/colaboradores/historicos`;
const LIMITES = '/api/utilitario/configuracoes-limite-colaborador';

let app: TestApp;
let client: Client;
let empresaId: number;
let motivo: number;
let lugar: { area: number; cargo: number; faixa: number };
let numero = 900_000;

type Row = Record<string, unknown> & { id: number };
const one = async <T>(query: ReturnType<typeof sql>) => (await app.db.one(query)) as T;

beforeAll(async () => {
  app = await openTestApp();
  [empresaId = 0] = app.empresas;
  await app.db.tx((tx) => seedCompany(tx, { empresaId, talentos: 30, first: 0, today: today() }));
  client = await app.login();
  const saida = { motivo: 'Saída', turnover: true, ativo: true };
  motivo = ((await client('POST', '/api/gestao-talentos/motivo-desligamento', saida)).body as Row).id;
  lugar = await one(sql`
    select area_atual_id as area, cargo_atual_id as cargo, faixa_atual_id as faixa from talentos where empresa_id = ${empresaId} and situacao = 'A' order by id limit 1`);
});
afterAll(() => app.close());

const ocupados = async () =>
  (
    await one<{ n: number }>(sql`
      select count(*)::int as n from talentos where cargo_atual_id = ${lugar.cargo} and area_atual_id = ${lugar.area} and situacao in ('A', 'G', 'U') and data_admissao <= ${today()}::date`)
  ).n;
const admite = (dia = '2026-01-05'): Promise<Answer> => client('POST', TALENTOS, pessoa(dia));
function pessoa(dia = '2026-01-05') {
  numero += 1;
  const onde = { areaOrganizacional: lugar.area, faixaSalarial: lugar.faixa, tipoSalario: '1' };
  return {
    nome: `Nova Pessoa ${numero}`,
    cpf: CPF.sample(numero),
    sexo: 'F',
    vinculo: 'E',
    dataAdmissao: dia,
    historicos: [{ data: dia, motivo: 'C', ...onde }],
  };
}
/** An import writes two people into the position, and meanwhile something else happens. */
async function importaDois(work: () => Promise<unknown>): Promise<void> {
  const { id, nome } = await one<{ id: number; nome: string }>(sql`select id, nome from usuarios order by id limit 1`);
  const acting = actingOf({ id, nome }, await app.sessions.accessOf(id, empresaId, -1), 'importacao:1');
  await app.db.tx(async (tx) => {
    for (const _ of [1, 2]) await app.services.store('gestao-talentos/talentos').create(tx, acting, pessoa(), UNASKED);
    await work();
  });
}
const desliga = (id: number, data = addDays(today(), -1)) =>
  client('POST', `${TALENTOS}/${id}/desligar`, {
    data,
    motivo,
    tipo: 'PEDIDO',
    avisoPrevio: 'DISPENSADO',
  });
const volta = (id: number) => client('POST', `${TALENTOS}/${id}/cancelar-desligamento`);
/** Somebody of another position comes into this one. */
const move = (id: number, data = today()) =>
  client('POST', HISTORICOS, {
    colaborador: id,
    data,
    motivo: 'P',
    areaOrganizacional: lugar.area,
    faixaSalarial: lugar.faixa,
    tipoSalario: '1',
    confirma: true,
  });
/** Nothing is planned any more. */
const desfaz = () =>
  app.db.query(sql`
    with planos as (delete from talentos_historicos where data > ${today()}::date)
    update talentos_historicos set ate = null where ate > ${today()}::date`);
const deFora = async () =>
  (
    await app.db.query<Row>(sql`
      select id from talentos t where empresa_id = ${empresaId} and situacao = 'A' and cargo_atual_id <> ${lugar.cargo}
        and not exists (select from talentos_historicos h where h.registro_id = t.id and h.data >= ${today()}::date) order by id limit 2`)
  ).map(({ id }) => id) as [number, number];

/** A realignment that brings two people from elsewhere into the position: the ids of its lines, and its applying. */
async function planeja(nome: string, data: string) {
  const tabela = await done(client, 'POST', `${SALARIOS}/tabelas-reajustes-colaboradores`, { nome, data, tipoReajuste: 'P' });
  const linhas: number[] = [];
  for (const colaborador of await deFora()) {
    const linha = await done(client, 'POST', `${SALARIOS}/reajustes-colaboradores`, {
      tabelaReajuste: tabela.id,
      colaborador,
      areaOrganizacionalProposta: lugar.area,
      faixaSalarialProposta: lugar.faixa,
      tipoSalarioProposto: '1',
      confirma: true,
    });
    linhas.push(linha.id);
  }
  return { linhas, aplicar: () => client('POST', `${SALARIOS}/tabelas-reajustes-colaboradores/${tabela.id}/aplicar`) };
}

/** Leaves so many places free. */
async function limita(livres: number): Promise<void> {
  await app.db.query(sql`delete from configuracoes_limite_colaborador`);
  const { status, body } = await client('POST', LIMITES, {
    areaOrganizacional: lugar.area,
    quantidadesPorCargo: [{ cargo: lugar.cargo, quantidade: (await ocupados()) + livres }],
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
}
const recusado = (answer: Answer) =>
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 400, body: { code: 'LIMITE_COLABORADORES' } });
/** Of two at once one succeeds, and the other is told why not. */
const umDeDois = (answers: Answer[]) => {
  const [feito, outro] = answers.toSorted((a, b) => a.status - b.status);
  expect([200, 201], JSON.stringify(feito?.body)).toContain(feito?.status);
  recusado(outro as Answer);
};

describe('the last place of a position', () => {
  let cheio: number;
  beforeEach(async () => {
    await limita(1);
    cheio = (await ocupados()) + 1;
  });

  it.each([1, 2, 3])('is taken by one of two hires at once (%i)', async () => {
    umDeDois(await Promise.all([admite(), admite()]));
    expect(await ocupados()).toBe(cheio);
  });

  it('is taken by a hire before an import has ended that brings people into it, and the import is refused', async () => {
    await limita(2);
    await expect(importaDois(async () => expect((await admite()).status).toBe(201))).rejects.toMatchObject({
      code: 'LIMITE_COLABORADORES',
    });
    expect(await ocupados()).toBe(cheio);
    await limita(3);
    await importaDois(async () => expect((await admite()).status).toBe(201));
    expect(await ocupados()).toBe(cheio + 3);
    await limita(1);
    await expect(importaDois(async () => {})).rejects.toMatchObject({ code: 'LIMITE_COLABORADORES' });
  });

  it('is taken by a hire, or by who comes back from a dismissal', async () => {
    const nova = (await admite()).body as Row;
    expect((await desliga(nova.id)).status).toBe(201);
    umDeDois(await Promise.all([admite(), volta(nova.id)]));
    expect(await ocupados()).toBe(cheio);
  });

  it('is not got back by emptying the day of the dismissal in the record', async () => {
    const nova = (await admite()).body as Row;
    expect((await desliga(nova.id)).status).toBe(201);
    expect((await admite()).status).toBe(201);
    const { id, ...talento } = (await client('GET', `${TALENTOS}/${nova.id}`)).body as Row;
    recusado(await client('PUT', `${TALENTOS}/${id}`, { ...talento, dataDesligamento: null }));
    expect((await client('PUT', `${TALENTOS}/${id}`, { ...talento, observacao: 'Saiu' })).status).toBe(200);
  });

  it('is taken by one of two who move into it, and who is there already is saved freely', async () => {
    const [primeiro, segundo] = await deFora();
    const respostas = await Promise.all([move(primeiro), move(segundo)]);
    umDeDois(respostas);
    expect(await ocupados()).toBe(cheio);
    const ganhou = respostas[0]?.status === 201 ? primeiro : segundo;
    const { id, ...talento } = (await client('GET', `${TALENTOS}/${ganhou}`)).body as Row;
    expect((await client('PUT', `${TALENTOS}/${id}`, { ...talento, observacao: 'Chegou' })).status).toBe(200);
  });

  it('is not passed by a realignment', async () => {
    const { aplicar, linhas } = await planeja('Promoções', today());
    recusado(await aplicar());
    await client('DELETE', `${SALARIOS}/reajustes-colaboradores/${linhas[0]}`);
    expect((await aplicar()).status).toBe(200);
    expect(await ocupados()).toBe(cheio);
  });

  it.each(['a move', 'a hire'])('is not passed by %s dated ahead', async (ato) => {
    const depois = addDays(today(), 30);
    const [primeiro, segundo] = await deFora();
    expect((await move(primeiro, depois)).status).toBe(201);
    const dia = depois.split('-').toReversed().join('/');
    for (const tarde of [await (ato === 'a hire' ? admite(depois) : move(segundo, depois)), await admite()]) {
      recusado(tarde);
      expect(tarde.body).toMatchObject({ message: expect.stringContaining(`já estará atingido em ${dia}.`) });
    }
    // Who comes first leaves the day to who comes later.
    const { id, ...talento } = (await client('GET', `${TALENTOS}/${primeiro}`)).body as Row & { historicos: Row[] };
    const semPlano = { ...talento, historicos: talento.historicos.slice(0, -1) };
    expect((await client('PUT', `${TALENTOS}/${id}`, semPlano)).status).toBe(200);
    expect((await admite()).status).toBe(201);
    recusado(await move(segundo, depois));
  });

  it('is free again on the day after somebody leaves, and taken by who takes the dismissal back', async () => {
    const [sai] = await app.db.query<Row>(sql`
      select id from talentos where cargo_atual_id = ${lugar.cargo} and area_atual_id = ${lugar.area} and situacao = 'A' and data_desligamento is null order by id desc limit 1`);
    await limita(0);
    const dia = addDays(today(), 10);
    recusado(await admite(addDays(dia, 1)));
    expect((await desliga(sai?.id as number, dia)).status).toBe(201);
    recusado(await admite(dia));
    expect((await admite(addDays(dia, 1))).status).toBe(201);
    recusado(await volta(sai?.id as number));
  });

  it('is not passed by a realignment dated ahead', async () => {
    const { aplicar } = await planeja('Promoções de amanhã', addDays(today(), 1));
    recusado(await aplicar());
    await limita(2);
    expect((await aplicar()).status).toBe(200);
  });

  it('is waited for only by who enters it', async () => {
    const quem = await one<Row>(sql`
      select id from talentos where cargo_atual_id = ${lugar.cargo} and area_atual_id = ${lugar.area} and situacao = 'A' order by id limit 1`);
    const { id, ...talento } = (await client('GET', `${TALENTOS}/${quem.id}`)).body as Row;
    await app.db.tx(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(hashtext('limite-colaborador'), ${empresaId}::int)`);
      expect((await client('PUT', `${TALENTOS}/${id}`, { ...talento, observacao: 'Ao lado' })).status).toBe(200);
    });
  });

  it('tells a leader not when people whom they do not see leave, and no day on which it is reached', async () => {
    await app.db.query(sql`delete from talentos where empresa_id = ${empresaId} and data_admissao > ${today()}::date`);
    await app.db.query(sql`update talentos set data_desligamento = null where data_desligamento > ${today()}::date`);
    await desfaz();
    const meu = await one<Row & { area: number }>(sql`
      select id, area_atual_id as area from talentos where empresa_id = ${empresaId} and situacao = 'A' and data_desligamento is null
        and area_atual_id <> ${lugar.area} and cargo_atual_id <> ${lugar.cargo} order by id desc limit 1`);
    const alheios = await app.db.query<Row>(sql`
      select id from talentos where empresa_id = ${empresaId} and situacao = 'A' and area_atual_id = ${lugar.area} and cargo_atual_id = ${lugar.cargo}
        and id not in (select colaborador_id from desligamentos where status <> 'C') order by id limit 1`);
    const [deOutro] = await deFora();
    await app.db.query(sql`delete from areas_organizacionais_empresa_e_responsaveis`);
    await app.db.query(sql`
      insert into areas_organizacionais_empresa_e_responsaveis (registro_id, ordem, empresa_id, colaborador_dto_id) values (${meu.area}, 1, ${empresaId}, ${meu.id})`);
    await app.db.query(sql`update talentos set cpf = ${DEMO_LOGINS[2].cpf.replace(/\D/g, '')} where id = ${meu.id}`);
    const lider = await app.loginWithout(2, (name) => name === 'ROLE_VER_TODAS_AREAS' || name === ALL_COMPANIES);
    const { n } = await one<{ n: number }>(sql`
      select count(*)::int as n from talentos where empresa_id = ${empresaId} and cargo_atual_id = ${lugar.cargo} and situacao in ('A', 'G', 'U')`);
    const naEmpresa = async (quantidade: number) => {
      await app.db.query(sql`delete from configuracoes_limite_colaborador`);
      await done(client, 'POST', LIMITES, { quantidadesPorCargo: [{ cargo: lugar.cargo, quantidade }] });
    };
    const pede = (who: Client) =>
      who('POST', HISTORICOS, {
        colaborador: meu.id,
        data: addDays(today(), 40),
        motivo: 'P',
        areaOrganizacional: meu.area,
        faixaSalarial: lugar.faixa,
        tipoSalario: '1',
        confirma: true,
      });
    await naEmpresa(n);
    expect((await desliga(alheios[0]?.id as number, addDays(today(), 35))).status).toBe(201);
    recusado(await pede(lider));
    expect((await pede(client)).status).toBe(201);
    await desfaz();

    await naEmpresa(n + 1);
    for (const [dia, quem] of [
      [36, deOutro],
      [37, (await deFora())[1]],
    ] as const)
      expect((await move(quem, addDays(today(), dia))).status).toBe(201);
    recusado(await pede(client));
    const { body } = await pede(lider);
    expect(body).toMatchObject({ code: 'LIMITE_COLABORADORES', message: expect.stringMatching(/ não deixa este lugar\.$/) });
  });
});

it('a place is taken once by somebody whose entries repeat it', async () => {
  const [outro] = await deFora();
  // Somebody planned ahead may be left from above: the first entry may need the second place, and all others need none.
  await limita(2);
  for (const dias of [10, 20, 30]) expect(await move(outro, addDays(today(), dias))).toMatchObject({ status: 201 });
});
