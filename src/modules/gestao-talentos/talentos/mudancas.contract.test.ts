import { afterAll, beforeAll, expect, it } from 'vitest';
import { multipart } from '#app/server-process.server.ts';
import { type Client, done, openTestApp, type Row, type TestApp } from '#app/test-app.server.ts';
import { addDays, today } from '#kit/br/date.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const dia = (n: number) => addDays(today(), n);

let app: TestApp;
let client: Client;
/** a band of R$ 3.000,00, the next one of R$ 4.200,00, and an area for which their position is not declared */
let faixa: number;
let cara: number;
let area: number;
let cpf = 10;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(1);
  client = await app.login();
  const pai = (await um('/api/cargo-salario/areas-organizacionais')).id;
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
  const cargo = await done(client, 'POST', '/api/cargo-salario/cargos', {
    nome: 'Bordadeira',
    nomeMercado: 'Bordadeira',
    areasOrganizacionais: [area],
    ativa: true,
    exibirModuloExterno: false,
  });
  const cbo = (await um('/api/geral/codigos-cbos')).id;
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

const um = async (url: string) => (await done<{ content: Row[] }>(client, 'GET', `${url}?page=0&size=1`)).content[0] as Row;

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
const salva = (quem: Client, { id, ...talento }: Talento, historicos: object[], mais: object = {}) =>
  quem('PUT', `${TALENTOS}/${id}`, { ...talento, historicos, ...mais });

it('a salary that changes more than 30 %, or leaves its band, is saved only when the sender confirms it', async () => {
  const talento = await contrata();
  const alto = [...talento.historicos, linha(dia(-10), 310_000)];
  const pergunta = await salva(client, talento, alto);
  expect(pergunta).toMatchObject({ status: 409, body: { code: 'CONFIRMACAO_NECESSARIA' } });
  const { confirmar } = pergunta.body as { confirmar: string[] };
  expect(confirmar.map((sentence) => sentence.replaceAll('\u00a0', ' '))).toEqual([
    'O salário muda mais de 30 %: R$ 3.000,00 → R$ 310.000,00 (+10.233,3%), 103 vezes o salário anterior.',
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
  expect(avisos[0]?.mensagem).toMatch(/^O salário muda mais de 30 %/);
});
