import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import { talentos } from '#modules/gestao-talentos/talentos/talentos.registry.ts';
import { createSamples } from './samples.server.ts';
import { multipart } from './server-process.server.ts';
import { type Answer, type Client, openTestApp, type TestApp } from './test-app.server.ts';

const TALENTOS = '/api/gestao-talentos/talentos';
const COLABORADORES = '/api/cargo-salario/colaboradores';

let app: TestApp;
let admin: Client;
let other: Client;
let empresaId = 0;
let id = 0;
type Body = Record<string, unknown> & { id: number; versao: number };

beforeAll(async () => {
  app = await openTestApp();
  empresaId = app.empresas[0] as number;
  await app.seed(30);
  admin = await app.login(0);
  other = await app.login(0, app.empresas[1]);
  id = (
    await app.db.one<{ id: number }>(
      sql`select id from talentos where empresa_id = ${empresaId} and situacao = 'A' order by id limit 1`,
    )
  )?.id as number;
});
afterAll(() => app.close());

const read = async (one = id) => (await admin('GET', `${TALENTOS}/${one}`)).body as Body;
/** The record as a form sends it back. */
async function change(more: Record<string, unknown>, one = id) {
  const { id: _id, ...record } = await read(one);
  return admin('PUT', `${TALENTOS}/${one}`, { ...record, ...more });
}
const post = async (url: string, body: object) => (await admin('POST', url, body)).body as Body;

describe('the whole record', () => {
  it('keeps rows by their id, and answers them one list at a time', async () => {
    const area = await post('/api/captacao/areas-formacao', { nome: 'Engenharia de Pesca' });
    const idiomas = (await admin('GET', '/api/captacao/idiomas')).body as Body[];
    expect(idiomas.length).toBeGreaterThan(5);
    expect(await change({ pis: '120.00000.01-1' })).toMatchObject({ status: 400, body: { errors: [{ field: 'pis' }] } });
    const whole = await change({
      formacoes: [
        {
          areaFormacao: area.id,
          curso: 'Engenharia Civil',
          local: 'UFC',
          tipo: 'GRADUACAO',
          situacao: 'COMPLETO',
          conclusao: '12/2015',
        },
      ],
      idiomas: [{ idioma: idiomas[0]?.id, nivel: 'BASICO' }],
      certificados: [
        {
          titulo: 'NR-35',
          organizacao: 'SENAI',
          tipo: 'Curso',
          dataInicio: '2025-01-06',
          dataFim: '2025-01-07',
          validade: '2027-01-07',
        },
      ],
      experiencias: [
        {
          empresa: 'Padaria Sol',
          dataAdmissao: '2012-03-01',
          dataDesligamento: '2014-02-28',
          checkNomeCargo: true,
          nomeMercado: 'Balconista',
        },
      ],
      dependentes: [{ nome: 'Davi', dataNascimento: '2018-05-04', parentesco: '03', irrf: true }],
    });
    expect(whole.status, JSON.stringify(whole.body)).toBe(200);
    const [idioma] = (whole.body as { idiomas: { id: number }[] }).idiomas;
    expect((await change({ idiomas: [{ ...idioma, nivel: 'AVANCADO' }] })).status).toBe(200);
    for (const root of [TALENTOS, COLABORADORES]) {
      expect((await admin('GET', `${root}/${id}/idiomas`)).body).toMatchObject([{ id: idioma?.id, nivelDescricao: 'Avançado' }]);
      expect((await admin('GET', `${root}/${id}/formacoes`)).body).toMatchObject([
        { tipoDescricao: 'Graduação', anoConclusao: '2015' },
      ]);
      expect((await admin('GET', `${root}/${id}/certificados`)).body).toMatchObject([{ titulo: 'NR-35' }]);
      expect((await admin('GET', `${root}/${id}/experiencias`)).body).toMatchObject([{ nomeMercado: 'Balconista' }]);
    }
  });

  it('RUL-134: refuses another language in a saved row', async () => {
    const [, outro] = (await admin('GET', '/api/captacao/idiomas')).body as Body[];
    const { idiomas } = (await read()) as unknown as { idiomas: object[] };
    expect(await change({ idiomas: [{ ...idiomas[0], idioma: outro?.id }] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'idiomas.0.idioma' }] },
    });
  });

  it('answers the list without what only the record shows', async () => {
    const page = (await admin('GET', `${TALENTOS}?page=0&size=1`)).body as { content: Body[] };
    expect(Object.keys(page.content[0] as Body)).not.toEqual(expect.arrayContaining(['rg']));
    for (const name of ['rg', 'etniaRaca', 'deficiencia', 'texto1', 'observacao', 'mae', 'formacoes'])
      expect(page.content[0]).not.toHaveProperty(name);
  });

  it('takes two thousand rows at most, and no reference of another company', async () => {
    const linha = { nome: 'Filho', dataNascimento: '2018-05-04', parentesco: '03' };
    expect(await change({ dependentes: Array.from({ length: 2_001 }, () => linha) })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'dependentes' }] },
    });
    const alheia = (await other('POST', '/api/captacao/areas-formacao', { nome: 'De outra empresa' })).body as Body;
    expect(
      await change({ formacoes: [{ areaFormacao: alheia.id, curso: 'X', local: 'Y', tipo: 'TECNICO', situacao: 'COMPLETO' }] }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'formacoes.0.areaFormacao', message: 'O registro selecionado não existe' }] },
    });
  });
});

