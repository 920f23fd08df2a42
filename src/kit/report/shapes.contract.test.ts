import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { readSheet } from '#kit/import/read-sheet.server.ts';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import type { Mark } from './preview.ts';
import type { MatrixQuery, ReportQuery } from './report.server.ts';
import { defineReport } from './report.ts';
import { registerReport } from './run.server.ts';

/** Rows of the query, told by the test: what is proven here is what becomes of them. */
let cells: object[] = [];
const given = (columns: string) => sql`select * from json_to_recordset(${JSON.stringify(cells)}::json) as r(${sql([columns])})`;

const grouped = defineReport({
  id: 'agrupado',
  title: 'Folha agrupada',
  authority: 'ROLE_REL_FOLHA',
  filter: {
    agruparPor: having(choice('Agrupar por', { AREA: 'Área', VINCULO: 'Vínculo', AMBOS: 'Área e vínculo' }), { initial: 'AREA' }),
    exibirSalario: having(choice('Exibir salário', { S: 'Sim', N: 'Não' }), { initial: 'S' }),
    areas: optional(refIds('Áreas', 'prova/areas', 0)),
  },
  row: {
    nome: text('Nome', 60),
    area: text('Área', 60),
    vinculo: choice('Vínculo', { C: 'Celetista', E: 'Estagiário' }),
    salario: money('Salário'),
    segredo: having(money('Segredo'), { sensitive: 'ROLE_VER_SALARIO' }),
  },
  groups: ({ agruparPor }) => (agruparPor === 'AMBOS' ? ['area', 'vinculo'] : agruparPor === 'AREA' ? ['area'] : ['vinculo']),
  columns: ({ exibirSalario }) =>
    exibirSalario === 'N' ? ['nome', 'area', 'vinculo'] : ['nome', 'area', 'vinculo', 'salario', 'segredo'],
  totals: { nome: 'count', salario: ['sum', 'average'], segredo: 'sum' },
  also: { path: 'folha/:agruparPor', format: 'json' },
});

const matrix = defineReport({
  id: 'matriz',
  title: 'Matriz',
  authority: 'ROLE_REL_MATRIZ',
  filter: { areas: optional(refIds('Áreas', 'prova/areas', 0)) },
  row: {
    nome: text('Nome', 60),
    cargo: text('Cargo', 60),
    competencia: text('Competência', 60),
    nota: money('Nota'),
  },
  matrix: { key: 'id', column: 'competencia', value: 'nota', end: { kind: 'average', label: 'Média' } },
  totals: ['nota'],
});

let stand: Stand;
let ordered: MatrixQuery;

beforeAll(async () => {
  stand = await openStand();
  const at = '/api/prova/relatorios';
  const query: ReportQuery = () => given('nome text, area text, vinculo text, salario numeric, segredo numeric');
  registerReport(stand.app, stand, `${at}/agrupado`, grouped, query);
  const long: ReportQuery = () => given('id int, nome text, cargo text, competencia text, nota numeric');
  registerReport(stand.app, stand, `${at}/matriz`, matrix, long);
  ordered = { columns: () => sql`select * from (values ('Zelo'), ('Ética'), ('Nunca medida')) as c(nome)`, cells: long };
  registerReport(stand.app, stand, `${at}/matriz-ordenada`, { ...matrix, id: 'matriz-ordenada' }, ordered);
  await stand.app.ready();
});
afterAll(() => stand.close());

const ask = (report: string, payload: object, headers: Record<string, string> = { accept: 'application/json' }) =>
  stand.app.inject({
    method: 'POST',
    url: `/api/prova/relatorios/${report}`,
    payload,
    headers: { origin: 'http://localhost:80', ...headers },
  });
const said = (marks: Mark[]) =>
  marks.map((mark) => [mark.at, mark.kind === 'heading' ? `${mark.label}: ${mark.value}` : mark.words]);

