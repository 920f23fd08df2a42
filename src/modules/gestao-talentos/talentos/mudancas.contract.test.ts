import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipart } from '#app/server-process.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const dia = (n: number) => addDays(today(), n);

let app: TestApp;
let client: Client;
/** a band of R$ 3.000,00, the next one of R$ 4.200,00, and an area for which their position is not declared */
let faixa: number;
let cara: number;
let area: number;
let outra: number;
let cpf = 10;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(1);
  client = await app.login();
  const pai = (await first('/api/cargo-salario/areas-organizacionais')).id;
  const nova = async (nome: string, areaMae: number) =>
    (
      await done(client, 'POST', '/api/cargo-salario/areas-organizacionais', {
        nome,
        areaMae,
        ativo: true,
        exibirOrganograma: true,
      })
    ).id;
  area = await nova('Ateliê', pai);
  outra = await nova('Almoxarifado central', pai);
  const cargo = await done(client, 'POST', '/api/cargo-salario/cargos', {
    nome: 'Bordadeira',
    nomeMercado: 'Bordadeira',
    areasOrganizacionais: [area],
    ativa: true,
    exibirModuloExterno: false,
  });
  const cbo = (await first('/api/geral/codigos-cbos')).id;
  const daFaixa = async (nome: string, valor: number) =>
    (
      await done(client, 'POST', '/api/cargo-salario/faixas-salariais', {
        cargo: cargo.id,
        nome,
        codigoCBO: cbo,
        historicos: [{ data: dia(-900), tipo: '3', valor }],
      })
    ).id;
  faixa = await daFaixa('I', 3_000);
  cara = await daFaixa('II', 4_200);
});
afterAll(() => app.close());

const first = async (url: string) => (await done<{ content: Row[] }>(client, 'GET', `${url}?page=0&size=1`)).content[0] as Row;

type Talento = Row & { versao: number; historicos: Row[]; salarioAtual: number | null };
const linha = (data: string, salario: number, mais: object = {}) => ({
  data,
  motivo: 'R',
  areaOrganizacional: area,
  faixaSalarial: faixa,
  tipoSalario: '3',
  salario,
  ...mais,
});
const contrata = async (salario = 3_000, mais: object = {}): Promise<Talento> => {
  cpf += 1;
  const { cpf: CPF } = await import('#kit/br/cpf.ts');
  return done(client, 'POST', TALENTOS, {
    nome: `Rendeira ${cpf}`,
    cpf: CPF.sample(70_000 + cpf),
    sexo: 'F',
    vinculo: 'E',
    dataAdmissao: dia(-400),
    historicos: [{ ...linha(dia(-400), salario), motivo: 'C' }],
    ...mais,
  });
};
/** The lines that say that somebody has read what a talent earns. */
const leituras = async (id: number) =>
  (
    await app.db.query(sql`
      select 1 from auditoria where acao = 'L' and tabela = 'talentos' and registro_id = ${id} and mudancas #>> '{colunas,1}' = 'Salário'`)
  ).length;
const salva = (quem: Client, { id, ...talento }: Talento, historicos: object[], mais: object = {}) =>
  quem('PUT', `${TALENTOS}/${id}`, { ...talento, historicos, ...mais });

it('a salary that changes more than 30 %, or leaves its band, is saved only when the sender confirms it', async () => {
  const talento = await contrata();
  const alto = [...talento.historicos, linha(dia(-10), 310_000)];
  const pergunta = await salva(client, talento, alto);
  expect(pergunta).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
  expect(await leituras(talento.id)).toBe(1);
  const { confirmar } = pergunta.body as { confirmar: string[] };
  expect(confirmar.map((sentence) => sentence.replaceAll('\u00a0', ' '))).toEqual([
    'O salário muda mais de 30%: R$ 3.000,00 → R$ 310.000,00 (+10.233,3%), 103 vezes o salário anterior.',
    'O salário de R$ 310.000,00 fica acima da faixa Bordadeira I (R$ 2.400,00 a R$ 3.600,00).',
  ]);
  expect((await done<Talento>(client, 'GET', `${TALENTOS}/${talento.id}`)).salarioAtual).toBe(3_000);
  expect((await salva(client, talento, alto, { confirma: true })).status).toBe(200);
  expect((await done<Talento>(client, 'GET', `${TALENTOS}/${talento.id}`)).salarioAtual).toBe(310_000);
});

it('a usual raise asks nothing, and neither does a save that leaves the history as it is', async () => {
  const talento = await contrata();
  expect((await salva(client, talento, [...talento.historicos, linha(dia(-10), 3_165)])).status).toBe(200);
  const fora = await contrata(3_000);
  const saved = await salva(client, fora, [...fora.historicos, linha(dia(-10), 9_000)], { confirma: true });
  const depois = saved.body as Talento;
  expect((await salva(client, depois, depois.historicos, { nomeSocial: 'Dona Rê' })).status).toBe(200);
});

