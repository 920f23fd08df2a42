import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import type { Field } from '#kit/fields/field.ts';
import { guardsOf } from '#kit/fields/sensitive.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { atualizaAtuais } from '#modules/gestao-talentos/public.server.ts';
import { moveVersion } from '#platform/authority/access.server.ts';
import { modules } from './modules.server.ts';
import { type Client, openTestApp, type Row, type TestApp } from './test-app.server.ts';
import { filledFilter } from './widest-filter.server.ts';

/** Whoever earns this is told by it. */
const SECRET = 98_765.43;
const TOLD = /98\.?765/;
const SALARY = 'ROLE_VER_SALARIO';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await openTestApp();
  await app.seed(12);
  await app.db.query(sql`update talentos_historicos set tipo_salario = '3', salario = ${SECRET}`);
  await app.db.tx((tx) => atualizaAtuais(tx, today(), sql`true`));
  admin = await app.login();
});
afterAll(() => app.close());

const shows = (sim: boolean, empresa = app.empresas[0]) =>
  app.db.tx(async (tx) => {
    await tx.query(sql`update empresas set exibir_salario = ${sim} where id = ${empresa}`);
    await moveVersion(tx);
  });
const guarded = (fields: Readonly<Record<string, Field>>): boolean =>
  Object.values(fields).some((field) => guardsOf(field).includes(SALARY as never) || guarded(field.fields ?? {}));
const textOf = (body: unknown) => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body));

/** Every list, record, export and report whose declaration guards a salary, and the dashboards, with what they answer. */
async function* answers(): AsyncGenerator<[what: string, text: string]> {
  for (const module of modules) {
    for (const registry of (module.registries as readonly AnyRegistry[]).filter(({ fields }) => guarded(fields))) {
      const url = `/api/${module.id}/${registry.id}`;
      yield [url, textOf((await admin('GET', url)).body)];
      yield [`${url}/exportar`, textOf((await admin('GET', `${url}/exportar?formato=csv`)).body)];
      const one = await app.db.one<{ id: number }>(
        sql`select id from ${raw(registry.table)} where empresa_id = ${app.empresas[0]} limit 1`,
      );
      if (one) yield [`${url}/:id`, textOf((await admin('GET', `${url}/${one.id}`)).body)];
    }
    for (const report of (module.reports as readonly AnyReport[]).filter(({ row }) => guarded(row)))
      yield [
        `/api/${module.id}/relatorios/${report.id}`,
        textOf(
          (
            await admin('POST', `/api/${module.id}/relatorios/${report.id}`, await filledFilter(admin, report), {
              accept: 'application/json',
            })
          ).body,
        ),
      ];
  }
}

const telling = async () => {
  const found: string[] = [];
  for await (const [what, text] of answers()) if (TOLD.test(text)) found.push(what);
  return found;
};

it('a company that shows no salaries shows them at no address, to nobody', async () => {
  expect((await telling()).length).toBeGreaterThan(8);
  await shows(false);
  expect(await telling()).toEqual([]);
  const dashboard = await admin(
    'GET',
    `/api/analytics/cargos-salarios?dataBase=${today()}&dataInicio=${today()}&dataFim=${today()}`,
  );
  expect(dashboard.status).toBe(200);
  expect(textOf(dashboard.body)).not.toMatch(TOLD);
  expect(textOf(dashboard.body)).not.toContain('salariosPorArea');
  expect((await admin('GET', '/api/userinfo')).body).toMatchObject({
    authorities: expect.not.arrayContaining([SALARY]),
  });
  expect(await admin('GET', '/api/gestao-talentos/transparencia-salarial')).toMatchObject({
    status: 403,
    body: {
      message:
        'Esta empresa não exibe salários, e o relatório os deduziria. Para vê-lo, ligue “Exibir salário” na configuração da empresa (Utilitário, Empresas).',
    },
  });
  await shows(true);
});

it('salaries that are not shown stay as they are when a record is saved', async () => {
  await shows(false);
  const { content } = (await admin('GET', '/api/gestao-talentos/talentos?page=0&size=1')).body as { content: Row[] };
  const { id, ...record } = (await admin('GET', `/api/gestao-talentos/talentos/${content[0]?.id}`)).body as Row;
  expect((await admin('PUT', `/api/gestao-talentos/talentos/${id}`, { ...record, observacao: 'Nova' })).status).toBe(200);
  const [pago] = await app.db.query<{ salario: number }>(
    sql`select salario::float8 as salario from talentos_historicos where registro_id = ${id}`,
  );
  expect(pago?.salario).toBe(SECRET);
  await shows(true);
});

it('a dashboard over several companies does not reach one that shows no salaries, to whoever would see them', async () => {
  const reached = async () => ((await admin('GET', '/api/analytics/cargos-salarios/empresas')).body as Row[]).map(({ id }) => id);
  const outra = app.empresas[1];
  expect(await reached()).toContain(outra);
  await shows(false, outra);
  expect(await reached()).not.toContain(outra);
  await shows(true, outra);
});
