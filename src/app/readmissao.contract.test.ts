import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Preview } from '#kit/report/preview.ts';
import { multipart } from './server-process.server.ts';
import { type Client, done, faultsOf, openTestApp, type Row, type TestApp } from './test-app.server.ts';

/** ADR 17: each record of talents is one employment; those of one CPF follow each other. */
const TALENTOS = '/api/gestao-talentos/talentos';
const RELATORIOS = '/api/gestao-talentos/relatorios';

let app: TestApp;
let admin: Client;
const areas: number[] = [];
let faixa = 0;
let motivo = 0;
let pessoas = 0;

const post = (url: string, body: object) => done<Row>(admin, 'POST', url, body);

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.login(0);
  for (const nome of ['Produção', 'Vendas'])
    areas.push((await post('/api/cargo-salario/areas-organizacionais', { nome, ativo: true })).id);
  const cargo = { nome: 'Operador', nomeMercado: 'Operador', areasOrganizacionais: areas.map((id) => ({ id })), ativa: true };
  const cbo = await app.db.one<{ id: number }>(sql`select id from codigos_cbo order by id limit 1`);
  faixa = (
    await post('/api/cargo-salario/faixas-salariais', {
      cargo: { id: (await post('/api/cargo-salario/cargos', cargo)).id },
      nome: 'I',
      codigoCBO: { id: cbo?.id },
      historicos: [{ data: '2010-01-01', tipo: '3', valor: 2_000 }],
    })
  ).id;
  motivo = (await post('/api/gestao-talentos/motivo-desligamento', { motivo: 'Pedido', turnover: true, ativo: true })).id;
});
afterAll(() => app.close());

interface Contrato {
  nome?: string;
  cpf: string;
  de: string;
  ate?: string | null;
  matricula?: string | null;
  area?: number;
}

const corpo = ({ nome = 'Rita Prado', cpf, de, ate = null, matricula = null, area = areas[0] as number }: Contrato) => ({
  nome,
  cpf,
  matricula,
  sexo: 'F',
  vinculo: 'E',
  dataAdmissao: de,
  dataDesligamento: ate,
  historicos: [{ data: de, motivo: 'C', areaOrganizacional: area, faixaSalarial: faixa, tipoSalario: '1' }],
});
const outroCpf = () => CPF.sample(++pessoas + 700);
const admite = (contrato: Contrato) => post(TALENTOS, corpo(contrato));
const desliga = (id: number, data: string) =>
  done<Row>(admin, 'POST', `${TALENTOS}/${id}/desligar`, { data, motivo, tipo: 'PEDIDO', avisoPrevio: 'DISPENSADO' });
const quadro = async (slug: string, filtro: object): Promise<Record<string, unknown>[]> => {
  const { status, body } = await admin('POST', `${RELATORIOS}/${slug}`, filtro, { accept: 'application/json' });
  expect([200, 204], JSON.stringify(body)).toContain(status);
  return status === 204 ? [] : (body as { rows: Record<string, unknown>[] }).rows;
};
const emDia = async (dia: string, cpf: string) =>
  ((await admin('GET', `${TALENTOS}?em=${dia}&cpf=${cpf}`)).body as Row[]).map(({ id, situacao }) => [id, situacao]);

