import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, today } from '#kit/br/date.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/kinds.ts';
import type { Preview } from '#kit/report/preview.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { modules } from './modules.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

const all = modules.flatMap((module) =>
  module.reports.map((report: AnyReport) => [`${module.id}/relatorios/${report.id}`, report] as const),
);

let app: TestApp;
let admin: Client;
let empty: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(60);
  admin = await app.login(0);
  empty = await app.login(0, app.empresas[2]);
});
afterAll(() => app.close());

/** Every record of what a filter may name, so that the filter lets all through. */
async function filterOf({ filter: fields, defaults }: AnyReport): Promise<Record<string, unknown>> {
  const filter: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<Field>(fields as Fields)) {
    if (name === 'dataIni') filter[name] = addDays(today(), -2_000);
    else if (name === 'dataFim') filter[name] = today();
    else if (field.kind === 'refs') filter[name] = (field.min ?? 0) > 0 || field.required ? await idsOf(field) : [];
    else if (field.kind === 'ref') filter[name] = field.required ? (await idsOf(field))[0] : null;
    else filter[name] = field.initial ?? (field.required ? traits[field.kind].sample(field, 0) : null);
  }
  // As the screen begins, but for periods, which let all through that was seeded.
  const begins: Record<string, unknown> = defaults?.({ today: today(), settings: {} }) ?? {};
  return { ...filter, ...begins, ...('dataIni' in filter ? { dataIni: filter.dataIni, dataFim: filter.dataFim } : {}) };
}

const idsOf = async (field: Field) =>
  ((await admin('GET', `/api/${field.target}/opcoes`)).body as { id: number }[]).map(({ id }) => id);

// Answers of interviews come with the survey engine: until then these find nothing anywhere.
const unanswered = new Set(['resultados-entrevistas-desligamentos']);

describe.each(all)('%s', (path, report) => {
  const url = `/api/${path}`;

  it('prints the same rows as JSON and CSV, a PDF and an XLSX', async () => {
    const filter = await filterOf(report);
    // Rules across the filter's fields may want a list that its own field leaves optional.
    for (const [name, field] of Object.entries<Field>(report.filter))
      if (field.kind === 'refs') filter[name] = await idsOf(field);
    if (report.shape === 'document') return printsADocument(url, filter);
    const json = await admin('POST', url, filter, { accept: 'application/json' });
    if (unanswered.has(report.id)) return expect(json.status, JSON.stringify(json.body)).toBe(204);
    expect(json.status, JSON.stringify(json.body)).toBe(200);
    const { columns, rows, marks } = json.body as Preview;
    expect(rows.length).toBeGreaterThan(0);
    expect(columns.length).toBeGreaterThan(0);
    // A heading that comes twice under the same outer one: the query does not sort by the groups.
    const path: string[] = [];
    const seen = marks.flatMap((mark) => {
      if (mark.kind !== 'heading') return [];
      path.length = mark.level;
      path.push(mark.value);
      return [path.join(' › ')];
    });
    expect(seen).toEqual([...new Set(seen)]);

    const csv = await admin('POST', url, { ...filter, formato: 'csv' });
    expect(csv.headers['content-type']).toContain('text/csv');
    const lines = (csv.body as Buffer).toString('utf8').trimEnd().split('\r\n');
    expect(lines.length - 1).toBeGreaterThanOrEqual(rows.length);

    const pdf = await admin('POST', url, filter);
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect(String(pdf.headers['content-disposition'])).toMatch(/filename/);
    const xlsx = await admin('POST', url, { ...filter, pdf: false });
    expect((xlsx.body as Buffer).subarray(0, 2).toString()).toBe('PK');
  });

  async function printsADocument(url: string, filter: Record<string, unknown>) {
    const pdf = await admin('POST', url, filter);
    expect(pdf.status, JSON.stringify(pdf.body)).toBe(200);
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await admin('POST', url, { ...filter, formato: 'csv' })).status).toBe(400);
  }

  it('finds nothing where there is nothing', async () => {
    const answer = await empty('POST', url, await filterOf(report));
    // A record that a document is of belongs to the other company: it is not found.
    expect(report.shape === 'document' ? [204, 400, 404] : [204, 400], JSON.stringify(answer.body)).toContain(answer.status);
  });

  it('answers hostile filters with a sentence and never with a bug', async () => {
    const filter = await filterOf(report);
    for (const name of Object.keys(report.filter))
      for (const hostile of [
        '\u0000',
        'x'.repeat(100_000),
        -1,
        {},
        [null],
        [{ id: 'x' }],
        [2 ** 53],
        true,
        "'; drop table talentos; --",
      ]) {
        const answer = await admin('POST', url, { ...filter, [name]: hostile }, { accept: 'application/json' });
        expect(
          answer.status,
          `${name}=${JSON.stringify(hostile).slice(0, 40)} ${JSON.stringify(answer.body).slice(0, 200)}`,
        ).toBeLessThan(500);
      }
    expect((await admin('POST', url, { ...filter, inventado: 1 })).status).toBe(400);
    expect((await admin('POST', url, [])).status).toBe(400);
    expect((await admin('POST', url, { ...filter, formato: 'exe' })).status).toBe(400);
  });
});
