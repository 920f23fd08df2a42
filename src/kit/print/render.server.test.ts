import { performance } from 'node:perf_hooks';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { sendTable } from './render.server.ts';

it('a table that is there already is written in pieces, and others have the loop between them', async () => {
  const app = fastify();
  const key = 'texto';
  app.get('/', (_, reply) =>
    sendTable(reply, {
      format: 'csv',
      table: {
        title: 'Longa',
        columns: [{ key, label: 'Texto', type: 'text', width: 20 }],
        rows: [Array.from({ length: 4_000 }, (_, n) => ({ [key]: `"${n}";`.repeat(200) }))],
      },
    }),
  );
  const since = performance.eventLoopUtilization();
  const { body } = await app.inject('/');
  expect(performance.eventLoopUtilization(since).utilization).toBeLessThan(0.75);
  expect(body.split('\r\n').filter((line) => line !== '')).toHaveLength(4_001);
});
