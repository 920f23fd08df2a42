import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { exportJob, registerExport } from '#kit/export/export.server.ts';
import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { cpf } from '#kit/fields/identity.ts';
import { money } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { readSheet } from '#kit/import/read-sheet.server.ts';
import type { Task } from '#kit/jobs/jobs.server.ts';
import { startWorker, type Worker } from '#kit/jobs/worker.server.ts';
import { openStand, type Stand } from '#kit/testing/stand.server.ts';
import type { ReportQuery } from './report.server.ts';
import { defineReport } from './report.ts';
import { type Printing, registerReport, reportJob } from './run.server.ts';

const url = '/api/prova/relatorios/salarios';
const list = '/api/prova/pessoas';
const report = defineReport({
  id: 'salarios',
  title: 'Relação de Salários',
  authority: 'ROLE_REL_SALARIOS',
  filter: { areas: optional(refIds('Áreas', 'prova/areas', 0)), nascimento: optional(date('Nascidos até')) },
  row: {
    area: text('Área', 60),
    nome: text('Nome', 100),
    cpf: cpf(),
    vinculo: choice('Vínculo', { C: 'Celetista', E: 'Estagiário' }),
    salario: having(money('Salário'), { sensitive: 'ROLE_VER_SALARIO' }),
  },
  groups: ['area'],
  totals: ['salario'],
});
const query: ReportQuery = ({ areas }: { areas: number[] }, acting) =>
  sql`select a.nome as area, p.nome, p.cpf, p.vinculo, p.salario from pessoas p join areas a on a.id = p.area_id
    where p.empresa_id = ${acting.empresaId} and (${areas.length} = 0 or a.id = any(${areas}::bigint[])) order by a.nome_ord, p.nome_ord, p.id`;

/** As few rows as a page has, each of which says as much as a long text may. */
const wordy = '/api/prova/relatorios/textos';
const wordyQuery: ReportQuery = () =>
  sql`select 'Textos' as area, repeat('ab ', 6666) as nome, 0 as salario from generate_series(1, 300)`;

let stand: Stand;
let worker: Worker;
let small = 0;
let large = 0;

beforeAll(async () => {
  stand = await openStand();
  const printing: Printing = stand;
  registerReport(stand.app, printing, url, report, query);
  registerReport(stand.app, printing, wordy, report, wordyQuery);
  registerExport(stand.app, printing, list, stand.stores.pessoas);
  await stand.app.ready();
  worker = startWorker(stand.db, {
    connection: stand.db.connection,
    handlers: {
      relatorio: reportJob(printing, (at) => (at === url ? { report, source: query } : undefined)),
      exportacao: exportJob(printing, (at) => (at === list ? stand.stores.pessoas : undefined)),
    },
    actingFor: async (usuario, empresa) => stand.acting(usuario ?? 0, empresa ?? 0),
  });
  await stand.db.tx(async (tx) => {
    const area = async (nome: string) => (await stand.stores.areas.create(tx, stand.acting(), { nome, ativo: true })).id;
    small = await area('Administração');
    large = await area('Produção');
    const one = (nome: string, n: number, salario: number) =>
      stand.stores.pessoas.create(tx, stand.acting(), {
        nome,
        cpf: CPF.sample(n),
        vinculo: n === 2 ? 'E' : 'C',
        area: small,
        salario,
      });
    await one('=CMD|calc', 1, 0.1);
    await one('Ângela', 2, 0.2);
    await one('Zé', 3, 1234567.89);
  });
  await stand.db.query({
    text: `insert into pessoas (empresa_id, nome, cpf, vinculo, area_id, salario) select 1, 'Pessoa ' || n, lpad(n::text, 11, '0'), 'C', $1, 1000.01 from generate_series(1, 6000) n`,
    values: [large],
  });
});
afterAll(async () => {
  await worker.stop();
  await stand.close();
});

const ask = (payload: object, headers: Record<string, string> = {}) =>
  stand.app.inject({ method: 'POST', url, payload, headers: { origin: 'http://localhost:80', ...headers } });
const json = { accept: 'application/json' };