describe('photo and postal code', () => {
  it('RUL-103: the photo is an image', async () => {
    const { body, headers } = multipart('foto.txt', Buffer.from('isto é texto'));
    const sent = (await admin('POST', '/api/arquivos', body, headers)).body as Body;
    expect(await change({ foto: sent.id })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'foto', message: 'O arquivo adicionado não é uma imagem' }] },
    });
    expect((await admin('GET', `${COLABORADORES}/${id}/foto`)).status).toBe(404);
  });

  it('RUL-119: a postal code of other than eight digits is not looked up', async () => {
    for (const cep of ['6016023', '601602300', 'abcdefgh'])
      expect(await admin('GET', `/api/geral/cep/${cep}`)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'cep', message: 'CEP não pode ser nulo' }] },
      });
  });
});

describe('a city within its state', () => {
  const places = async (slug: string, query: string) =>
    (await admin('GET', `/api/geral/${slug}/opcoes?${query}`)).body as { id: number; nome: string }[];
  const endereco = { logradouro: 'Rua A', numero: '1', bairro: 'Centro' };

  it('is offered by the state, and refused with another', async () => {
    const [ceara] = await places('estados', 'busca=Cear%C3%A1');
    const [natal] = await places('estados', 'busca=Rio%20Grande%20do%20Norte');
    const todas = await places('cidades', 'busca=bom%20jesus');
    const [daqui, outra] = await places('cidades', `busca=bom%20jesus&uf=${natal?.id}`);
    expect(todas.filter(({ nome }) => nome === 'Bom Jesus').length).toBeGreaterThan(1);
    expect(daqui?.nome).toBe('Bom Jesus');
    expect(outra).toBeUndefined();
    expect((await change({ ...endereco, uf: natal?.id, cidade: daqui?.id })).status).toBe(200);
    expect(await change({ ...endereco, uf: ceara?.id, cidade: daqui?.id })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'cidade', message: 'Estado e cidade não correspondem' }] },
    });
    expect((await admin('GET', '/api/gestao-talentos/talentos/opcoes?areaAtual=1')).status).toBe(400);
  });

  it('is told apart by the state beside it in a spreadsheet', async () => {
    const { nome, cpf } = (await read()) as unknown as { nome: string; cpf: string };
    const told = async (cells: string) => {
      const csv = `Nome;CPF;Cidade;Estado\n${nome};${cpf};${cells}\n`;
      const { body, headers } = multipart('talentos.csv', Buffer.from(csv));
      const answer = await admin('POST', `${TALENTOS}/importar/analisar`, body, headers);
      return (answer.body as { falhas: { campo: string }[] }).falhas.filter(({ campo }) => campo === 'cidade').length;
    };
    expect(await told('Bom Jesus;RN')).toBe(0);
    expect(await told('Bom Jesus;')).toBe(1);
    expect(await told('Bom Jesus;CE')).toBe(1);
  });
});

it('a column without a value is told by its own name, not by that of the history it begins', async () => {
  const csv = multipart(
    'talentos.csv',
    Buffer.from('Nome;CPF;Área Organizacional;Data de nascimento\nAna;529.982.247-25;Jurídico;\n'),
  );
  const told = (await admin('POST', `${TALENTOS}/importar/analisar`, csv.body, csv.headers)).body as {
    falhas: { campo: string; mensagem: string }[];
  };
  expect(told.falhas).toContainEqual(
    expect.objectContaining({ campo: 'dataAdmissao', mensagem: 'Data de admissão é obrigatória' }),
  );
});

