import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { addDays, today } from '#kit/br/date.ts';
import type { Field } from '#kit/fields/field.ts';
import { readSheet } from '#kit/import/read-sheet.server.ts';
import type { Preview } from '#kit/report/preview.ts';
import type { AnyReport } from '#kit/report/report.ts';
import type { CellType } from '#kit/sheet/column.ts';
import type { SheetValue } from '#kit/sheet/sheet-row.ts';
import { modules } from './modules.server.ts';
import { createSamples, type Samples } from './samples.server.ts';
import { seedCaptacao } from './seed-captacao.server.ts';
import { seedEvaluations } from './seed-evaluations.server.ts';
import { seedNineBox } from './seed-nine-box.server.ts';
import { type Answer, type Client, done, openTestApp, type TestApp } from './test-app.server.ts';
import { filledFilter, widestFilter } from './widest-filter.server.ts';

const all = modules.flatMap((module) =>
  module.reports.map((report: AnyReport) => [`${module.id}/relatorios/${report.id}`, report] as const),
);

let app: TestApp;
let admin: Client;
let empty: Client;
let samples: Samples;
const folder = mkdtempSync(path.join(tmpdir(), 'vinculo-relatorios-'));

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(60);
  const evaluated = { empresaId: app.empresas[0] as number, today: today() };
  await app.db.tx(async (tx) => {
    await seedEvaluations(tx, evaluated);
    await seedNineBox(tx, evaluated);
    await seedCaptacao(tx, { ...evaluated, first: 500 });
    // Of a few people, because more rows would be printed by a task.
    await tx.query({
      text: 'delete from avaliados_desempenho where colaborador_id not in (select id from talentos order by id limit 15)',
    });
  });
  admin = await app.login(0);
  samples = createSamples(admin);
  empty = await app.login(0, app.empresas[2]);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

// Nobody was asked here: what follows from answers is tested with its module.
const unanswered = new Set([
  'resultados-entrevistas-desligamentos',
  'questionarios-talentos',
  'respostas-identificadas',
  'entrevistas',
  // The first that is offered is not concluded, and these two are of nobody in it.
  'comparativo-performance-talento',
  'ninebox',
]);

const NUMBERS = new Set<CellType>(['integer', 'code', 'number', 'money', 'percentage', 'duration']);

/** Rows of a file without its head, as somebody who opens it finds them. */
async function rowsIn(content: Buffer): Promise<SheetValue[][]> {
  const file = path.join(folder, 'planilha');
  writeFileSync(file, content);
  const rows: SheetValue[][] = [];
  for await (const { cells } of readSheet({ path: file, name: 'planilha' }, { maxRows: 10_000, maxBytes: 50_000_000 }))
    rows.push(cells);
  return rows.slice(1);
}

/** A cell as the figure of its column: a number, a day or a month; what a file has as text where a figure belongs stays text. */
function figureIn(cell: SheetValue | undefined, type: CellType): unknown {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'object') return type === 'month' ? cell.date.slice(0, 7) : cell.date;
  if (typeof cell === 'number') return type === 'percentage' ? Number((cell * 100).toFixed(8)) : cell;
  return cell;
}

/** The same of a CSV, where all is text. */
function figureWritten(cell: SheetValue | undefined, type: CellType): unknown {
  if (typeof cell !== 'string') return figureIn(cell, type);
  const text = cell.trim();
  if (NUMBERS.has(type) && /^-?[\d,]+%?$/.test(text)) return Number(text.replace('%', '').replace(',', '.'));
  if (type === 'date' || type === 'month') return text.split('/').reverse().join('-') || null;
  return text || null;
}

/** Every figure of the screen, totals among them, in the order of a file's rows: by column, null where there is none. */
function figuresOf({ columns, rows, marks }: Preview): Map<string, unknown>[] {
  const shown = columns.filter(({ type }) => type !== 'text' && type !== 'boolean' && type !== 'instant');
  const totalled = marks.some((mark) => mark.kind === 'total' && Object.keys(mark.values).length > 0);
  const figures: Map<string, unknown>[] = [];
  for (let at = 0; at <= rows.length; at++) {
    for (const mark of marks)
      if (mark.at === at && mark.kind === 'total' && totalled) figures.push(new Map(Object.entries(mark.values)));
    const row = rows[at];
    if (row) figures.push(new Map(shown.map(({ key }) => [key, row[key] ?? null])));
  }
  return figures;
}

const sentences = ({ body }: Answer) =>
  (body as { errors: { message: string }[] }).errors.map(({ message }) => message).join(' | ');

/** A sample of each registry of a module of which the seed knows nothing. */
async function fill(id: string | undefined): Promise<void> {
  for (const registry of modules.find((module) => module.id === id)?.registries ?? [])
    if (!registry.readOnly) await done(admin, 'POST', `/api/${id}/${registry.id}`, await samples.sample(registry));
}

/** The filter that asks for a field: of one that another's choice hides, with the choice that shows it. */
function showing(report: AnyReport, filter: Record<string, unknown>, name: string): Record<string, unknown> {
  const isShown = (one: Record<string, unknown>) =>
    report.filterForm.visibleWhen?.[name]?.(one, { today: today(), settings: {}, can: program }) !== false;
  const choices = Object.entries<Field>(report.filter).flatMap(([other, { options }]) =>
    Object.keys(options ?? {}).map((choice) => ({ ...filter, [other]: choice })),
  );
  return [filter, ...choices].find(isShown) ?? filter;
}