describe('whoever comes back', () => {
  const cpf = CPF.sample(700);
  let primeiro = 0;
  let segundo = 0;

  it('has a further record from a day after the last one worked', async () => {
    primeiro = (await admite({ cpf, de: '2020-03-02', matricula: 'A1' })).id;
    expect(faultsOf(await admin('POST', TALENTOS, corpo({ cpf, de: '2024-02-01' })))).toEqual([
      'cpf: Já existe um registro com este CPF',
    ]);
    await desliga(primeiro, '2022-05-31');
    expect(faultsOf(await admin('POST', TALENTOS, corpo({ cpf, de: '2022-05-31' })))).toEqual([
      'dataAdmissao: Esta pessoa trabalhou aqui até 31/05/2022: a admissão deve ser posterior a essa data.',
    ]);
    // A number is never given twice (eSocial).
    expect(faultsOf(await admin('POST', TALENTOS, corpo({ cpf, de: '2024-02-01', matricula: 'A1' })))).toEqual([
      'matricula: Já existe um registro com esta Matrícula',
    ]);
    segundo = (await admite({ cpf, de: '2024-02-01', matricula: 'A2' })).id;
    expect(segundo).not.toBe(primeiro);
  });

  it('is where they were on every day, and nowhere in between', async () => {
    expect(await emDia('2021-01-01', cpf)).toEqual([[primeiro, 'A']]);
    expect(await emDia('2022-05-31', cpf)).toEqual([[primeiro, 'A']]);
    expect(await emDia('2023-01-01', cpf)).toEqual([[primeiro, 'D']]);
    expect((await emDia('2024-02-01', cpf)).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [primeiro, 'D'],
      [segundo, 'A'],
    ]);
  });

  it('is counted as coming and leaving each time, with the days of each time alone', async () => {
    const filtro = { dataIni: '2020-01-01', dataFim: '2020-12-31', exibirMeses: true };
    const soma = async (dataIni: string, dataFim: string) =>
      (await quadro('indicador-turnover', { ...filtro, dataIni, dataFim }))
        .filter(({ qtdAdmitidos, qtdDemitidos }) => Number(qtdAdmitidos) + Number(qtdDemitidos) > 0)
        .map(({ mes, qtdAdmitidos, qtdDemitidos }) => [mes, qtdAdmitidos, qtdDemitidos]);
    expect(await soma('2020-01-01', '2022-12-31')).toEqual([
      ['2020-03', 1, 0],
      ['2022-05', 0, 1],
    ]);
    expect(await soma('2023-01-01', '2024-12-31')).toEqual([['2024-02', 1, 0]]);
    const admitidos = await quadro('admitidos', { dataIni: '2020-01-01', dataFim: today(), agruparPor: 'TALENTO' });
    expect(admitidos.map(({ dataAdmissao }) => dataAdmissao)).toEqual(['2020-03-02', '2024-02-01']);
    // From the day of admission until the last day, both worked: 2 March 2020 to 31 May 2022 are two years, two months and thirty days.
    const saidas = await quadro('desligamentos', {
      dataIni: '2020-01-01',
      dataFim: today(),
      agruparPor: 'TALENTO',
      exibirListaColaboradores: true,
    });
    expect(saidas).toMatchObject([{ tempo: '2 anos e 2 meses', dataDesligamento: '2022-05-31' }]);
  });

  it('has each time in the timeline of both, with the number of the other', async () => {
    const eventos = async (id: number) =>
      ((await admin('GET', `${TALENTOS}/${id}/linha-do-tempo`)).body as { eventos: Record<string, unknown>[] }).eventos
        .filter(({ tipo }) => tipo === 'vinculo')
        .map(({ data, titulo, detalhe }) => [data, titulo, detalhe]);
    expect(await eventos(segundo)).toEqual([
      ['2024-02-01', 'Admissão', null],
      ['2022-05-31', 'Desligamento (outro vínculo)', 'Matrícula A1 · Pedido'],
      ['2020-03-02', 'Admissão (outro vínculo)', 'Matrícula A1'],
    ]);
    expect(await eventos(primeiro)).toContainEqual(['2024-02-01', 'Admissão (outro vínculo)', 'Matrícula A2']);
  });

  it('keeps the first time ended: neither by the dismissal, nor by the form, nor by its days', async () => {
    const sentenca = 'Esta pessoa foi readmitida em 01/02/2024: o desligamento deve ser anterior a essa data.';
    expect(await admin('POST', `${TALENTOS}/${primeiro}/cancelar-desligamento`)).toMatchObject({
      status: 400,
      body: { code: 'VINCULO_POSTERIOR', message: sentenca },
    });
    const { id: _, ...antes } = await done<Row>(admin, 'GET', `${TALENTOS}/${primeiro}`);
    for (const dataDesligamento of [null, '2024-02-01', '2025-01-01'])
      expect(faultsOf(await admin('PUT', `${TALENTOS}/${primeiro}`, { ...antes, dataDesligamento }))).toEqual([
        `dataDesligamento: ${sentenca}`,
      ]);
    expect((await admin('PUT', `${TALENTOS}/${primeiro}`, { ...antes, dataDesligamento: '2022-06-30' })).status).toBe(200);
    const { id: _id, ...terceiro } = await admite({ cpf: outroCpf(), de: '2023-01-01' });
    expect(faultsOf(await admin('PUT', `${TALENTOS}/${_id}`, { ...terceiro, cpf }))).toEqual([
      'cpf: Já existe um registro com este CPF',
    ]);
  });
});