describe('extra fields', () => {
  it('RUL-101: a company names them, uses them and asks for them', async () => {
    expect((await change({ texto1: 'GG' })).body).toMatchObject({ texto1: null });
    const empresa = (await admin('GET', `/api/utilitario/empresas/${empresaId}`)).body as Body;
    const { id: _id, ...dados } = empresa;
    expect((await admin('PUT', `/api/utilitario/empresas/${empresaId}`, { ...dados, campoExtraColaborador: true })).status).toBe(
      200,
    );
    const campo = {
      titulo: 'Tamanho da camisa',
      campo: 'texto1',
      ordem: 1,
      ativoColaborador: true,
      obrigatorioColaborador: true,
    };
    const criado = await post('/api/geral/campos-extras', campo);
    expect(criado.id).toBeGreaterThan(0);
    expect((await admin('GET', '/api/geral/campos-extras/configuracoes')).body).toContainEqual(
      expect.objectContaining({
        nome: 'texto1',
        titulo: 'Tamanho da camisa',
        ativoColaborador: true,
        obrigatorioColaborador: true,
      }),
    );
    expect((await change({ texto1: 'GG' })).body).toMatchObject({ texto1: 'GG' });
    expect(await change({ texto1: null })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'texto1', message: 'Tamanho da camisa é obrigatório' }] },
    });

    // A spreadsheet knows them by their title, and none of those that the company does not use.
    const csv = multipart('talentos.csv', Buffer.from('Nome;CPF;Tamanho da camisa;Texto 2\nAna;529.982.247-25;GG;x\n'));
    const told = (await admin('POST', `${TALENTOS}/importar/analisar`, csv.body, csv.headers)).body as {
      colunas: { coluna: string; campo: string | null }[];
    };
    expect(told.colunas.map(({ campo }) => campo)).toEqual(['nome', 'cpf', 'texto1', null]);
    // So does whatever shows it: the dynamic report, with the head of the paper, and the log.
    const relatorio = '/api/gestao-talentos/relatorios/talento-dinamico';
    const oferta = (await admin('GET', `${relatorio}/colunas`)).body as { id: string; nome: string }[];
    expect(oferta.filter((coluna) => coluna.id.startsWith('texto'))).toEqual([
      expect.objectContaining({ id: 'texto1', nome: 'Tamanho da camisa', grupo: 'Outros' }),
    ]);
    const filtro = { colunasDinamicas: ['nome', 'texto1', 'texto2'], ordenarPor: 'texto1' };
    const quadro = (await admin('POST', relatorio, filtro, { accept: 'application/json' })).body as {
      columns: { label: string }[];
      rows: Body[];
    };
    expect(quadro.columns.map(({ label }) => label)).toEqual(['Nome', 'Tamanho da camisa']);
    expect(quadro.rows[0]).toMatchObject({ texto1: 'GG' });
    const { content } = (await admin('GET', '/api/utilitario/log?page=0&tabela=talentos&acao=A')).body as { content: Body[] };
    const alteracoes = (await admin('GET', `/api/utilitario/log/${content[0]?.id}/alteracoes`)).body;
    expect(alteracoes).toEqual([{ campo: 'Tamanho da camisa', de: '', para: 'GG' }]);
    const longo = await change({ texto1: 'x'.repeat(251), dataDesligamento: '1990-01-01' });
    expect(longo).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'texto1', message: expect.stringMatching(/^Tamanho da camisa /) },
          { field: 'dataDesligamento', message: 'Data de desligamento inferior à data de admissão.' },
        ],
      },
    });
    // A number is read with its area code, as on the record's page.
    const fones = (await admin(
      'POST',
      relatorio,
      { colunasDinamicas: ['nome', 'foneCelular'], ordenarPor: 'foneCelular' },
      { accept: 'application/json' },
    )) as { body: { rows: Body[] } };
    expect(fones.body.rows[0]?.foneCelular).toMatch(/^\(\d\d\) 9\d{4}-\d{4}$/);
    expect((await admin('DELETE', `/api/geral/campos-extras/${criado.id}`)).status).toBe(204);
    expect(
      ((await admin('POST', relatorio, filtro, { accept: 'application/json' })).body as { columns: object[] }).columns,
    ).toHaveLength(1);
    expect((await change({})).body).toMatchObject({ texto1: null });
  });
});