describe.each(all)('%s', (path, report) => {
  const url = `/api/${path}`;

  it('prints the same rows as JSON and CSV, a PDF and an XLSX', async () => {
    const filter = await filledFilter(admin, report);
    if (report.shape === 'document' && !unanswered.has(report.id)) return printsADocument(url, filter);
    const ask = () => admin('POST', url, filter, { accept: 'application/json' });
    const first = await ask();
    if (unanswered.has(report.id)) return expect(first.status, JSON.stringify(first.body)).toBe(204);
    if (first.status === 204) await fill(path.split('/')[0]);
    const json = first.status === 204 ? await ask() : first;
    expect(json.status, JSON.stringify(json.body)).toBe(200);
    const { columns, rows, marks } = json.body as Preview;
    expect(rows.length).toBeGreaterThan(0);
    expect(columns.length).toBeGreaterThan(0);
    // A heading that comes twice under the same outer one: the query does not sort by the groups.
    const open: string[] = [];
    const seen = marks.flatMap((mark) => {
      if (mark.kind !== 'heading') return [];
      open.length = mark.level;
      open.push(mark.value);
      return [open.join(' › ')];
    });
    expect(seen).toEqual([...new Set(seen)]);

    const csv = await admin('POST', url, { ...filter, formato: 'csv' });
    expect(csv.headers['content-type']).toContain('text/csv');
    const pdf = await admin('POST', url, filter);
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect(String(pdf.headers['content-disposition'])).toMatch(/filename/);
    const xlsx = await admin('POST', url, { ...filter, pdf: false });
    // Numbers are numbers, days are days, and both files say what the screen says, down to the totals.
    const figures = figuresOf(json.body as Preview);
    for (const [file, figure] of [
      [csv, figureWritten],
      [xlsx, figureIn],
    ] as const) {
      const found = await rowsIn(file.body as Buffer);
      expect(found.length).toBe(figures.length);
      expect(
        found.map((cells, at) =>
          Object.fromEntries(
            columns.flatMap(({ key, type }, i) => {
              const said = figures[at]?.get(key);
              // A count stands under a column of any kind.
              return said === undefined
                ? []
                : [[key, figure(cells[i], typeof said === 'number' && type === 'text' ? 'integer' : type)]];
            }),
          ),
        ),
      ).toEqual(figures.map((row) => Object.fromEntries(row)));
    }
  });

  async function printsADocument(url: string, filter: Record<string, unknown>) {
    const pdf = await admin('POST', url, filter);
    expect(pdf.status, JSON.stringify(pdf.body)).toBe(200);
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await admin('POST', url, { ...filter, formato: 'csv' })).status).toBe(400);
  }

  it('finds nothing where there is nothing', async () => {
    const answer = await empty('POST', url, await widestFilter(admin, report));
    // A record that a document is of belongs to the other company: it is not found.
    expect(report.shape === 'document' ? [204, 400, 404] : [204, 400], JSON.stringify(answer.body)).toContain(answer.status);
  });

  it('tells what is wrong with a period, a list or an id, in Portuguese', async () => {
    const filter = await filledFilter(admin, report);
    const ask = (more: object) => {
      const [name = ''] = Object.keys(more);
      return admin('POST', url, { ...showing(report, filter, name), ...more }, { accept: 'application/json' });
    };
    const refusal = async (more: object) => {
      const answer = await ask(more);
      expect(answer.status, JSON.stringify(more).slice(0, 60)).toBe(400);
      return sentences(answer);
    };
    for (const [name, field] of Object.entries<Field>(report.filter)) {
      if (field.kind === 'date')
        for (const day of ['0001-01-01', '9999-12-31', '2026-02-30', '31/12/2025'])
          expect(await refusal({ [name]: day }), name).toContain('Data inválida');
      if (field.kind === 'refs')
        expect(await refusal({ [name]: Array.from({ length: 10_000 }, (_, i) => i + 1) })).toMatch(/no máximo/);
      // Ids that nobody has, and those of another company: nothing, or none of theirs; a document of them is not found.
      const missing = report.shape === 'document' ? [204, 404] : [200, 204];
      if (field.kind === 'refs') expect(missing, name).toContain((await ask({ [name]: [999_999_999] })).status);
      if (field.kind === 'ref') expect([204, 404], name).toContain((await ask({ [name]: 999_999_999 })).status);
    }
    if ('dataIni' in filter && filter.dataIni !== null)
      expect(await refusal({ dataIni: today(), dataFim: addDays(today(), -1) })).toContain('Data final inferior à data inicial.');
  });

  it('answers no body, no list and no other format', async () => {
    const filter = await filledFilter(admin, report);
    expect((await admin('POST', url, [])).status).toBe(400);
    expect((await admin('POST', url, { ...filter, formato: 'exe' })).status).toBe(400);
    expect((await admin('POST', url, { ...filter, inventado: 1 })).status).toBe(400);
  });
});