describe('two at once', () => {
  it('hire one person: one wins, the other is told', async () => {
    const cpf = outroCpf();
    const { id } = await admite({ cpf, de: '2020-01-01', ate: '2021-01-01' });
    for (const de of ['2024-01-01', '2020-01-01']) {
      const quem = de === '2024-01-01' ? cpf : outroCpf();
      const answers = await Promise.all([1, 2, 3].map(() => admin('POST', TALENTOS, corpo({ cpf: quem, de }))));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
      for (const answer of answers.filter(({ status }) => status === 400))
        expect(faultsOf(answer)).toEqual(['cpf: Já existe um registro com este CPF']);
    }
    expect((await admin('GET', `${TALENTOS}?cpf=${cpf}`)).body).toHaveLength(2);
    expect(id).toBeGreaterThan(0);
  });

  it('write days of one person that meet, without anybody working on: one wins', async () => {
    const periodos = [
      ['2020-01-01', '2020-12-31'],
      ['2020-06-01', '2021-06-30'],
      ['2020-03-01', null],
    ] as const;
    for (let n = 0; n < 4; n++) {
      const cpf = outroCpf();
      const answers = await Promise.all(periodos.map(([de, ate]) => admin('POST', TALENTOS, corpo({ cpf, de, ate }))));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    }
    // Neither by another CPF given to somebody.
    const [cpf, outro] = [outroCpf(), outroCpf()];
    const { id, ...ficha } = await admite({ cpf: outro, de: '2020-01-01', ate: '2020-12-31' });
    const [muda, admitida] = await Promise.all([
      admin('PUT', `${TALENTOS}/${id}`, { ...ficha, cpf }),
      admin('POST', TALENTOS, corpo({ cpf, de: '2020-06-01', ate: '2021-06-30' })),
    ]);
    expect([muda.status, admitida.status].toSorted((a, b) => a - b)).toSatisfy(
      ([primeiro, segundo]) => primeiro < 400 && segundo === 400,
    );
  });

  it('hire again and take the dismissal back: never both', async () => {
    for (let n = 0; n < 6; n++) {
      const cpf = outroCpf();
      const { id } = await admite({ cpf, de: '2020-01-01' });
      await desliga(id, '2021-01-01');
      const [readmite, cancela] = await Promise.all([
        admin('POST', TALENTOS, corpo({ cpf, de: '2021-02-01' })),
        admin('POST', `${TALENTOS}/${id}/cancelar-desligamento`),
      ]);
      expect([readmite.status, cancela.status]).toEqual(readmite.status === 201 ? [201, 400] : [400, 200]);
      expect(await emDia(today(), cpf)).toHaveLength(readmite.status === 201 ? 2 : 1);
    }
  });
});