async function sheetOf(content: Buffer): Promise<unknown[][]> {
  const file = path.join(stand.folder, 'planilha.xlsx');
  await writeFile(file, content);
  const rows: unknown[][] = [];
  for await (const { cells: row } of readSheet({ path: file, name: 'planilha.xlsx' }, { maxRows: 1_000, maxBytes: 9_000_000 }))
    rows.push(row);
  return rows;
}

const folha = [
  { nome: 'Ana', area: 'A', vinculo: 'C', salario: '1000.10', segredo: '5' },
  { nome: 'Bia', area: 'A', vinculo: 'E', salario: '0.05', segredo: '6' },
  { nome: 'Caio', area: 'B', vinculo: 'E', salario: null, segredo: '7' },
];

test('the filter chooses levels of headings and columns; screen and spreadsheet tell the same totals', async () => {
  cells = folha;
  const both = (await ask('agrupado', { agruparPor: 'AMBOS', exibirSalario: 'S' })).json();
  expect(both.columns.map(({ key }: { key: string }) => key)).toEqual(['area', 'vinculo', 'nome', 'salario', 'segredo']);
  expect(said(both.marks)).toEqual([
    [0, 'Área: A'],
    [0, 'Vínculo: Celetista'],
    [1, 'Total de Celetista'],
    [1, 'Média de Celetista (1)'],
    [1, 'Vínculo: Estagiário'],
    [2, 'Total de Estagiário'],
    [2, 'Média de Estagiário (1)'],
    [2, 'Total de A'],
    [2, 'Média de A (2)'],
    [2, 'Área: B'],
    [2, 'Vínculo: Estagiário'],
    [3, 'Total de Estagiário'],
    [3, 'Média de Estagiário (1)'],
    [3, 'Total de B'],
    [3, 'Média de B (1)'],
    [3, 'Total geral'],
    [3, 'Média geral (3 registros)'],
  ]);
  expect(both.totals).toEqual({ nome: 3, salario: 1000.15, segredo: 18 });
  expect(both.marks.at(-1).values).toEqual({ salario: 500.08 });

  const sheet = await sheetOf((await ask('agrupado', { agruparPor: 'AREA', exibirSalario: 'S', pdf: false }, {})).rawPayload);
  expect(sheet).toEqual([
    ['Área', 'Nome', 'Vínculo', 'Salário', 'Segredo'],
    ['A', 'Ana', 'Celetista', 1000.1, 5],
    ['A', 'Bia', 'Estagiário', 0.05, 6],
    ['Total de A', 2, null, 1000.15, 11],
    ['Média de A (2)', null, null, 500.08],
    ['B', 'Caio', 'Estagiário', null, 7],
    ['Total de B', 1, null, null, 7],
    ['Média de B (1)'],
    ['Total geral', 3, null, 1000.15, 18],
    ['Média geral (3 registros)', null, null, 500.08],
  ]);
  const csv = await ask('agrupado', { agruparPor: 'VINCULO', exibirSalario: 'N', formato: 'csv' }, {});
  expect(csv.body.split('\r\n').slice(0, 3)).toEqual(['\ufeffVínculo;Nome;Área', 'Celetista;Ana;A', 'Total de Celetista;1;']);
});

test('a screen takes no more rows, headings and totals than rows alone, and no more text than an answer: more is a task', async () => {
  const asTask = async (agruparPor: string) => {
    const answer = await ask('agrupado', { agruparPor, exibirSalario: 'S' });
    if (answer.statusCode === 202)
      await stand.app.inject({
        method: 'POST',
        url: `/api/tarefas/${answer.json().tarefaId}/cancelar`,
        headers: { origin: 'http://localhost:80' },
      });
    return answer.statusCode;
  };
  const people = (n: number, nome: string) =>
    Array.from({ length: n }, (_, at) => ({ nome, area: `Área ${at}`, vinculo: 'C', salario: '1', segredo: '2' }));
  cells = people(700, 'Ana');
  expect(await asTask('AMBOS')).toBe(200);
  cells = people(1_000, 'Ana');
  expect([await asTask('AMBOS'), await asTask('VINCULO')]).toEqual([202, 200]);
  cells = people(4_000, 'Ana'.padEnd(1_000, '.'));
  expect(await asTask('VINCULO')).toBe(202);
});