it('an entry of the history alone asks the same', async () => {
  const talento = await contrata();
  const url = '/api/cargo-salario/colaboradores/historicos';
  const corpo = { colaborador: talento.id, ...linha(dia(-5), 9_000) };
  expect(await client('POST', url, corpo)).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
  expect(await leituras(talento.id)).toBe(1);
  expect((await client('POST', url, { ...corpo, confirma: true })).status).toBe(201);
});

it('whoever sees no salaries is asked about none', async () => {
  const cego = await app.loginWithout(1, (authority) => authority === 'ROLE_VER_SALARIO');
  const talento = await contrata();
  const faixas = talento.historicos.map((one) => ({ ...one, motivo: 'C' }));
  const answer = await salva(cego, talento, [
    ...faixas,
    { ...linha(dia(-5), 0), faixaSalarial: cara, tipoSalario: null, salario: null },
  ]);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(JSON.stringify(answer.body)).not.toMatch(/3\.?000|4\.?200/);
});

it('a spreadsheet is told of such a salary as a warning, which leaves its row sound', async () => {
  const { cpf: of, nome } = await contrata();
  const linhas = [
    'Nome;CPF;Salário;Data do cargo',
    `${String(nome)};${String(of)};R$ 310.000,00;${dia(-3).split('-').toReversed().join('/')}`,
  ];
  const arquivo = multipart('talentos.csv', Buffer.from(linhas.join('\n')));
  const answer = await client('POST', `${TALENTOS}/importar/analisar`, arquivo.body, arquivo.headers);
  const { avisos, avisosTotal, validos } = answer.body as Record<string, unknown> & {
    avisos: { mensagem: string }[];
  };
  expect([validos, avisosTotal], JSON.stringify(answer.body)).toEqual([1, 1]);
  expect(avisos[0]?.mensagem).toMatch(/^O salário muda mais de 30%/);
  expect(await leituras(0)).toBe(1);
  // What became of the row tells of the record that it found.
  const julgadas = sql`select 1 from auditoria where acao = 'L' and tabela = 'talentos' and registro_id = 0 and mudancas #>> '{colunas,1}' like '%CPF%Salário%'`;
  expect(await app.db.query(julgadas)).toHaveLength(1);
});

it('a promotion, a transfer and a raise each write one entry of one day, once, under the version that was read', async () => {
  const { id, versao } = await contrata();
  const chave = { 'idempotency-key': randomUUID() };
  const corpo = { data: dia(-8), motivo: 'P', faixaSalarial: cara, tipoSalario: '3', salario: 3_800, versao };
  const url = `${TALENTOS}/${id}`;
  expect((await client('POST', `${url}/promover`, { ...corpo, versao: versao + 9 })).status).toBe(409);
  const [feito, outra_vez] = [
    await client('POST', `${url}/promover`, corpo, chave),
    await client('POST', `${url}/promover`, corpo, chave),
  ];
  expect([feito.status, outra_vez.status], JSON.stringify(feito.body)).toEqual([201, 201]);
  await done(client, 'POST', `${url}/transferir`, { data: dia(-6), areaOrganizacional: outra, estabelecimento: null });
  await done(client, 'POST', `${url}/reajustar`, { data: dia(-4), por: '1', percentual: 4.5 });
  const { historicos } = await done<Talento>(client, 'GET', url);
  const nomes = historicos.map((entrada) => [
    entrada.data,
    entrada.motivo,
    (entrada.areaOrganizacional as Row).id,
    entrada.salario,
  ]);
  expect(nomes).toEqual([
    [dia(-400), 'C', area, 3_000],
    [dia(-8), 'P', area, 3_800],
    [dia(-6), 'T', outra, 3_800],
    [dia(-4), 'R', outra, 3_971],
  ]);
});