describe('what the form is told of a CPF', () => {
  const pergunta = async (client: Client, cpf: string) =>
    (await client('GET', `/api/geral/pessoas/cpf?cpf=${cpf}`)).body as Record<string, unknown>;

  it('are the employments that one may see, and of the others that there are some', async () => {
    const cpf = outroCpf();
    expect(await pergunta(admin, cpf)).toEqual({
      existe: false,
      ativo: false,
      pessoa: null,
      vinculos: [],
      avisoDaReadmissao: null,
    });
    const { id } = await admite({ cpf, de: '2020-01-01', matricula: 'V7', area: areas[1] as number });
    await desliga(id, '2021-01-01');
    const visto = { id, nome: 'Rita Prado', matricula: 'V7', situacao: 'D', dataAdmissao: '2020-01-01' };
    expect(await pergunta(admin, CPF.format(cpf))).toMatchObject({
      existe: true,
      ativo: false,
      pessoa: { id, nome: 'Rita Prado', situacao: 'D' },
      vinculos: [{ ...visto, dataDesligamento: '2021-01-01', tipoDesligamento: 'PEDIDO' }],
    });
    // Another company knows nothing, and whoever sees no area here nothing but that there is one.
    expect(await pergunta(await app.login(0, app.empresas[1]), cpf)).toMatchObject({ existe: false, vinculos: [] });
    const semAreas = await app.loginWithout(1, (name) => name === 'ROLE_VER_TODAS_AREAS');
    expect(await pergunta(semAreas, cpf)).toEqual({
      existe: true,
      ativo: false,
      pessoa: null,
      vinculos: [],
      avisoDaReadmissao: null,
    });
    const recusa = await semAreas('POST', TALENTOS, corpo({ cpf, de: '2020-06-01' }));
    expect(faultsOf(recusa)).toEqual([
      'cpf: A admissão deste CPF não pode ter esta data. Quem vê todas as áreas pode verificar o motivo.',
    ]);
    expect(JSON.stringify(recusa.body)).not.toMatch(/Rita|Vendas|2021/);
  });

  it('tells how somebody has left to who opens dismissals; others, who hire, have the legal warning as long as it counts', async () => {
    const saiu = async (data: string, tipo: string) => {
      const cpf = outroCpf();
      const { id } = await admite({ cpf, de: '2020-01-01' });
      await done(admin, 'POST', `${TALENTOS}/${id}/desligar`, { data, motivo, tipo, avisoPrevio: 'NAO_SE_APLICA' });
      return { id, cpf };
    };
    const ontem = addDays(today(), -1);
    const [justa, sem, antigo] = [
      await saiu(ontem, 'JUSTA_CAUSA'),
      await saiu(ontem, 'SEM_JUSTA_CAUSA'),
      await saiu('2021-01-01', 'SEM_JUSTA_CAUSA'),
    ];
    const dito = async (client: Client, { cpf }: { cpf: string }) => {
      const { vinculos, avisoDaReadmissao: aviso } = (await pergunta(client, cpf)) as {
        vinculos: { tipoDesligamento: string | null }[];
        avisoDaReadmissao: { ate: string; mensagem: string } | null;
      };
      return [vinculos[0]?.tipoDesligamento, aviso?.ate];
    };
    const todos = async (client: Client) => [await dito(client, justa), await dito(client, sem), await dito(client, antigo)];
    expect(await todos(admin)).toEqual([
      ['JUSTA_CAUSA', undefined],
      ['SEM_JUSTA_CAUSA', addDays(ontem, 90)],
      ['SEM_JUSTA_CAUSA', '2021-04-01'],
    ]);
    const contrata = await app.loginWithout(1, (name) => name.startsWith('ROLE_CAD_DESLIGAMENTO'));
    expect(await todos(contrata)).toEqual([
      [null, undefined],
      [null, addDays(ontem, 90)],
      [null, undefined],
    ]);
    const le = await app.loginWithout(
      2,
      (name) => name.startsWith('ROLE_CAD_DESLIGAMENTO') || name === 'ROLE_CAD_TALENTO_EDITAR',
    );
    expect(await todos(le)).toEqual([
      [null, undefined],
      [null, undefined],
      [null, undefined],
    ]);
    // The form of the record itself hires nobody.
    const proprio = await admin('GET', `/api/geral/pessoas/cpf?cpf=${sem.cpf}&pessoaId=${sem.id}`);
    expect(proprio.body).toMatchObject({ existe: false, avisoDaReadmissao: null });
  });
});

