import { writeXlsx as hucreWrite } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { startWorker, type Worker } from '#kit/jobs/worker.server.ts';
import { createAccessCache } from '#platform/authority/access.server.ts';
import { readConfig } from '#platform/config.server.ts';
import { actingOf } from '#platform/session/session.server.ts';
import { createMachinery } from './machinery.server.ts';
import { messyCpf, messyDay } from './messy-cells.ts';
import { multipart } from './server-process.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

/** A list of employees as a personnel department keeps it: titles, two heading rows, merged cells, every way to write a date, and people's mistakes. */
const PEOPLE = 290;
const FIRST = 7;

let app: TestApp;
let admin: Client;
let worker: Worker;
let known: { id: number; nome: string; cpf: string; area: string; faixa: string }[];

interface Told {
  importacaoId: number;
  estado: string;
  total: number;
  validos: number;
  existentes: number;
  cabecalho: number;
  falhas: { linha: number; campo: string | null; valor: string; mensagem: string; sugestao?: string }[];
  campos: { nome: string; obrigatorio: boolean }[];
  grupos: { campo: string | null; opcional: boolean }[];
  criaveis: { campo: string; nomes: string[] }[];
  inseriveis: { campo: string; singular: string; cadastro: string; nomes: string[] }[];
}

beforeAll(async () => {
  app = await openTestApp();
  const empresaId = app.empresas[0] as number;
  await app.seed(40);
  admin = await app.login(0);
  known = await app.db.query({
    text: `select t.id, t.nome, t.cpf, a.nome as area, f.nome_com_cargo as faixa from talentos t join areas_organizacionais a on a.id = t.area_atual_id
      join faixas_salariais f on f.id = t.faixa_atual_id where t.empresa_id = $1 and t.situacao = 'A' and a.nome <> 'Jurídico' order by t.id limit 3`,
    values: [empresaId],
  });
  const config = readConfig({
    LOG_LEVEL: 'error',
    VINCULO_DATA: `/tmp/vinculo-teste-arquivos-${process.pid}`,
    VINCULO_WORKERS: '0',
  });
  const accessOf = createAccessCache(app.db);
  worker = startWorker(app.db, {
    connection: app.db.connection,
    handlers: createMachinery(app.services, config).handlers,
    async actingFor(usuario, empresa) {
      const access = await app.db.one<{ versao: number }>({ text: 'select versao from versao_acessos' });
      return actingOf(
        { id: usuario ?? 0, nome: 'Prova' },
        await accessOf(usuario ?? 0, empresa ?? 0, access?.versao ?? 0),
        'tarefa',
      );
    },
  });
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

const headings = [
  'Nome *',
  'CPF',
  'Data de nascimento',
  'Sexo',
  'MATRICULA',
  'Vínculo',
  'Data de admissão (obrigatória)',
  'Área Organizacional',
  'Faixa Salarial',
  'Data do cargo',
  'Salário',
  'Observações do RH',
];

type Row = (string | number | Date | null)[];
/** After the last entry of everybody who is there. */
const TRANSFER = addDays(today(), -22);
const admissionOf = (n: number) => addDays('2023-01-31', n);

function person(n: number): Row {
  return [
    [`Pessoa  Número ${n}`, `Pessoa Número\u00a0${n} `, `\u200bPessoa Número ${n}`][n % 3] as string,
    messyCpf(CPF.sample(5_000_000 + n), n),
    messyDay(addDays('1980-03-01', n * 11), n),
    ['masc.', 'Feminino', 'F', 'FEM', 'm'][n % 5] as string,
    `Z${n}`,
    ['Emprego', 'e', 'EMPREGO '][n % 3] as string,
    messyDay(admissionOf(n), n + 3),
    n % 3 === 0 ? 'almoxarifado' : null, // merged with the two rows below
    'Almoxarife I',
    null,
    n % 4 === 0 ? (['R$ 2.500,00', 2_500, '2500,5'][n % 3] as string) : null,
    n % 7 === 0 ? 'conferir' : null,
  ];
}

/** Faults put in by hand: row of the sheet → field. */
const wrong = new Map<number, string>();

async function workbook(): Promise<Buffer> {
  const people = Array.from({ length: PEOPLE }, (_, n) => person(n));
  const spoil = (n: number, column: number, value: string | number | Date | null, campo: string) => {
    (people[n] as Row)[column] = value;
    wrong.set(FIRST + n, campo);
  };
  spoil(10, 6, '31/02/2023', 'dataAdmissao');
  spoil(20, 2, 'não sei', 'dataNascimento');
  spoil(31, 1, '111.444.777-30', 'cpf');
  spoil(40, 0, null, 'nome');
  spoil(50, 3, 'indefinido', 'sexo');
  for (const n of [60, 63, 66])
    for (const row of [n, n + 1, n + 2]) spoil(row, 7, row === n ? 'Almoxarifad' : null, 'areaOrganizacional');
  for (const row of [90, 91, 92]) spoil(row, 7, row === 90 ? 'Oficina de Protótipos' : null, 'areaOrganizacional');
  spoil(120, 1, CPF.format(CPF.sample(5_000_000 + 100)), 'cpf'); // stands above, at 100
  spoil(130, 4, 'z101', 'matricula');
  spoil(140, 8, 'Astronauta', 'faixaSalarial');
  spoil(150, 10, 'a combinar', 'salario');
  // Those who work here already: one as is, one with another e-mail … and one moved without a date.
  const [same, moved, undated] = known as [(typeof known)[0], (typeof known)[0], (typeof known)[0]];
  const of = ({ nome, cpf }: (typeof known)[0], more: Row): Row => [
    nome,
    messyCpf(cpf, 1),
    null,
    null,
    null,
    null,
    null,
    ...more,
  ];
  people.push(of(same, [same.area, same.faixa, null, null, null]));
  people.push(of(moved, ['Jurídico', null, messyDay(TRANSFER, 3) as string, null, null]));
  people.push(of(undated, ['Jurídico', null, null, null, null]));
  wrong.set(FIRST + PEOPLE + 2, 'dataHistorico');
  const rows: Row[] = [
    ['INDÚSTRIA EXEMPLO LTDA — RELAÇÃO DE EMPREGADOS'],
    ['Emitida em', new Date('2026-11-20T00:00:00Z')],
    [],
    ['', 'Documento', 'Pessoa', null, 'Contrato'],
    headings,
    headings, // printed anew at a page break
    ...people,
    ['Total de empregados', PEOPLE + 3],
  ];
  wrong.set(FIRST + PEOPLE + 3, 'cpf');
  const merges = [{ startRow: 0, startCol: 0, endRow: 0, endCol: 8 }];
  for (let n = 0; n < PEOPLE; n += 3)
    merges.push({ startRow: FIRST - 1 + n, startCol: 7, endRow: FIRST - 1 + Math.min(n + 2, PEOPLE - 1), endCol: 7 });
  return Buffer.from(await hucreWrite({ sheets: [{ name: 'Relação', rows, merges }] }));
}

async function taskOf(answer: { status: number; body: unknown }): Promise<string> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  const { tarefaId } = answer.body as { tarefaId: number };
  for (let n = 0; n < 3_000; n++) {
    const { estado, mensagem } = (await admin('GET', `/api/tarefas/${tarefaId}`)).body as { estado: string; mensagem: string };
    if (estado === 'concluida') return mensagem;
    if (estado === 'falhou') throw new Error(mensagem);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the task does not end');
}

const peopleNow = () =>
  app.db.query({
    text: 'select t.nome, t.cpf, t.area_atual_id, t.email from talentos t where t.empresa_id = $1 order by t.id',
    values: [app.empresas[0]],
  });
const entriesOf = (id: number) =>
  app.db.query<{ data: string; ate: string | null; motivo: string; area: string; faixa: string }>({
    text: `select h.data::text, h.ate::text, h.motivo, a.nome as area, f.nome_com_cargo as faixa from talentos_historicos h
      join areas_organizacionais a on a.id = h.area_organizacional_id join faixas_salariais f on f.id = h.faixa_salarial_id
      where h.registro_id = $1 order by h.data`,
    values: [id],
  });

describe('a messy list of employees', () => {
  const base = '/api/gestao-talentos/talentos';
  let told: Told;
  let before: unknown[];
  const look = async () => (await admin('GET', `${base}/importar/${told.importacaoId}`)).body as Told;
  const mend = async (body: object) => {
    const answer = await admin('POST', `${base}/importar/${told.importacaoId}/corrigir`, body);
    if (answer.status === 202) await taskOf(answer);
    else expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    told = await look();
  };

  it('is understood below its titles, and every fault is told by row and column, once', async () => {
    before = await peopleNow();
    const file = multipart('relacao.xlsx', await workbook());
    const body = Buffer.from(file.body.toString('latin1').replace('name="arquivo"', 'name="file"'), 'latin1');
    const [mark] = file.body.toString('latin1').split('\r\n');
    const wish = Buffer.from(`${mark}\r\ncontent-disposition: form-data; name="modo"\r\n\r\ninserirOuAtualizar\r\n`);
    const answer = await admin('POST', `${base}/importa-colaboradores`, Buffer.concat([wish, body]), file.headers);
    const { importacaoId } = answer.body as { importacaoId: number };
    if (answer.status === 202) await taskOf(answer);
    told = { importacaoId } as Told;
    told = await look();
    expect(told).toMatchObject({ estado: 'analisada', cabecalho: 5, total: PEOPLE + 4, existentes: 3 });
    const found = told.falhas.map(({ linha, campo }) => `${linha}: ${campo}`);
    const expected = [...wrong].map(([linha, campo]) => `${linha}: ${campo}`);
    const total = FIRST + PEOPLE + 3;
    expect(found.filter((fault) => !fault.startsWith(`${total}:`))).toEqual(
      expected.filter((fault) => !fault.startsWith(`${total}:`)),
    );
    expect(found).toContain(`${total}: cpf`);
    expect(told.validos).toBe(told.total - wrong.size);
  }, 60_000);

  it('is mended in the grid: all alike at once, unknown areas made, single cells typed', async () => {
    expect(told.falhas.find(({ valor }) => valor === 'Almoxarifad')?.sugestao).toBe('Almoxarifado');
    expect(told.criaveis.find(({ campo }) => campo === 'areaOrganizacional')?.nomes).toEqual([
      'Almoxarifad',
      'Oficina de Protótipos',
    ]);
    // A band needs more than its name: its form is a link.
    expect(told.criaveis.map(({ campo }) => campo)).toEqual(['areaOrganizacional']);
    expect(told.inseriveis).toMatchObject([
      {
        campo: 'faixaSalarial',
        singular: 'Faixa Salarial',
        cadastro: 'cargo-salario/faixas-salariais',
        nomes: ['Astronauta'],
      },
    ]);
    // A history's first entry says where and at what: neither is offered to be left empty.
    expect(told.grupos.filter(({ campo }) => campo === 'areaOrganizacional').map(({ opcional }) => opcional)).toContain(false);
    expect(told.grupos.filter(({ campo, opcional }) => campo === 'areaOrganizacional' && opcional)).toEqual([]);
    expect(told.campos.filter(({ obrigatorio }) => obrigatorio).map(({ nome }) => nome)).toContain('areaOrganizacional');
    await mend({ iguais: [{ campo: 'areaOrganizacional', de: 'Almoxarifad', para: 'Almoxarifado' }] });
    await mend({ criar: ['areaOrganizacional'] });
    const cell = (n: number, campo: string, valor: string) => ({ linha: FIRST + n, campo, valor });
    await mend({
      celulas: [
        cell(10, 'dataAdmissao', '28/02/2023'),
        cell(20, 'dataNascimento', '1/1/1990'),
        cell(31, 'cpf', CPF.sample(5_000_031)),
        cell(40, 'nome', 'Pessoa Número 40'),
        cell(50, 'sexo', 'fem'),
        cell(120, 'cpf', CPF.sample(5_000_120)),
        cell(130, 'matricula', 'Z130'),
        cell(140, 'faixaSalarial', 'Almoxarife II'),
        cell(150, 'salario', '3.000,00'),
        cell(PEOPLE + 2, 'dataHistorico', formatDate(TRANSFER)),
      ],
    });
    expect(new Set(told.falhas.map(({ linha }) => linha))).toEqual(new Set([FIRST + PEOPLE + 3]));
  }, 60_000);

  it('is applied in one go: new employees, a change as a further dated entry, and nothing where nothing changes', async () => {
    const [same, moved, undated] = known as [(typeof known)[0], (typeof known)[0], (typeof known)[0]];
    const [wasSame, wasMoved] = [await entriesOf(same.id), await entriesOf(moved.id)];
    const mensagem = await taskOf(
      await admin('POST', `${base}/importar/${told.importacaoId}/aplicar`, { modo: 'inserirOuAtualizar', somenteValidos: true }),
    );
    expect(mensagem).toBe('292 registros importados (290 incluídos e 2 atualizados; 1 já estava como na planilha)');
    expect(await entriesOf(same.id)).toEqual(wasSame);
    const now = await entriesOf(moved.id);
    expect(now.slice(0, -1).map(({ data, area }) => [data, area])).toEqual(wasMoved.map(({ data, area }) => [data, area]));
    expect(now.at(-1)).toMatchObject({ data: TRANSFER, motivo: 'T', area: 'Jurídico', faixa: moved.faixa, ate: null });
    expect(now.at(-2)?.ate).toBe(TRANSFER);
    expect((await entriesOf(undated.id)).at(-1)?.data).toBe(TRANSFER);
    const made = await app.db.query<{ nome: string; nascimento: string; admissao: string; sexo: string; area: string }>({
      text: `select t.nome, t.data_nascimento::text as nascimento, t.data_admissao::text as admissao, t.sexo, a.nome as area from talentos t
        join areas_organizacionais a on a.id = t.area_atual_id where t.matricula like 'Z%' order by substr(t.matricula, 2)::int`,
    });
    expect(made.map(({ nome }) => nome)).toEqual(Array.from({ length: PEOPLE }, (_, n) => `Pessoa Número ${n}`));
    const untouched = made.map((row, n) => ({ ...row, n })).filter(({ n }) => !wrong.has(FIRST + n));
    for (const { n, nascimento, admissao } of untouched)
      expect([nascimento, admissao]).toEqual([addDays('1980-03-01', n * 11), admissionOf(n)]);
    expect(new Set(made.map(({ area }) => area))).toEqual(new Set(['Almoxarifado', 'Oficina de Protótipos']));
  }, 60_000);

  it('is taken back as a batch', async () => {
    await taskOf(await admin('POST', `${base}/importar/${told.importacaoId}/desfazer`));
    expect(await peopleNow()).toEqual(before);
    expect(await app.db.query({ text: `select id from areas_organizacionais where nome = 'Oficina de Protótipos'` })).toEqual([]);
    expect((await look()).estado).toBe('desfeita');
  }, 60_000);

  it('tells rows that mean one employee by different keys, and only once those that share a key', async () => {
    const [one] = await app.db.query<{ nome: string; cpf: string; matricula: string }>({
      text: `select nome, cpf, matricula from talentos where empresa_id = $1 and matricula is not null and situacao = 'A' order by id limit 1`,
      values: [app.empresas[0]],
    });
    const { nome = '', cpf = '', matricula = '' } = one ?? {};
    const lines = [
      `${nome};${cpf};;a@exemplo.com.br`,
      `${nome};;${matricula};b@exemplo.com.br`,
      `${nome};${cpf};;c@exemplo.com.br`,
    ];
    const file = multipart('mesma.csv', Buffer.from(['Nome;CPF;Matrícula;E-mail', ...lines].join('\r\n')));
    const answer = await admin('POST', `${base}/importar/analisar`, file.body, file.headers);
    expect((answer.body as Told).falhas.map(({ linha, campo, mensagem }) => ({ linha, campo, mensagem }))).toEqual([
      { linha: 3, campo: 'cpf', mensagem: 'Esta linha e a linha 2 identificam o mesmo registro' },
      { linha: 4, campo: 'cpf', mensagem: 'CPF: repetido na linha 2 do arquivo' },
    ]);
  });

  it('asks what the configuration makes required, or leaves it aside when so told (CALL-179)', async () => {
    await app.db.query({
      text: `insert into parametros_sistema (status_colabore) select 'Inativo' where not exists (select 1 from parametros_sistema)`,
    });
    await app.db.query({ text: `update parametros_sistema set campos_colaborador_obrigatorio = '{mae}'` });
    await app.db.query({ text: 'update versao_acessos set versao = versao + 1' });
    const line = `Maria Nova;${CPF.sample(6_000_001)};F;E;01/02/2024;Jurídico;Advogado I`;
    const sheet = `Nome;CPF;Sexo;Vínculo;Data de admissão;Área Organizacional;Faixa Salarial\r\n${line}`;
    for (const root of ['gestao-talentos/talentos', 'cargo-salario/colaboradores'])
      for (const isIgnored of [false, true]) {
        const file = multipart('nova.csv', Buffer.from(sheet));
        const [mark] = file.body.toString('latin1').split('\r\n');
        const wish = `${mark}\r\ncontent-disposition: form-data; name="ignoraOpcionaisObrigatorios"\r\n\r\n${isIgnored}\r\n`;
        const body = Buffer.from(file.body.toString('latin1').replace('name="arquivo"', 'name="file"'), 'latin1');
        const answer = await admin(
          'POST',
          `/api/${root}/importa-colaboradores`,
          Buffer.concat([Buffer.from(wish), body]),
          file.headers,
        );
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        expect((answer.body as Told).falhas.map(({ campo }) => campo)).toEqual(isIgnored ? [] : ['mae']);
        told = answer.body as Told;
      }
    await taskOf(await admin('POST', `${base}/importar/${told.importacaoId}/aplicar`, { modo: 'inserir' }));
    expect(await app.db.query({ text: `select nome from talentos where cpf = $1`, values: [CPF.sample(6_000_001)] })).toEqual([
      { nome: 'Maria Nova' },
    ]);
  }, 60_000);

  it('finds an occupation by its code with the hyphen, without it, and without the zero that a spreadsheet drops', async () => {
    const codes = await app.db.query<{ codigo: string; completa: string }>({
      text: `(select codigo, descricao_completa as completa from codigos_cbo where codigo like '0%' order by codigo limit 1)
        union all select codigo, descricao_completa from codigos_cbo where codigo = '521110'`,
    });
    const [zero, seller] = codes.map(({ codigo }) => codigo) as [string, string];
    const cells = [
      zero,
      Number(zero),
      `${zero.slice(0, 4)}-${zero.slice(4)}`,
      '5211-10',
      521_110,
      '5211.10',
      codes[1]?.completa ?? '',
    ];
    const rows = [
      ['Cargo', 'Nome', 'Código CBO', 'Valor'],
      ...cells.map((cell, n) => ['Advogado', `Prova ${n}`, cell, 5_000]),
      ['Advogado', 'X', '5211-9', 5_000],
    ];
    const file = multipart('faixas.xlsx', Buffer.from(await hucreWrite({ sheets: [{ name: 'Faixas', rows }] })));
    const answer = await admin('POST', '/api/cargo-salario/faixas-salariais/importar/analisar', file.body, file.headers);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { importacaoId, falhas } = answer.body as Told;
    expect(falhas.filter(({ campo }) => campo === 'codigoCBO').map(({ valor }) => valor)).toEqual(['5211-9']);
    const read = await app.db.query<{ codigo: string }>({
      text: `select c.codigo from importacao_linhas l join codigos_cbo c on c.id = (l.entrada ->> 'codigoCBO')::int
        where l.importacao_id = $1 order by l.linha`,
      values: [importacaoId],
    });
    expect(read.map(({ codigo }) => codigo)).toEqual([zero, zero, zero, seller, seller, seller, seller]);
  });
});