async function rowsOf(content: Buffer): Promise<unknown[][]> {
  const file = path.join(stand.folder, 'planilha');
  await writeFile(file, content);
  const rows: unknown[][] = [];
  for await (const { cells } of readSheet({ path: file, name: 'planilha' }, { maxRows: 10_000, maxBytes: 50_000_000 }))
    rows.push(cells);
  return rows;
}

async function done(answer: { statusCode: number; json(): { tarefaId: number } }): Promise<Task> {
  expect(answer.statusCode).toBe(202);
  for (let n = 0; n < 1_000; n++) {
    const task = await stand.jobs.read(answer.json().tarefaId, stand.acting());
    if (task && !['fila', 'executando'].includes(task.estado)) return task;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the task does not end');
}

test('the preview is the rows that the files print, with exact totals', async () => {
  const answer = await ask({ areas: [small] }, json);
  expect(answer.statusCode).toBe(200);
  const { columns, rows, totals } = answer.json();
  expect(columns.map(({ key, type }: { key: string; type: string }) => [key, type])).toEqual([
    ['area', 'text'],
    ['nome', 'text'],
    ['cpf', 'text'],
    ['vinculo', 'text'],
    ['salario', 'money'],
  ]);
  expect(rows[1]).toEqual({
    area: 'Administração',
    nome: 'Ângela',
    cpf: CPF.format(CPF.sample(2)),
    vinculo: 'Estagiário',
    salario: 0.2,
  });
  expect(totals).toEqual({ salario: 1234568.19 });
});

test('PDF by default, XLSX with pdf false, CSV by formato, each with its name', async () => {
  const pdf = await ask({ areas: [small] });
  expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
  expect(pdf.headers['content-disposition']).toBe(
    `attachment; filename="Relacao de Salarios.pdf"; filename*=UTF-8''Rela%C3%A7%C3%A3o%20de%20Sal%C3%A1rios.pdf`,
  );
  const xlsx = await ask({ areas: [small], pdf: false });
  const sheet = await rowsOf(xlsx.rawPayload);
  expect(sheet[0]).toEqual(['Área', 'Nome', 'CPF', 'Vínculo', 'Salário']);
  expect(sheet[3]).toEqual(['Administração', 'Zé', CPF.format(CPF.sample(3)), 'Celetista', 1234567.89]);
  const csv = await ask({ areas: [small], formato: 'csv' });
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.body.split('\r\n')[3]).toBe(`Administração;Zé;${CPF.format(CPF.sample(3))};Celetista;1234567,89`);
});

test('a text that a spreadsheet would run is text in CSV and XLSX', async () => {
  const csv = await ask({ areas: [small], formato: 'csv' });
  expect(csv.body).toContain(";'=CMD|calc;");
  const exported = await stand.app.inject({ url: `${list}/exportar?formato=csv&area=${small}` });
  expect(exported.body).toContain("'=CMD|calc;");
  expect((await rowsOf((await ask({ areas: [small], pdf: false })).rawPayload))[1]?.[1]).toBe('=CMD|calc');
});

test('nothing found is a 204, a wrong filter tells every fault', async () => {
  expect((await ask({ areas: [999_999] })).statusCode).toBe(204);
  const answer = await ask({ areas: ['x'], nascimento: '31/02/2020', senha: 1, pdf: 'sim', formato: 'exe' });
  expect(answer.statusCode).toBe(400);
  expect(
    answer
      .json()
      .errors.map(({ field }: { field: string }) => field)
      .sort(),
  ).toEqual(['areas.0', 'formato', 'nascimento', 'pdf', 'senha']);
  expect((await ask([])).statusCode).toBe(400);
});

test("more than 1,000 rows are printed by a task, whose file is its owner's alone", async () => {
  const task = await done(await ask({ areas: [large], formato: 'csv' }));
  expect(task).toMatchObject({ estado: 'concluida', titulo: 'Relação de Salários', mensagem: '6.000 linhas', progresso: 6000 });
  const file = await stand.files.find(task.arquivoId ?? 0, stand.acting());
  expect(file).toMatchObject({ nome: 'Relação de Salários.csv', tipo: 'text/csv; charset=utf-8' });
  await expect(stand.files.find(file.id, stand.acting(2))).rejects.toMatchObject({ status: 404 });
  expect(await stand.files.mine(stand.acting())).toMatchObject([{ id: file.id, tarefaId: task.id }]);
});