it('an admission that the personnel system cancelled does not hold the CPF', async () => {
  const cpf = outroCpf();
  const { id } = await admite({ cpf, de: '2024-01-01' });
  await app.db.query(sql`update talentos set status_ac = 'C', situacao = 'C' where id = ${id}`);
  expect((await admite({ cpf, de: '2024-01-02' })).id).toBeGreaterThan(id);
});

describe('a spreadsheet', () => {
  const analisa = async (linhas: string) => {
    const { body, headers } = multipart('talentos.csv', Buffer.from(linhas));
    return (await admin('POST', `${TALENTOS}/importar/analisar`, body, headers)).body as {
      importacaoId: number;
      validos: number;
      existentes: number;
      falhas: { linha: number; campo: string; mensagem: string }[];
    };
  };
  const titulo = 'Nome;CPF;Matrícula;Sexo;Data de admissão;Data de desligamento;Área Organizacional;Faixa Salarial\n';

  it('brings up to date whoever works here, and hires again who has left', async () => {
    const cpf = outroCpf();
    const antes = await admite({ cpf, de: '2020-01-01', ate: '2021-01-01', matricula: 'I1' });
    expect(await analisa(`${titulo}Rita;${cpf};I2;F;01/03/2024;;Produção;Operador I\n`)).toMatchObject({
      validos: 1,
      existentes: 0,
      falhas: [],
    });
    const { id } = await admite({ cpf, de: '2024-03-01', matricula: 'I2' });
    // By the CPF alone the one who works here; by first day or number the one that is meant.
    const existente = async (linha: string) => {
      const told = await analisa(linha);
      expect(told).toMatchObject({ validos: 1, existentes: 1, falhas: [] });
      const row = await app.db.one<{ id: number }>(
        sql`select existente_id as id from importacao_linhas where importacao_id = ${told.importacaoId}`,
      );
      return row?.id;
    };
    expect(await existente(`CPF;Nome\n${cpf};Rita P.\n`)).toBe(id);
    expect(await existente(`CPF;Matrícula;Nome\n${cpf};I1;Rita P.\n`)).toBe(antes.id);
    expect(await existente(`CPF;Data de admissão;Nome\n${cpf};01/01/2020;Rita P.\n`)).toBe(antes.id);
  });

  it('hires whose admission was cancelled, and never writes into what never was', async () => {
    const cpf = outroCpf();
    const { id } = await admite({ cpf, de: '2024-01-01' });
    await app.db.query(sql`update talentos set status_ac = 'C', situacao = 'C' where id = ${id}`);
    const linha = (de: string) => `${titulo}Rita;${cpf};;F;${de};;Produção;Operador I\n`;
    for (const de of ['01/01/2024', '01/03/2024'])
      expect(await analisa(linha(de))).toMatchObject({ validos: 1, existentes: 0, falhas: [] });
    const nova = await admite({ cpf, de: '2023-05-01' });
    const told = await analisa(`CPF;Nome\n${cpf};Rita P.\n`);
    const row = await app.db.one<{ id: number }>(
      sql`select existente_id as id from importacao_linhas where importacao_id = ${told.importacaoId}`,
    );
    expect(row?.id).toBe(nova.id);
  });

  it('that names a person in another registry means the last employment, by name as by CPF; two people stay two', async () => {
    const cpf = outroCpf();
    // An admission that was cancelled never was one, however late.
    const cancelada = await admite({ cpf, nome: 'Olga Duas Vezes', de: '2025-01-01' });
    await app.db.query(sql`update talentos set status_ac = 'C', situacao = 'C' where id = ${cancelada.id}`);
    await admite({ cpf, nome: 'Olga Duas Vezes', de: '2020-01-01', ate: '2021-01-01' });
    const { id } = await admite({ cpf, nome: 'Olga Duas Vezes', de: '2024-03-01' });
    for (const n of [1, 2]) await admite({ cpf: outroCpf(), nome: 'Iara Outra', de: `2024-0${n}-01` });
    await post('/api/gestao-talentos/tipo-ocorrencia', { descricao: 'Atraso', ativo: true });
    const { body, headers } = multipart(
      'ocorrencias.csv',
      Buffer.from(
        `Talento;Ocorrência;Data inicial\nOlga Duas Vezes;Atraso;01/04/2024\n${cpf};Atraso;02/04/2024\nIara Outra;Atraso;03/04/2024\n`,
      ),
    );
    const url = '/api/gestao-talentos/colaboradores-ocorrencias/importar/analisar';
    const told = (await admin('POST', url, body, headers)).body as {
      importacaoId: number;
      falhas: { linha: number; campo: string }[];
    };
    expect(told.falhas.map(({ linha, campo }) => [linha, campo])).toEqual([[4, 'colaborador']]);
    const linhas = await app.db.query<{ quem: number }>(sql`
      select (entrada ->> 'colaborador')::bigint as quem from importacao_linhas where importacao_id = ${told.importacaoId} and falhas is null order by linha`);
    expect(linhas.map(({ quem }) => quem)).toEqual([id, id]);
  });

  it('holds both times of one person, and tells two that share a day', async () => {
    const [primeiro, segundo] = [outroCpf(), outroCpf()];
    const linha = (cpf: string, de: string, ate: string, n: string) => `Rita;${cpf};${n};F;${de};${ate};Produção;Operador I\n`;
    const told = await analisa(
      titulo +
        linha(primeiro, '01/01/2015', '31/12/2016', 'P1') +
        linha(primeiro, '01/02/2020', '', 'P2') +
        linha(segundo, '01/01/2015', '31/12/2016', 'P3') +
        linha(segundo, '31/12/2016', '', 'P4'),
    );
    expect(told).toMatchObject({
      validos: 3,
      falhas: [
        {
          linha: 5,
          campo: 'cpf',
          mensagem: 'CPF: repetido na linha 4 do arquivo',
        },
      ],
    });
  });
});