describe('extra fields in the list of talents', () => {
  const campos = [
    { titulo: 'Tamanho da camisa', campo: 'texto2', ordem: 1 },
    { titulo: 'Alergias', campo: 'textolongo1', ordem: 2 },
    { titulo: 'Cota de táxi', campo: 'valor1', ordem: 3 },
  ];
  const use = async (client: Client, empresa: number) => {
    const { id: _id, ...dados } = (await client('GET', `/api/utilitario/empresas/${empresa}`)).body as Body;
    const url = `/api/utilitario/empresas/${empresa}`;
    expect((await client('PUT', url, { ...dados, campoExtraColaborador: true })).status).toBe(200);
  };
  const doisComCamisa = async () => {
    const { content } = (await admin('GET', `${TALENTOS}?page=0&size=2`)).body as { content: { id: number }[] };
    for (const [place, camisa] of ['álamo', 'Zebra'].entries()) {
      const url = `${TALENTOS}/${content[place]?.id}`;
      const { id: _id, ...talento } = (await admin('GET', url)).body as Body;
      const novo = { ...talento, texto2: camisa, textolongo1: 'Nenhuma', valor1: 12.5 };
      const salvo = await admin('PUT', url, novo);
      expect(salvo.status, JSON.stringify(salvo.body)).toBe(200);
    }
  };
  const page = async (query: string, client = admin) => await client('GET', `${TALENTOS}?page=0&${query}`);
  const camisas = ({ body }: Answer) => (body as { content: Body[] }).content.map(({ texto2 }) => texto2);
  const csvHead = async (client = admin) => {
    const { status, body } = await client('GET', `${TALENTOS}/exportar?formato=csv`);
    expect(status).toBe(200);
    return (body as Buffer).toString('utf8').replace('\ufeff', '').split('\r\n')[0]?.split(';') ?? [];
  };

  it('RUL-101: list, filter, order and export know them while the company uses them, under its titles', async () => {
    expect((await page('')).body).not.toHaveProperty('content.0.texto2');
    expect((await page('texto2=x')).status).toBe(400);
    await use(admin, empresaId);
    const criados: Body[] = [];
    for (const campo of campos) criados.push(await post('/api/geral/campos-extras', { ...campo, ativoColaborador: true }));
    await doisComCamisa();

    expect(camisas(await page('texto2=ALAMO'))).toEqual(['álamo']);
    expect(camisas(await page('valor1Ini=12&valor1Fim=13&sort=texto2,asc'))).toEqual(['álamo', 'Zebra']);
    expect((await page('texto2=zebra')).body).toMatchObject({ content: [{ textolongo1: 'Nenhuma', valor1: 12.5 }] });
    expect((await page('texto3=x')).status).toBe(400);
    expect((await page('sort=texto3,asc')).status).toBe(400);
    expect(await csvHead()).toEqual(expect.arrayContaining(['Tamanho da camisa', 'Alergias', 'Cota de táxi']));
    expect((await csvHead()).filter((title) => /^(Texto|Data|Valor|Número)( longo)? \d$/.test(title))).toEqual([]);
    const linhas = await admin('GET', `${TALENTOS}/exportar?formato=csv&colunas=texto2,valor1&texto2=zebra`);
    expect((linhas.body as Buffer).toString('utf8')).toBe('\ufeffTamanho da camisa;Cota de táxi\r\nZebra;12,50\r\n');
    expect((await admin('GET', `${TALENTOS}/exportar?formato=csv&colunas=texto3`)).status).toBe(400);

    // Another company of the group, which uses another one: neither titles nor columns are shared.
    const outraEmpresa = app.empresas[1] as number;
    const outra = await app.login(0, outraEmpresa);
    await use(outra, outraEmpresa);
    const campo = { titulo: 'Rota do ônibus', campo: 'texto3', ordem: 1, ativoColaborador: true };
    expect((await outra('POST', '/api/geral/campos-extras', campo)).status).toBe(201);
    expect((await csvHead(outra)).filter((title) => /camisa|Alergias|táxi|ônibus/.test(title))).toEqual(['Rota do ônibus']);
    expect((await page('texto2=x', outra)).status).toBe(400);

    // Renamed, then given up: the next question is answered by what the company says now.
    const { id: _id, ...camisa } = (await admin('GET', `/api/geral/campos-extras/${criados[0]?.id}`)).body as Body;
    const url = `/api/geral/campos-extras/${criados[0]?.id}`;
    expect((await admin('PUT', url, { ...camisa, titulo: 'Uniforme' })).status).toBe(200);
    expect(await csvHead()).toEqual(expect.arrayContaining(['Uniforme']));
    for (const { id: criado } of criados) expect((await admin('DELETE', `/api/geral/campos-extras/${criado}`)).status).toBe(204);
    expect((await csvHead()).filter((title) => /camisa|Uniforme|Alergias|táxi/.test(title))).toEqual([]);
    expect((await page('texto2=zebra')).status).toBe(400);
    expect((await page('')).body).not.toHaveProperty('content.0.texto2');
  });
});

describe('stability and calls of other screens', () => {
  it('CALL-171, CALL-338: the protection that ends last, and the one of the CIPA', async () => {
    const nada = { dataEstabilidade: null, motivo: null, indeterminada: false };
    expect((await admin('GET', `${COLABORADORES}/${id}/data-estabilidade`)).body).toEqual(nada);
    await change({
      estabilidades: [
        { motivo: 'CIPA', inicio: '2026-01-01', fim: '2028-12-31' },
        { motivo: 'ACIDENTE', inicio: '2026-02-01', fim: '2029-02-01' },
        { motivo: 'GESTANTE', inicio: '2010-01-01', fim: '2010-12-31' },
      ],
    });
    expect((await admin('GET', `${COLABORADORES}/${id}/data-estabilidade`)).body).toMatchObject({
      dataEstabilidade: '2029-02-01',
      motivo: 'ACIDENTE',
    });
    expect((await admin('GET', `${TALENTOS}/data-estabilidade-comissao?colaboradorId=${id}`)).body).toMatchObject({
      dataEstabilidade: '2028-12-31',
      motivo: 'CIPA',
    });
    expect((await admin('GET', `${COLABORADORES}/${id}/data-estabilidade?data=1990-01-01`)).body).toEqual(nada);
    expect((await admin('GET', `${COLABORADORES}/${id}/data-estabilidade?data=31%2F02`)).status).toBe(400);
    expect((await other('GET', `${COLABORADORES}/${id}/data-estabilidade`)).status).toBe(404);
  });

  it('answers participants, filters and service orders of this company alone', async () => {
    const { dataAdmissao } = await read();
    expect((await admin('GET', `${TALENTOS}/data-minima-condicao-ambiental?colaboradorId=${id}`)).body).toEqual({
      dataMinima: dataAdmissao,
    });
    const participantes = (await admin('GET', `${COLABORADORES}/participantes`)).body as Body[];
    expect(participantes.length).toBeGreaterThan(10);
    expect(participantes[0]).not.toHaveProperty('salario');
    const area = (participantes[0] as unknown as { areaOrganizacional: { id: number } }).areaOrganizacional.id;
    const daArea = (await admin('POST', `${TALENTOS}/filtro-condicao-ambiental`, { areasIds: [area] })).body as Body[];
    expect(daArea.length).toBeGreaterThan(0);
    expect(daArea.length).toBeLessThan(participantes.length);
    expect((await other('POST', `${TALENTOS}/filtro-condicao-ambiental`, { colaboradoresIds: [id] })).body).toEqual([]);
    expect((await admin('GET', `${TALENTOS}/ordem-servico?colaboradoresIds=${id}`)).body).toMatchObject([
      { id, responsabilidades: expect.any(String) },
    ]);
    for (const url of ['/participantes?x=1', '/participantes?areasIds=a'])
      expect((await admin('GET', COLABORADORES + url)).status).toBe(400);
    expect((await admin('POST', `${TALENTOS}/filtro-condicao-ambiental`, { areasIds: 'a' })).status).toBe(400);
    expect(await admin('POST', `${COLABORADORES}/${id}/usuario-eduvem`, {})).toMatchObject({
      status: 400,
      body: { message: 'A integração com o e-learning não está configurada.' },
    });
  });
});