test('a column that asks an authority is not there for who lacks it, in no form', async () => {
  cells = folha;
  const body = { agruparPor: 'AREA', exibirSalario: 'S' };
  const without = { 'x-sem': 'ROLE_VER_SALARIO' };
  const json = (await ask('agrupado', body, { accept: 'application/json', ...without })).json();
  expect(JSON.stringify(json)).not.toContain('egredo');
  expect(json.totals).toEqual({ nome: 3, salario: 1000.15 });
  expect((await ask('agrupado', { ...body, formato: 'csv' }, without)).body).not.toContain('Segredo');
});

test('a report answers also where it says, with the filter in the address', async () => {
  cells = folha;
  const answer = await stand.app.inject({ url: '/api/prova/folha/VINCULO?exibirSalario=N&areas=1,2' });
  expect(answer.json().columns.map(({ key }: { key: string }) => key)).toEqual(['vinculo', 'nome', 'area']);
  expect((await stand.app.inject({ url: '/api/prova/folha/OUTRO?exibirSalario=N' })).statusCode).toBe(400);
  expect(
    (await stand.app.inject({ url: '/api/prova/folha/AREA?exibirSalario=N&areas=x&inventado=1' })).json().errors,
  ).toHaveLength(2);
});

const cell = (id: number, competencia: string | null, nota: string | null) => ({
  id,
  nome: `Talento ${id}`,
  cargo: 'Analista',
  competencia,
  nota,
});

test('cells become lines and columns; homonyms stay apart; who has no cell has an empty line', async () => {
  cells = [
    cell(1, 'Zelo', '2.00'),
    cell(1, 'Ética', '5.00'),
    { ...cell(2, 'Ética', '3.00'), nome: 'Talento 1' },
    cell(3, null, null),
  ];
  const answer = await ask('matriz', {});
  expect(answer.statusCode, answer.body).toBe(200);
  const { columns, rows, totals } = answer.json();
  expect(columns.map(({ label }: { label: string }) => label)).toEqual(['Nome', 'Cargo', 'Ética', 'Zelo', 'Média']);
  expect(rows).toEqual([
    { nome: 'Talento 1', cargo: 'Analista', c0: 5, c1: 2, fim: 3.5 },
    { nome: 'Talento 1', cargo: 'Analista', c0: 3, fim: 3 },
    { nome: 'Talento 3', cargo: 'Analista', fim: null },
  ]);
  expect(totals).toEqual({ c0: 8, c1: 2 });
  const sheet = await sheetOf((await ask('matriz', { pdf: false }, {})).rawPayload);
  expect(sheet).toEqual([
    ['Nome', 'Cargo', 'Ética', 'Zelo', 'Média'],
    ['Talento 1', 'Analista', 5, 2, 3.5],
    ['Talento 1', 'Analista', 3, null, 3],
    ['Talento 3', 'Analista'],
    ['Total geral (3 registros)', null, 8, 2],
  ]);
  const other = (await ask('matriz-ordenada', {})).json();
  expect(other.columns.map(({ label }: { label: string }) => label)).toEqual([
    'Nome',
    'Cargo',
    'Zelo',
    'Ética',
    'Nunca medida',
    'Média',
  ]);
});

test('a wide matrix prints on several pages, one too wide says so, a column that came in between too', async () => {
  cells = Array.from({ length: 60 }, (_, i) => cell(1, `Competência ${i}`, '1.00'));
  const pdf = await ask('matriz', {}, {});
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  cells = Array.from({ length: 201 }, (_, i) => cell(1, `Competência ${i}`, '1.00'));
  const wide = await ask('matriz', {});
  expect([wide.statusCode, wide.json().code]).toEqual([400, 'RELATORIO_LARGO']);
  cells = [cell(1, 'Não listada', '1.00')];
  expect((await ask('matriz-ordenada', {})).statusCode).toBe(409);
  cells = [];
  expect((await ask('matriz', {})).statusCode).toBe(204);
});