it('the dynamic report counts who works today as the others do', async () => {
  const cpf = outroCpf();
  await admite({ cpf, nome: 'Vai Chegar', de: addDays(today(), 5) });
  const nomes = async (situacao: string) =>
    (await quadro('talento-dinamico', { colunasDinamicas: ['nome'], situacao })).map(({ nome }) => nome);
  expect(await nomes('A')).not.toContain('Vai Chegar');
  expect(await nomes('T')).toContain('Vai Chegar');
});

it('two of one name without a number are two headings', async () => {
  const duas = [
    await admite({ cpf: outroCpf(), nome: 'Ana Xará', de: '2024-05-02' }),
    await admite({ cpf: outroCpf(), nome: 'Ana Xará', de: '2024-05-02' }),
  ];
  await admite({ cpf: outroCpf(), nome: 'Ana Xará', de: '2024-05-02', matricula: 'X3' });
  const { body } = await admin(
    'POST',
    `${RELATORIOS}/formacao-escolar`,
    { agruparPor: 'TALENTO' },
    { accept: 'application/json' },
  );
  const titulos = (body as Preview).marks.flatMap((mark) => (mark.kind === 'heading' ? [mark.value] : []));
  expect(titulos.filter((titulo) => titulo.startsWith('Ana Xará'))).toEqual([
    ...duas.map(({ id }) => `Ana Xará (admissão em 02/05/2024, cadastro ${id})`),
    'Ana Xará (X3)',
  ]);
});