describe('attached documents', () => {
  it('RUL-505, RUL-506: a description of 100 characters and a file', async () => {
    const url = `${TALENTOS}/${id}/documentos-anexos`;
    const { body, headers } = multipart('contrato.txt', Buffer.from('contrato'));
    const anexo = (await admin('POST', '/api/arquivos', body, headers)).body as Body;
    expect(await admin('POST', url, { descricao: 'x'.repeat(101) })).toMatchObject({ status: 400 });
    expect(await admin('POST', url, { descricao: 'Contrato' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'anexo', message: 'Anexo é obrigatório' }] },
    });
    const criado = await post(url, { descricao: 'Contrato', data: '2024-02-01', anexo: anexo.id });
    expect(criado).toMatchObject({ origem: 'COLABORADOR', colaborador: { id }, anexo: { nome: 'contrato.txt' } });
    expect((await admin('GET', `${url}?page=0&size=5`)).body).toMatchObject({ totalElements: 1, content: [{ id: criado.id }] });
    expect((await admin('PUT', `${url}/${criado.id}`, { descricao: 'Contrato assinado', anexo: anexo.id })).body).toMatchObject({
      descricao: 'Contrato assinado',
    });
    // Somebody else's document is not there, whatever the address says.
    expect((await admin('GET', `${TALENTOS}/${id + 1}/documentos-anexos/${criado.id}`)).status).toBe(404);
    expect((await other('GET', `${url}/${criado.id}`)).status).toBe(404);
    expect((await admin('DELETE', `${url}/${criado.id}`)).status).toBe(204);
  });

  it('a document is made once for its key, and changed and removed by its version', async () => {
    const url = `${TALENTOS}/${id}/documentos-anexos`;
    const { body, headers } = multipart('laudo.txt', Buffer.from('laudo'));
    const anexo = (await admin('POST', '/api/arquivos', body, headers)).body as Body;
    const key = { 'idempotency-key': randomUUID() };
    const sent = { descricao: 'Laudo', anexo: anexo.id };
    const [first, again] = [await admin('POST', url, sent, key), await admin('POST', url, sent, key)];
    expect([first.status, again.status]).toEqual([201, 201]);
    const made = first.body as Body & { versao: number };
    expect(again.body).toMatchObject({ id: made.id, acoes: ['editar', 'excluir'] });
    expect((await admin('GET', `${url}?page=0&descricao=Laudo`)).body).toMatchObject({ totalElements: 1 });
    await admin('PUT', `${url}/${made.id}`, { ...sent, descricao: 'Laudo novo', versao: made.versao });
    const late = { status: 409, body: { code: 'REGISTRO_ALTERADO', registro: { descricao: 'Laudo novo' } } };
    expect(await admin('PUT', `${url}/${made.id}`, { ...sent, versao: made.versao })).toMatchObject(late);
    expect(await admin('DELETE', `${url}/${made.id}?versao=${made.versao}`)).toMatchObject(late);
    expect((await admin('DELETE', `${url}/${made.id}`)).status).toBe(204);
    const { paths } = (await admin('GET', '/api/openapi.json')).body as { paths: Record<string, Record<string, unknown>> };
    const described = paths['/api/gestao-talentos/talentos/{talentoId}/documentos-anexos'];
    expect(JSON.stringify(described?.post)).toMatch(/idempotency-key.*|tipoDocumento/);
    expect(JSON.stringify(described?.post)).not.toContain('"colaborador"');
  });
});