it('deeds of one talent at once are all kept, and on one day only one of them', async () => {
  const talento = await contrata();
  const reajusta = (data: string) => client('POST', `${TALENTOS}/${talento.id}/reajustar`, { data, por: '1', percentual: 1 });
  const dias = [dia(-60), dia(-50), dia(-40), dia(-30)];
  const juntos = await Promise.all([...dias.map(reajusta), reajusta(dia(-20)), reajusta(dia(-20)), reajusta(dia(-20))]);
  expect(juntos.slice(0, 4).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(
    juntos
      .slice(4)
      .map(({ status }) => status)
      .toSorted((a, b) => a - b),
  ).toEqual([201, 400, 400]);
  const { historicos } = await done<Talento>(client, 'GET', `${TALENTOS}/${talento.id}`);
  expect(historicos.map(({ data }) => data)).toEqual([dia(-400), ...dias, dia(-20)]);
});

it('a deed asks to confirm what the form would, and refuses a day that already has an entry, or none to follow', async () => {
  const { id } = await contrata();
  const url = `${TALENTOS}/${id}/reajustar`;
  const corpo = { data: dia(-4), por: '2', salario: 9_000 };
  expect(await client('POST', url, corpo)).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
  expect(await leituras(id)).toBe(1);
  expect((await client('POST', url, { ...corpo, confirma: true })).status).toBe(201);
  expect(faultsOf(await client('POST', url, { ...corpo, confirma: true }))).toEqual([
    'data: Já existe um histórico nesta data: escolha outro dia, ou altere-o no cadastro.',
  ]);
  expect(faultsOf(await client('POST', url, { ...corpo, data: dia(-500) }))[0]).toMatch(/^data: Escolha um dia posterior/);
  expect(faultsOf(await client('POST', url, { data: dia(-4) })).length).toBeGreaterThan(0);
});

it('before it is done, a deed says what it would change, from what to what, and that its day is still to come', async () => {
  const { id } = await contrata();
  const previa = await done<Record<string, unknown>>(client, 'POST', `${TALENTOS}/${id}/promover/previa`, {
    data: dia(10),
    faixaSalarial: cara,
    tipoSalario: '1',
  });
  expect(previa).toMatchObject({
    futura: true,
    mudancas: [{ campo: 'Cargo e faixa', de: 'Bordadeira I', para: 'Bordadeira II' }],
    salario: { de: 3_000, para: 4_200, faixa: { nome: 'Bordadeira II', valor: 4_200 } },
    confirmar: [expect.stringMatching(/mais de 30%/)],
  });
  const mudaDeArea = await done<{ avisos: string[]; salario: unknown }>(client, 'POST', `${TALENTOS}/${id}/transferir/previa`, {
    data: dia(-1),
    areaOrganizacional: outra,
  });
  expect(mudaDeArea.avisos).toEqual(['O cargo Bordadeira não é da área Almoxarifado central.']);
  expect((await done<Talento>(client, 'GET', `${TALENTOS}/${id}`)).historicos).toHaveLength(1);
});

it('whoever sees no salaries transfers without learning any, and neither promotes nor raises', async () => {
  const cego = await app.loginWithout(1, (authority) => authority === 'ROLE_VER_SALARIO');
  const { id } = await contrata(3_333);
  const url = `${TALENTOS}/${id}`;
  for (const ato of ['promover', 'reajustar'])
    for (const fim of ['', '/previa']) expect((await cego('POST', `${url}/${ato}${fim}`, { data: dia(-2) })).status).toBe(403);
  const corpo = { data: dia(-2), areaOrganizacional: outra };
  const answers = [
    await cego('POST', `${url}/transferir/previa`, corpo),
    await cego('POST', `${url}/historicos/previa`, { data: dia(-2), tipoSalario: '3', salario: 1 }),
    await cego('POST', `${url}/transferir`, { ...corpo, versao: 999 }),
    await cego('POST', `${url}/transferir`, corpo),
  ];
  expect(
    answers.map(({ status }) => status),
    JSON.stringify(answers.map(({ body }) => body)),
  ).toEqual([200, 200, 409, 201]);
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/3\.?333/);
  const depois = await done<Talento>(client, 'GET', url);
  expect(depois.historicos.at(-1)).toMatchObject({ data: dia(-2), salario: 3_333 });
  const { acoes } = await done<{ acoes: string[] }>(cego, 'GET', url);
  expect(acoes.filter((ato) => ['promover', 'transferir', 'reajustar'].includes(ato))).toEqual(['transferir']);
});

it('what would change is told neither of others’ people nor of other companies’ bands', async () => {
  const { id } = await contrata();
  const alheia = await app.db.one<{ id: number }>({
    text: 'insert into faixas_salariais (empresa_id, cargo_id, nome, nome_com_cargo) select $1, $2, $3, $3 returning id',
    values: [app.empresas[1], (await app.ids('cargos'))[0], 'Faixa alheia'],
  });
  const answer = await client('POST', `${TALENTOS}/${id}/promover/previa`, { data: dia(1), faixaSalarial: alheia?.id });
  expect(answer.status).toBe(400);
  const deFora = await app.login(0, app.empresas[1]);
  expect((await deFora('POST', `${TALENTOS}/${id}/promover/previa`, { data: dia(1) })).status).toBe(404);
});
