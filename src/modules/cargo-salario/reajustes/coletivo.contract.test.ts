import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, openTestApp, type TestApp } from '#app/test-app.server.ts';
import { planosDe, provador } from '#app/test-plans.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { coletivoJobs } from './coletivo.routes.server.ts';
import { dizFeito } from './painel.ts';
import { LINHAS_NA_HORA } from './tamanho.server.ts';

const ROOT = '/api/cargo-salario';
/** Some of the generated people have left already. */
const GENTE = LINHAS_NA_HORA + 600;

let app: TestApp;
let client: Client;

beforeAll(async () => {
  app = await openTestApp();
  await app.seed(GENTE);
  client = await app.login();
}, 120_000);
afterAll(() => app.close());

it('lines for a whole company are made by a task that tells how far it is, once, and again only what is missing', async () => {
  const planos = await planosDe(app, client);
  const tabela = await planos.nova();
  const pede = (more: object = {}) =>
    client('POST', `${ROOT}/reajustes-colaboradores/aplicar-dissidio`, planos.formulario(tabela, more));
  const quantas = async () =>
    (
      await app.db.one<{ n: number }>(
        sql`select count(*)::int as n from reajustes_colaboradores where tabela_reajuste_id = ${tabela.id}`,
      )
    )?.n ?? 0;

  // What is wrong with the form is told at once, not by a task.
  expect(await pede({ valorDissidio: 0 })).toMatchObject({ status: 400 });
  const pedida = await pede();
  expect(pedida, JSON.stringify(pedida.body)).toMatchObject({ status: 202, body: { tarefaId: expect.any(Number) } });
  expect(await pede()).toMatchObject({ status: 409, body: { code: 'REAJUSTE_IMPEDIDO' } });
  expect(await quantas()).toBe(0);

  const worker = startWorker(app.db, {
    connection: app.db.connection,
    handlers: coletivoJobs,
    actingFor: () => Promise.resolve(provador(app)),
  });
  const { tarefaId } = pedida.body as { tarefaId: number };
  const tarefa = () =>
    app.db.one<{ estado: string; mensagem: string; progresso: number; total: number }>(
      sql`select estado, mensagem, progresso, total from tarefas where id = ${tarefaId}`,
    );
  await expect.poll(async () => (await tarefa())?.mensagem ?? '', { timeout: 60_000 }).not.toBe('');
  expect(await tarefa()).toMatchObject({ estado: 'concluida' });
  await worker.stop();
  const feitas = await quantas();
  expect(feitas).toBeGreaterThan(LINHAS_NA_HORA);
  expect(await tarefa()).toMatchObject({ mensagem: expect.stringMatching(/^\d\.\d{3} linhas incluídas/), total: 3 });
  const trilha = await app.db.one<{ n: number }>(
    sql`select count(*)::int as n from auditoria where tabela = 'reajustes_colaboradores' and acao = 'I'`,
  );
  expect(trilha?.n).toBe(feitas);

  // What PostgreSQL knows of the table is not what it knew while it was empty: the payroll is asked at once, and would be compared pair by pair.
  const sabido = await app.db.one<{ n: number }>(
    sql`select reltuples::int as n from pg_class where relname = 'reajustes_colaboradores'`,
  );
  expect(sabido?.n).toBeGreaterThan(LINHAS_NA_HORA);

  // Lines are searched by what their talents are searched by.
  const alguem = await app.db.one<{ id: number; nome: string; matricula: string }>(sql`
    select t.id, t.nome, t.matricula from talentos t join reajustes_colaboradores r on r.colaborador_id = t.id where t.matricula is not null order by t.id limit 1`);
  for (const busca of [alguem?.nome.toUpperCase(), alguem?.matricula] as string[]) {
    const achadas = (
      await client(
        'GET',
        `${ROOT}/reajustes-colaboradores?page=0&size=100&tabelaReajuste=${tabela.id}&busca=${encodeURIComponent(busca)}`,
      )
    ).body as { content: { colaborador: { id: number } }[]; totalElements: number };
    expect(
      achadas.content.map(({ colaborador }) => colaborador.id),
      busca,
    ).toContain(alguem?.id);
    expect(achadas.totalElements).toBeLessThan(feitas);
  }

  // Lines that were taken out come back, each once; the others stay as they are.
  await app.db.query(sql`
    delete from reajustes_colaboradores where tabela_reajuste_id = ${tabela.id} and colaborador_id % 2 = 0`);
  const areas = { areasIds: planos.areas.slice(-3) };
  const parte = await pede(areas);
  expect(parte.status, JSON.stringify(parte.body)).toBe(200);
  const repetida = await app.db.one(sql`
    select colaborador_id from reajustes_colaboradores where tabela_reajuste_id = ${tabela.id} group by 1 having count(*) > 1`);
  expect(repetida).toBeUndefined();
}, 180_000);

it('says what it did in words', () => {
  expect(dizFeito({ inseridas: 1, jaIncluidas: 0, semValor: 0 })).toBe('1 linha incluída.');
  expect(dizFeito({ inseridas: 2_500, jaIncluidas: 1, semValor: 3 })).toBe(
    '2.500 linhas incluídas; 1 já estava no planejamento; 3 sem valor próprio a reajustar.',
  );
  expect(dizFeito({ inseridas: 1, jaIncluidas: 0, semValor: 0, acompanham: 2 })).toBe(
    '1 linha incluída; 2 recebem pela faixa ou por índice e acompanham o reajuste deles.',
  );
  expect(dizFeito({ inseridas: 0, jaIncluidas: 0, semValor: 0 })).toBe(
    'Nenhuma linha incluída: ninguém está ao alcance destes filtros.',
  );
});