test('a PDF of 6,003 rows comes from the worker with the names of the filter', async () => {
  const task = await done(await ask({}));
  expect(task.estado).toBe('concluida');
  const { chave, tamanho } = await stand.files.find(task.arquivoId ?? 0, stand.acting());
  expect(tamanho).toBeGreaterThan(50_000);
  const out = createWriteStream(path.join(stand.folder, 'relatorio.pdf'));
  (await stand.files.store.get(chave)).pipe(out);
  await new Promise<void>((resolve) => out.once('close', () => resolve()));
});

test('few rows that say very much are printed by a task, and no request holds them, not for the screen either', async () => {
  const asked = { method: 'POST', url: wordy, payload: {} } as const;
  for (const accept of ['application/pdf', 'application/json']) {
    const answer = await stand.app.inject({ ...asked, headers: { origin: 'http://localhost:80', accept } });
    expect([accept, answer.statusCode]).toEqual([accept, 202]);
    await stand.app.inject({
      method: 'POST',
      url: `/api/tarefas/${answer.json().tarefaId}/cancelar`,
      headers: { origin: 'http://localhost:80' },
    });
  }
});

test('a report stays inside of the company', async () => {
  expect((await ask({ areas: [small] }, { 'x-empresa': '2' })).statusCode).toBe(204);
});

test('each run that shows a guarded column leaves one line in the trail, whatever the shape; one without it leaves none', async () => {
  const read = async (run: () => Promise<unknown>) => {
    stand.trail.length = 0;
    await run();
    return stand.trail.filter(({ action }) => action === 'L').map(({ changes: { colunas }, ...line }) => ({ ...line, colunas }));
  };
  const line = { table: 'relatorios/salarios', id: 0, action: 'L', colunas: [null, 'Salário'] };
  const without = { 'x-sem': 'ROLE_VER_SALARIO' };
  expect(await read(() => ask({ areas: [small] }, json))).toEqual([line]);
  expect(await read(() => ask({ areas: [small], formato: 'csv' }))).toEqual([line]);
  expect(await read(async () => done(await ask({ areas: [large], formato: 'csv' })))).toEqual([line]);
  expect(await read(() => ask({ areas: [small] }, { ...json, ...without }))).toEqual([]);
  expect(await read(() => ask({ areas: [999_999] }))).toEqual([]);
  const exported = (columns: string, headers = {}) =>
    stand.app.inject({ url: `${list}/exportar?formato=csv&busca=angela${columns}`, headers });
  expect(await read(() => exported(''))).toEqual([{ ...line, table: stand.stores.pessoas.registry.table }]);
  expect(await read(() => exported('&colunas=nome,area'))).toEqual([]);
  expect(await read(() => exported('', without))).toEqual([]);
  expect(await read(async () => done(await stand.app.inject({ url: `${list}/exportar?sort=nome,desc` })))).toHaveLength(1);
});

test('the present list is exported with its filter and order, and a long one by a task', async () => {
  const xlsx = await stand.app.inject({ url: `${list}/exportar?busca=angela` });
  expect(await rowsOf(xlsx.rawPayload)).toEqual([
    ['Nome', 'CPF', 'Salário', 'Vínculo', 'Área', 'Data de Nascimento'],
    ['Ângela', CPF.format(CPF.sample(2)), 0.2, 'Estagiário', 'Administração'],
  ]);
  const chosen = await stand.app.inject({ url: `${list}/exportar?busca=angela&formato=csv&colunas=area,nome` });
  expect(chosen.body).toBe('\ufeffÁrea;Nome\r\nAdministração;Ângela\r\n');
  expect((await stand.app.inject({ url: `${list}/exportar?colunas=senha` })).statusCode).toBe(400);
  expect((await stand.app.inject({ url: `${list}/exportar?senha=1` })).statusCode).toBe(400);
  expect((await stand.app.inject({ url: `${list}/exportar?formato=pdf` })).statusCode).toBe(400);
  expect(await done(await stand.app.inject({ url: `${list}/exportar?sort=nome,desc` }))).toMatchObject({
    estado: 'concluida',
    mensagem: '6.003 linhas',
  });
});