describe('more documents than one answer holds', () => {
  const lote = 'De um lote ';
  it('are told all the same, while they are read', async () => {
    await app.db.query(sql`
      insert into documentos_anexos (empresa_id, descricao, colaborador_id, data, origem)
      select ${app.empresas[0]}, rpad(${lote}, 100, 'x'), ${id}, '2024-02-01', 'COLABORADOR' from generate_series(1, 15000)`);
    const url = `${TALENTOS}/${id}/documentos-anexos`;
    const all = await admin('GET', url);
    expect([all.status, (all.body as Body[]).length]).toEqual([200, 15_000]);
    expect((await admin('GET', `${url}?unpaged=true`)).body).toMatchObject({ totalElements: 15_000, totalPages: 1, number: 0 });
    await app.db.query(sql`delete from documentos_anexos where descricao like ${`${lote}%`}`);
    expect((await admin('GET', url)).body).toEqual([]);
  });
});

describe('timeline', () => {
  it('tells admission, positions, certificates and protections, the newest first', async () => {
    const { eventos, tipos } = (await admin('GET', `${TALENTOS}/${id}/linha-do-tempo`)).body as {
      eventos: { data: string; tipo: string; titulo: string }[];
      tipos: { id: string }[];
    };
    expect(eventos.map(({ data }) => data)).toEqual(
      eventos
        .map(({ data }) => data)
        .toSorted()
        .toReversed(),
    );
    expect(eventos.map(({ titulo }) => titulo)).toEqual(
      expect.arrayContaining([
        'Admissão',
        'Contratação',
        'Certificado: NR-35',
        'Vencimento do certificado: NR-35',
        'Início de estabilidade',
      ]),
    );
    expect(tipos.map((tipo) => tipo.id)).toContain('afastamento');
    expect((await other('GET', `${TALENTOS}/${id}/linha-do-tempo`)).status).toBe(404);
  });
});

