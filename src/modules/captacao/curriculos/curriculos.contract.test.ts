import { buffer } from 'node:stream/consumers';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { multipart } from '#app/server-process.server.ts';
import { type Answer, type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { anotherCandidate, enterAs, type TestCandidate } from '#app/test-candidate.server.ts';
import { CURRICULOS } from './curriculos-de-prova.ts';
import type { Leitura } from './sugestao.ts';

let app: TestApp;
let admin: Client;
let candidata: TestCandidate;
let outro: TestCandidate;

const idOf = ({ body }: Answer) => (body as { id: number }).id;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  candidata = await enterAs(app);
  outro = await anotherCandidate(app, 4_242);
});
afterAll(() => app.close());
beforeEach(() => app.db.query(sql`delete from tentativas`));

async function docx(texto: string): Promise<Buffer> {
  const file = new ZipFile();
  const linhas = texto.split('\n').map((linha) => `<w:p><w:r><w:t xml:space="preserve">${linha}</w:t></w:r></w:p>`);
  file.addBuffer(
    Buffer.from(
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '[Content_Types].xml',
  );
  file.addBuffer(
    Buffer.from(`<?xml version="1.0"?><w:document><w:body>${linhas.join('')}</w:body></w:document>`),
    'word/document.xml',
  );
  file.end();
  return buffer(file.outputStream);
}
const envia = async (cliente: Client, url: string, conteudo: Buffer, nome = 'cv.docx') => {
  const { body, headers } = multipart(nome, conteudo);
  const sent = await cliente('POST', url, body, headers);
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return idOf(sent);
};
const noPortal = async (quem: TestCandidate, texto: string) =>
  envia(quem.client, `/api/externo/candidatos/${quem.id}/curriculos/arquivos`, await docx(texto));
const leAli = (quem: TestCandidate, arquivo: number) =>
  quem.client('POST', `/api/externo/candidatos/${quem.id}/curriculos/${arquivo}/ler`, {});

it('a CV that was only sent is read for its candidate, who gets suggestions and nothing written', async () => {
  const arquivo = await noPortal(candidata, CURRICULOS.classico);
  expect(await leAli(candidata, arquivo)).toMatchObject({ status: 200, body: { situacao: 'A', sugestoes: [] } });
  await app.work();
  const { body } = await leAli(candidata, arquivo);
  const { situacao, sugestoes } = body as Leitura;
  expect(situacao).toBe('L');
  expect(sugestoes.map(({ campo }) => campo)).toEqual(
    expect.arrayContaining(['nome', 'email', 'foneCelular', 'foneFixo', 'experiencias', 'formacoes', 'idiomas']),
  );
  // The CPF of an account is its own.
  expect(JSON.stringify(body)).not.toContain('52998224725');
  const { body: cadastro } = await candidata.client('GET', `/api/externo/candidatos/${candidata.id}/completo`);
  expect(cadastro).toMatchObject({ candidato: null, rascunho: null });
});

it('what is suggested is saved as it stands, once it is confirmed', async () => {
  const arquivo = await noPortal(candidata, CURRICULOS.classico);
  await leAli(candidata, arquivo);
  await app.work();
  const { sugestoes } = (await leAli(candidata, arquivo)).body as Leitura;
  const { id: cargo } = await app.db.only<{ id: number }>(
    sql`insert into cargos (empresa_id, nome, nome_mercado) values (${app.empresas[0]}, 'Auxiliar', 'Auxiliar') returning id`,
  );
  const linhas = (campo: string) =>
    sugestoes.flatMap((uma) => (uma.campo === campo && uma.falta.length === 0 ? [uma.linha] : []));
  const salvo = await candidata.client('PUT', `/api/externo/candidatos/${candidata.id}/completo`, {
    nome: 'Tainá',
    sexo: 'I',
    cargos: [{ id: cargo }],
    primeiroEmprego: false,
    ...sugestoes.find(({ campo }) => campo === 'foneCelular')?.valores,
    experiencias: linhas('experiencias'),
    idiomas: linhas('idiomas'),
    formacoes: linhas('formacoes'),
  });
  expect(salvo, JSON.stringify(salvo.body)).toMatchObject({ status: 200 });
  const { candidato } = (await candidata.client('GET', `/api/externo/candidatos/${candidata.id}/completo`)).body as {
    candidato: Record<string, unknown>;
  };
  expect(candidato).toMatchObject({
    nome: 'Tainá',
    foneCelular: '988776655',
    experiencias: [
      { empresa: 'Tecidos Aurora Ltda.', nomeMercado: 'Analista de Recursos Humanos', dataAdmissao: '2018-03-01' },
      { empresa: 'Construtora Boa Vista', dataDesligamento: '2018-02-28' },
    ],
    idiomas: [{ nivel: 'INTERMEDIARIO' }, { nivel: 'BASICO' }],
  });
});

it('nobody reads the CV of somebody else: no candidate, and nobody without the right at HR', async () => {
  const arquivo = await noPortal(candidata, CURRICULOS.rotulado);
  expect((await leAli(outro, arquivo)).status).toBe(404);
  expect((await leAli({ ...candidata, client: outro.client }, arquivo)).status).toBe(404);
  const ler = `/api/captacao/curriculos/${arquivo}/ler`;
  expect((await outro.client('POST', ler, {})).status).toBe(401);
  // HR sees a CV once it stands in a record.
  expect((await admin('POST', ler, {})).status).toBe(404);
  expect((await (await app.login(3))('POST', ler, {})).status).toBe(403);
  expect((await (await app.login(0, app.empresas[1]))('POST', ler, {})).status).toBe(404);
});

it('HR gets the CPF too, of a file of its own, and is told why a file has no text', async () => {
  const arquivo = await envia(admin, '/api/arquivos', await docx(CURRICULOS.classico));
  const ler = (id: number) => admin('POST', `/api/captacao/curriculos/${id}/ler`, {});
  await ler(arquivo);
  const vazio = await envia(admin, '/api/arquivos', await docx(''));
  await ler(vazio);
  await app.work();
  expect(((await ler(arquivo)).body as Leitura).sugestoes.find(({ campo }) => campo === 'cpf')?.valores).toEqual({
    cpf: '52998224725',
  });
  expect((await ler(vazio)).body).toEqual({
    situacao: 'S',
    motivo: 'O arquivo não tem texto que possa ser lido.',
    sugestoes: [],
  });
  expect((await ler(999_999)).status).toBe(404);
});

it('a candidate has three CVs read at a time', async () => {
  const arquivos = [];
  for (let n = 0; n < 4; n++) arquivos.push(await noPortal(outro, `Currículo ${n}`));
  const answers = [];
  for (const arquivo of arquivos) answers.push((await leAli(outro, arquivo)).status);
  expect(answers).toEqual([200, 200, 200, 409]);
  expect((await leAli(outro, arquivos[0] as number)).status).toBe(200);
});
