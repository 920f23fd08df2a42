import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/kinds.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { modules } from './modules.ts';
import { seedCompany } from './seed-company.server.ts';
import { type Client, openTestApp, type TestApp } from './test-app.server.ts';

const all = modules.flatMap((module) =>
  module.reports.map((report: AnyReport) => [`${module.id}/relatorios/${report.id}`, report] as const),
);

let app: TestApp;
let admin: Client;
let empty: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.db.tx((tx) => seedCompany(tx, { empresaId: app.empresas[0] as number, talentos: 60, first: 0, today: today() }));
  admin = await app.login(0);
  empty = await app.login(0, app.empresas[2]);
});
afterAll(() => app.close());

/** Every record of what a filter may name, so that the filter lets all through. */
async function filterOf(fields: Fields): Promise<Record<string, unknown>> {
  const filter: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<Field>(fields)) {
    if (field.kind === 'refs') filter[name] = (field.min ?? 0) > 0 || field.required ? await idsOf(field) : [];
    else filter[name] = field.initial ?? (field.required ? traits[field.kind].sample(field, 0) : null);
  }
  return filter;
}

const idsOf = async (field: Field) =>
  ((await admin('GET', `/api/${field.target}/opcoes`)).body as { id: number }[]).map(({ id }) => id);

interface Preview {
  columns: { key: string }[];
  rows: Record<string, unknown>[];
}

describe.each(all)('%s', (path, report) => {
  const url = `/api/${path}`;

  it('prints the same rows as JSON and CSV, a PDF and an XLSX', async () => {
    const filter = await filterOf(report.filter);
    // Rules across the filter's fields may want a list that its own field leaves optional.
    for (const [name, field] of Object.entries<Field>(report.filter))
      if (field.kind === 'refs') filter[name] = await idsOf(field);
    const json = await admin('POST', url, filter, { accept: 'application/json' });
    expect(json.status, JSON.stringify(json.body)).toBe(200);
    const { columns, rows } = json.body as Preview;
    expect(rows.length).toBeGreaterThan(0);
    expect(columns.map(({ key }) => key)).toEqual(
      expect.arrayContaining(
        Object.keys(report.row)
          .filter((key) => key !== report.group)
          .slice(0, 1),
      ),
    );

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

  it('finds nothing where there is nothing', async () => {
    const answer = await empty('POST', url, await filterOf(report.filter));
    expect([204, 400], JSON.stringify(answer.body)).toContain(answer.status);
  });

  it('answers hostile filters with a sentence and never with a bug', async () => {
    const filter = await filterOf(report.filter);
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