describe('the head and the career of a talent', () => {
  const NAO_VE = ['ROLE_VER_SALARIO'];
  interface Carreira {
    desde: string;
    passos: { data: string; motivo: string | null; cargo: string; salario: string | null }[];
  }

  it('the career has each step of pay, those of the band too, and for whoever may not see pay the places alone', async () => {
    const quem = await app.db.one<{ id: number; faixa: number; data: string }>(sql`
      select t.id, h.faixa_salarial_id as faixa, h.data::text as data from talentos t join talentos_historicos h on h.registro_id = t.id
      where t.empresa_id = ${app.empresas[0]} and h.tipo_salario = '1' and h.ate is null and h.data < ${addDays(today(), -40)}
        and not exists (select from talentos_historicos o where o.registro_id = t.id and o.id <> h.id) order by t.id limit 1`);
    if (!quem) throw new Error('The demonstration pays somebody by a band.');
    const dia = addDays(today(), -7);
    await app.db.tx(async (tx) => {
      await tx.query(sql`update faixas_salariais_historicos set ate = ${dia} where registro_id = ${quem.faixa} and ate is null`);
      await tx.query(
        sql`insert into faixas_salariais_historicos (registro_id, ordem, data, tipo, valor) values (${quem.faixa}, 99, ${dia}, '3', 98765.43)`,
      );
    });
    const carreira = (await admin('GET', `${TALENTOS}/${quem.id}/carreira`)).body as Carreira;
    expect(carreira.passos.at(-1)).toMatchObject({ data: dia, motivo: null, salario: '98765.43' });
    expect(carreira.passos.find(({ data }) => data === quem.data)?.motivo).not.toBeNull();
    const semSalario = await app.loginWithout(1, (name) => NAO_VE.includes(name));
    const vista = (await semSalario('GET', `${TALENTOS}/${quem.id}/carreira`)).body as Carreira;
    expect(vista.passos.map(({ salario }) => salario)).toEqual(vista.passos.map(() => null));
    expect(vista.passos.map(({ data }) => data)).not.toContain(dia);
    // Nor do as many days of the band as a career has steps push an entry out, which would tell that the band pays.
    const ontem = addDays(today(), -1);
    await app.db.tx(async (tx) => {
      await tx.query(sql`update talentos_historicos set data = '2015-01-01', ate = ${ontem} where registro_id = ${quem.id}`);
      await tx.query(sql`
        insert into talentos_historicos (registro_id, ordem, data, motivo, area_organizacional_id, faixa_salarial_id, estabelecimento_id, tipo_salario)
        select registro_id, 99, ${ontem}, 'T', area_organizacional_id, faixa_salarial_id, estabelecimento_id, tipo_salario
        from talentos_historicos where registro_id = ${quem.id}`);
      await tx.query(sql`delete from faixas_salariais_historicos where registro_id = ${quem.faixa}`);
      await tx.query(sql`
        insert into faixas_salariais_historicos (registro_id, ordem, data, ate, tipo, valor)
        select ${quem.faixa}, n, ${dia}::date - n, case when n > 0 then ${dia}::date - n + 1 end, '3', n + 1 from generate_series(0, 600) n`);
    });
    const cheia = (await semSalario('GET', `${TALENTOS}/${quem.id}/carreira`)).body as Carreira;
    expect(cheia.passos.map(({ data }) => data)).toContain(ontem);
    expect((await other('GET', `${TALENTOS}/${quem.id}/carreira`)).status).toBe(404);
  });

  it('an index that no longer pays the band adds no days, of which as many as a career has steps would hide its end', async () => {
    const [{ id, faixa, indice } = { id: 0, faixa: 0, indice: 0 }] = await app.db.query<
      Record<'id' | 'faixa' | 'indice', number>
    >(sql`
      with i as (insert into indices (empresa_id, nome) values (${app.empresas[0]}, 'Índice abandonado') returning id)
      select t.id, h.faixa_salarial_id as faixa, i.id as indice from i, talentos t join talentos_historicos h on h.registro_id = t.id
      where t.empresa_id = ${app.empresas[0]} and t.situacao = 'A' and h.tipo_salario = '1'
        and (select count(*) from talentos_historicos o where o.registro_id = t.id) = 1 order by t.id desc limit 1`);
    await app.db.tx(async (tx) => {
      await tx.query(sql`update talentos_historicos set data = '2010-01-01' where registro_id = ${id} and ate is null`);
      await tx.query(sql`delete from faixas_salariais_historicos where registro_id = ${faixa}`);
      await tx.query(sql`
        insert into faixas_salariais_historicos (registro_id, ordem, data, ate, tipo, valor, quantidade, indice_id) values
          (${faixa}, 1, '2009-01-01', '2012-01-01', '2', null, 10, ${indice}), (${faixa}, 2, '2012-01-01', '2024-01-01', '3', 3000, null, null),
          (${faixa}, 3, '2024-01-01', null, '3', 4000, null, null)`);
      await tx.query(sql`
        insert into indices_historicos (registro_id, ordem, data, valor, ate)
        select ${indice}::bigint, n, d, 100 + n, lead(d) over (order by d) from (
          values (1, date '2009-01-01'), (2, '2011-01-01') union all select n, date '2012-01-02' + n from generate_series(3, 700) n) v(n, d)`);
    });
    const { passos } = (await admin('GET', `${TALENTOS}/${id}/carreira`)).body as Carreira;
    expect(passos.slice(-4).map(({ data, salario }) => [data, salario])).toEqual([
      ['2010-01-01', '1010.00'],
      ['2011-01-01', '1020.00'],
      ['2012-01-01', '3000.00'],
      ['2024-01-01', '4000.00'],
    ]);
  });

  it('the head says what comes next and whether somebody is away today, to those who may know of absences', async () => {
    const [{ id: quem } = { id: 0 }] = await app.db.query<{ id: number }>(
      sql`select id from talentos where empresa_id = ${app.empresas[0]} and situacao = 'A' and data_admissao < ${addDays(today(), -400)} order by id desc limit 1`,
    );
    const volta = addDays(today(), 4);
    await app.db.query(sql`
      insert into colaboradores_afastamentos (empresa_id, colaborador_id, afastamento_id, inicio, fim)
      select ${app.empresas[0]}, ${quem}, a.id, ${addDays(today(), -1)}::date, ${addDays(volta, -1)}::date from afastamentos a limit 1`);
    expect((await admin('GET', `${TALENTOS}/${quem}/cabecalho`)).body).toMatchObject({
      estado: { texto: 'Afastado', tom: 'waiting' },
      prazos: expect.arrayContaining([{ data: volta, titulo: 'Retorno de afastamento' }]) as unknown,
    });
    const semAfastamentos = await app.loginWithout(1, (name) => name.startsWith('ROLE_CAD_COLABORADOR_AFASTAMENTO'));
    const visto = (await semAfastamentos('GET', `${TALENTOS}/${quem}/cabecalho`)).body as { prazos: { titulo: string }[] };
    expect(visto).toMatchObject({ estado: null });
    expect(visto.prazos.map(({ titulo }) => titulo)).not.toContain('Retorno de afastamento');
    expect((await other('GET', `${TALENTOS}/${quem}/cabecalho`)).status).toBe(404);
  });
});

