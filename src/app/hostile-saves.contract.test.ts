import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import { type Answer, type Client, done, openTestApp, type Row, type TestApp } from './test-app.server.ts';
import { planosDe } from './test-plans.server.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(20);
  admin = await app.login();
});
afterAll(() => app.close());

const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];
const atOnce = (deed: (n: number) => Promise<Answer>) => Promise.all(EIGHT.map(deed));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const ids = (table: string) => app.ids(table);

describe('a value of another type than its field', () => {
  const IMPOSTORS: unknown[] = [{ toString: 1 }, { toString: null, valueOf: null }, [[{ toString: 1 }]]];

  it.each(IMPOSTORS)('%j as the class of a leave is a fault', async (classe) => {
    const [colaborador] = await ids('talentos');
    const body = { colaborador, afastamento: 1, inicio: today(), classe };
    const answer = await admin('POST', '/api/sst/colaborador-afastamentos', body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'classe', message: 'Valor inválido' }] } });
  });

  it.each(IMPOSTORS)('%j as the kind of a salary is a fault', async (tipoSalario) => {
    const [colaborador] = await ids('talentos');
    const [areaOrganizacional] = await ids('areas_organizacionais');
    const [faixaSalarial] = await ids('faixas_salariais');
    const body = { colaborador, data: today(), motivo: 'P', areaOrganizacional, faixaSalarial, tipoSalario };
    const answer = await admin('POST', '/api/cargo-salario/colaboradores/historicos', body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'tipoSalario' }] } });
  });
});

describe('the same thing eight times at once', () => {
  it('copies a plan into eight, each with a name of its own', async () => {
    const plano = await (await planosDe(app, admin)).nova({ nome: 'Dissídio' });
    const answers = await atOnce(() =>
      admin('POST', `/api/cargo-salario/tabelas-reajustes-colaboradores/${plano.id}/copiar`, {}),
    );
    expect(statuses(answers)).toEqual(EIGHT.map(() => 201));
    const nomes = await app.db.query<{ nome: string }>(
      sql`select nome from tabelas_reajustes_colaboradores where nome like 'Dissídio (%' order by id`,
    );
    expect(new Set(nomes.map(({ nome }) => nome))).toEqual(new Set(EIGHT.map((n) => `Dissídio (${n + 1})`)));
  });

  it('makes one record of a name, and tells the others', async () => {
    const answers = await atOnce(() =>
      admin('POST', '/api/sst/vacinas', {
        nome: 'Única',
        quantidadeDoses: 1,
        doses: [{ numeroDose: 1, diasProximaDose: 1 }],
      }),
    );
    expect(statuses(answers)).toEqual([201, ...EIGHT.slice(1).map(() => 400)]);
  });

  it('dismisses somebody once, and tells the others', async () => {
    const { id } = (await app.db.one<Row>(sql`select id from talentos where situacao = 'A' order by id desc limit 1`)) as Row;
    const [motivo] = await ids('motivos_desligamento');
    const body = { data: today(), tipo: 'PEDIDO', motivo, avisoPrevio: 'NAO_SE_APLICA' };
    const answers = await atOnce(() => admin('POST', `/api/gestao-talentos/talentos/${id}/desligar`, body));
    expect(
      answers.filter(({ status }) => status === 201),
      JSON.stringify(answers.map(({ body: told }) => told)),
    ).toHaveLength(1);
    expect(
      statuses(answers).every((status) => status < 500),
      JSON.stringify(answers),
    ).toBe(true);
  });

  it('keeps one choice of columns a user', async () => {
    const url = '/api/gestao-talentos/relatorios/talento-dinamico/config-relatorio-dinamico';
    const { colunasDinamicas } = await done<{ colunasDinamicas: string[] }>(admin, 'GET', url);
    const answers = await atOnce((n) => admin('PUT', url, { colunasDinamicas, titulo: `Título ${n}` }));
    expect(statuses(answers)).toEqual(EIGHT.map(() => 200));
  });

  it('fills a plan once', async () => {
    const planos = await planosDe(app, admin);
    const plano = await planos.nova({ nome: 'Disputado' });
    for (const registro of ['reajustes-indices', 'reajustes-faixas-salariais', 'reajustes-colaboradores']) {
      const answers = await atOnce(() =>
        admin('POST', `/api/cargo-salario/${registro}/aplicar-dissidio`, planos.formulario(plano)),
      );
      expect(
        statuses(answers).every((status) => status < 500),
        JSON.stringify(answers.map(({ body }) => body)),
      ).toBe(true);
      expect(answers.some(({ status }) => status === 200 || status === 201)).toBe(true);
    }
  });
});
