import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config.server.ts';
import { createMachinery } from './machinery.server.ts';
import { openTestApp, type TestApp } from './test-app.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

it('every recurring task runs to its end over the demonstration', async () => {
  const config = readConfig({
    LOG_LEVEL: 'error',
    VINCULO_DATA: `/tmp/vinculo-teste-arquivos-${process.pid}`,
    VINCULO_WORKERS: '0',
  });
  const { recurring } = createMachinery(app.services, config);
  for (const { tipo } of recurring) await app.services.jobs.enqueue(tipo, {}, { usuarioId: null, empresaId: null });
  await app.work();
  expect(recurring.length).toBeGreaterThan(20);
  const tipos = recurring.map(({ tipo }) => tipo);
  expect(
    await app.db.query(sql`
      select tipo, estado, mensagem from tarefas where tipo = any(${tipos}) and (estado <> 'concluida' or tentativas > 1)`),
  ).toEqual([]);
  expect(await app.db.query(sql`select distinct tipo from tarefas where tipo = any(${tipos})`)).toHaveLength(tipos.length);
});