describe('personnel system and limits', () => {
  const integra = async (acIntegra: boolean) => {
    const { id: _id, ...dados } = (await admin('GET', `/api/utilitario/empresas/${empresaId}`)).body as Body;
    expect((await admin('PUT', `/api/utilitario/empresas/${empresaId}`, { ...dados, acIntegra })).status).toBe(200);
  };
  const novo = async (cpf: string, more: object = {}) => {
    const { historicos } = (await read()) as unknown as { historicos: { areaOrganizacional: Body; faixaSalarial: Body }[] };
    const [h] = historicos;
    const linha = {
      data: '2026-01-05',
      motivo: 'C',
      areaOrganizacional: h?.areaOrganizacional.id,
      faixaSalarial: h?.faixaSalarial.id,
      tipoSalario: '1',
    };
    return admin('POST', TALENTOS, {
      nome: 'Nova Pessoa',
      cpf,
      sexo: 'F',
      vinculo: 'E',
      dataAdmissao: '2026-01-05',
      historicos: [linha],
      ...more,
    });
  };
  const pendencias = async () =>
    ((await admin('GET', '/api/geral/pendencias-ac')).body as { detalhes: string }[]).map(({ detalhes }) => detalhes);

  it('STA-024: an admission waits, is confirmed, locks its fields; a dismissal waits and is taken back', async () => {
    await integra(true);
    const criado = await novo('390.533.447-05');
    const talento = criado.body as Body;
    expect(criado.status, JSON.stringify(criado.body)).toBe(201);
    expect(talento).toMatchObject({ situacao: 'G', statusAC: 'G' });
    expect(await pendencias()).toEqual(['Admissão de Nova Pessoa aguarda confirmação no sistema de pessoal']);
    const responde = (acao: string, codigoAC?: string) =>
      admin('POST', `${TALENTOS}/${talento.id}/integracao-ac`, { acao, codigoAC });
    expect((await responde('CONFIRMAR', 'P-77')).body).toMatchObject({ situacao: 'A', statusAC: null, codigoAC: 'P-77' });
    expect(await pendencias()).toEqual([]);
    expect((await responde('CONFIRMAR')).body).toMatchObject({
      message: 'Este talento não aguarda resposta do sistema de pessoal.',
    });
    expect(await change({ matricula: 'Z9' }, talento.id)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'matricula' }] },
    });
    expect((await change({ dataDesligamento: '2026-03-01' }, talento.id)).body).toMatchObject({ situacao: 'U' });
    expect((await responde('CANCELAR')).body).toMatchObject({ situacao: 'A', dataDesligamento: null });
    await change({ dataDesligamento: '2026-03-01' }, talento.id);
    expect((await responde('CONFIRMAR')).body).toMatchObject({ situacao: 'D', dataDesligamento: '2026-03-01' });
    await integra(false);
  });

  it('refuses a hire beyond the limit of its position', async () => {
    const { cargoAtual, areaAtual } = (await read()) as unknown as { cargoAtual: Body; areaAtual: Body };
    const limite = await admin('POST', '/api/utilitario/configuracoes-limite-colaborador', {
      areaOrganizacional: areaAtual.id,
      quantidadesPorCargo: [{ cargo: cargoAtual.id, quantidade: 0 }],
    });
    expect(limite.status, JSON.stringify(limite.body)).toBe(201);
    const recusado = await novo('111.444.777-35');
    expect(recusado).toMatchObject({ status: 400, body: { code: 'LIMITE_COLABORADORES' } });
    expect((await change({ observacao: 'mudança sem contratação' })).status).toBe(200);
    await admin('DELETE', `/api/utilitario/configuracoes-limite-colaborador/${(limite.body as Body).id}`);
    expect((await novo('111.444.777-35')).status).toBe(201);
  });
});

it('the next registration number follows the greatest, written like the last one; where nobody has one, none is proposed', async () => {
  const proxima = async (by = admin) => (await by('GET', `${TALENTOS}/proxima-matricula`)).body;
  const ids = (
    await app.db.query<{ id: number }>({ text: 'select id from talentos where empresa_id = $1 order by id', values: [empresaId] })
  ).map((one) => one.id);
  const numera = (one: number | undefined, matricula: string | null) =>
    app.db.query({ text: 'update talentos set matricula = $2 where id = $1', values: [one, matricula] });
  await app.db.query({ text: 'update talentos set matricula = null where empresa_id = $1', values: [empresaId] });
  expect(await proxima()).toEqual({ matricula: null });
  await numera(ids[0], 'SP-0099');
  await numera(ids[1], 'X');
  await numera(ids[2], '7');
  await numera(ids[3], 'SP-0041');
  expect(await proxima()).toEqual({ matricula: 'SP-0100' });
  await numera(ids[4], '007');
  expect(await proxima()).toEqual({ matricula: '008' });
  // Another company counts for itself.
  expect(await proxima(other)).not.toEqual({ matricula: '008' });
});

describe('an admission that is moved into the future', () => {
  const depois = addDays(today(), 20);
  const adia = async (um: number) => {
    const { historicos } = await read(um);
    const [primeiro] = historicos as Body[];
    const answer = await change(
      { dataAdmissao: depois, dataDesligamento: null, historicos: [{ ...primeiro, data: depois }], confirma: true },
      um,
    );
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  };

  it('ends no employment that had begun: its record is kept', async () => {
    const ids = await app.db.query<{ id: number }>(
      sql`select id from talentos t where empresa_id = ${empresaId} and situacao = 'A' and data_admissao < hoje() - 60
        and not exists (select from auditoria a where a.tabela = 'talentos' and a.registro_id = t.id and a.acao = 'I') order by id desc limit 1`,
    );
    const [{ id: um }] = ids as [{ id: number }];
    await adia(um);
    expect(await admin('DELETE', `${TALENTOS}/${um}`)).toMatchObject({
      status: 409,
      body: { code: 'REGISTRO_GUARDADO', message: expect.stringContaining('já tinha começado') },
    });
  });

  it('corrects a slip of the same day', async () => {
    const { id: novo } = await post(TALENTOS, {
      ...(await createSamples(admin).sample(talentos)),
      cpf: CPF.sample(8_888),
    });
    expect((await admin('DELETE', `${TALENTOS}/${novo}`)).status).toBe(409);
    await adia(novo);
    expect((await admin('DELETE', `${TALENTOS}/${novo}`)).status).toBe(204);
  });
});
