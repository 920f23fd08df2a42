import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { DEFINICAO_VAZIA } from '#platform/questionario/definition.ts';
import { adopted } from '#platform/questionario/edits.ts';
import { faultsToAsk } from '#platform/questionario/faults.ts';
import { latestVersion } from '#platform/questionario/versions.server.ts';
import { modelosProntos } from './modelos-prontos.ts';
import { prontas } from './prontas/prontas.ts';

const PESQUISAS = '/api/pesquisa/pesquisas';
let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login();
});
afterAll(() => app.close());

const definicaoDe = (id: number, empresaId = app.empresas[0] as number) =>
  latestVersion(app.db, { empresaId, dono: 'pesquisa/pesquisas', donoId: id });

it('every ready model can be asked as it is', () => {
  for (const [modelo, definicao] of Object.entries(prontas)) expect([modelo, faultsToAsk(definicao)]).toEqual([modelo, []]);
});

it('a ready model becomes a survey with its questions, as often as somebody wants one', async () => {
  for (const modelo of Object.keys(modelosProntos)) {
    const { id } = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo });
    const pesquisa = await done(admin, 'GET', `${PESQUISAS}/${id}`);
    expect(pesquisa).toMatchObject({ modelo, ativa: true, quantidadePerguntas: prontas[modelo as 'C'].perguntas.length });
  }
  const outra = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'C' });
  expect(await done(admin, 'GET', `${PESQUISAS}/${outra.id}`)).toMatchObject({ titulo: 'Clima organizacional (2)' });
  expect(faultsOf(await admin('POST', `${PESQUISAS}/prontas`, { modelo: 'X' }))).toEqual(['modelo: Modelo inválido']);
});

it('the same click twice makes one survey', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const [uma, outra] = await Promise.all([1, 2].map(() => admin('POST', `${PESQUISAS}/prontas`, { modelo: 'E' }, key)));
  expect(uma?.body).toMatchObject({ id: (outra?.body as Row | undefined)?.id });
});

it('CALL-421: of answers without names nothing is told of single questions, whose answer may say how another one was answered', async () => {
  const { id } = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'E' });
  const empresa = app.empresas[0] as number;
  const { definicao } = await definicaoDe(id);
  const versao = await app.db.only<{ id: number }>(
    sql`select id from questionario_versoes where dono = 'pesquisa/pesquisas' and dono_id = ${id}`,
  );
  const quantas = async () =>
    (await done<{ quantidade: number }>(admin, 'GET', `${PESQUISAS}/${id}/perguntas/quantidade-perguntas-respondidas`))
      .quantidade;
  const rodada = async (donoId: number, modo: string) =>
    (
      await app.db.only<{ id: number }>(sql`
        insert into rodadas (empresa_id, dono, dono_id, versao_id, titulo, modo, minimo, dimensoes, estado)
        values (${empresa}, 'prova/rodadas', ${donoId}, ${versao.id}, 'eNPS', ${modo}, 3, '[]', 'A') returning id`)
    ).id;
  const responde = async (em: number, pessoa: number) => {
    await app.db.query(sql`
      insert into participacoes (id, empresa_id, rodada_id, pessoa, estado) values (id_aleatorio(), ${empresa}, ${em}, ${`talentos:${pessoa}`}, 'R')`);
    await app.db.query(sql`insert into respostas_dadas (id, rodada_id, notas) values (id_aleatorio(), ${em}, '{}')`);
  };
  const escreve = (em: number) =>
    app.db.query(sql`
      insert into respostas_escritas (id, rodada_id, pergunta_id, texto)
      values (id_aleatorio(), ${em}, ${definicao.perguntas.at(-1)?.id}, 'Só eu')`);
  const sigilosa = await rodada(1, 'C');
  await responde(sigilosa, 1);
  expect(await quantas()).toBe(0);
  await app.db.query(sql`update rodadas set estado = 'D' where id = ${sigilosa}`);
  expect(await quantas()).toBe(definicao.perguntas.length);
  await escreve(sigilosa);
  expect(await quantas()).toBe(definicao.perguntas.length);
  await app.db.query(sql`delete from rodadas where id = ${sigilosa}`);
  const nominal = await rodada(2, 'I');
  await responde(nominal, 1);
  expect(await quantas()).toBe(0);
  await escreve(nominal);
  expect(await quantas()).toBe(1);
});

it('CALL-423: a survey is cloned to companies with its questions', async () => {
  const { id } = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'P' });
  const [aqui, la] = app.empresas as [number, number];
  const feitas = await done<{ empresaId: number; id: number }[]>(admin, 'POST', `${PESQUISAS}/${id}?empresas=${aqui},${la}`);
  expect(feitas.map(({ empresaId }) => empresaId)).toEqual([aqui, la].sort((a, b) => a - b));
  // With the least ids: nobody has answered a copy.
  const igual = adopted((await definicaoDe(id)).definicao, DEFINICAO_VAZIA, false);
  for (const copia of feitas) expect((await definicaoDe(copia.id, copia.empresaId)).definicao).toEqual(igual);
  const nova = ({ mudancas }: { mudancas: { campo: string }[] }) => mudancas.some(({ campo }) => campo === 'pergunta 1 (nova)');
  const copia = feitas.find(({ empresaId }) => empresaId === aqui)?.id;
  const historico = await done<{ mudancas: { campo: string }[] }[]>(admin, 'GET', `${PESQUISAS}/${copia}/historico`);
  expect(historico.filter(nova), 'what a copy asks stands in its trail').toHaveLength(1);
});

it('CALL-423: nobody clones to a company where they may make no survey', async () => {
  const [, la] = app.empresas as [number, number];
  const { id } = await done(admin, 'POST', `${PESQUISAS}/prontas`, { modelo: 'E' });
  const daqui = await app.loginWithout(1, (authority) => authority === 'ROLE_GERAL_TODAS_EMPRESAS');
  expect(faultsOf(await daqui('POST', `${PESQUISAS}/${id}`, { empresas: [la] }))).toEqual([
    'empresas: O registro selecionado não existe',
  ]);
  expect(faultsOf(await daqui('POST', `${PESQUISAS}/${id}`, { empresas: [999_999] }))).toEqual([
    'empresas: O registro selecionado não existe',
  ]);
  expect((await app.db.query(sql`select 1 from pesquisas where empresa_id = ${la} and modelo = 'E'`)).length).toBe(0);
});
