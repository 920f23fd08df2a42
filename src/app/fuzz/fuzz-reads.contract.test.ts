import { afterAll, beforeAll, expect, it } from 'vitest';
import { learn } from './learn.server.ts';
import { fuzz, told } from './run.server.ts';
import { openStage, type Stage } from './stage.server.ts';

// With the seed the same is asked each time; the effort keeps both files within three minutes of one processor.
const PLAN = { seed: 20_261_122, effort: 0.75 };
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.app.close());

it('an address is asked by the names that it knows, however many others the declarations have', async () => {
  await stage.refresh();
  const list = stage.operations.find(({ method, path }) => method === 'GET' && path === '/api/captacao/areas-interesse');
  if (!list) throw new Error('the list has gone');
  const { query } = await learn(stage, list, 'administrator');
  expect(query).toEqual(expect.arrayContaining(['page', 'size', 'sort', 'busca', 'ids', 'nome', 'areasOrganizacionaisIds']));
  expect(query).not.toContain('cpf');
  expect(query.length).toBeLessThan(30);
});

it(`no address that is read answers anything with a bug, a leak or a foreign sentence (seed ${PLAN.seed})`, async () => {
  const result = await fuzz(stage, { ...PLAN, only: ({ method }) => method === 'GET' });
  expect(result.findings.map((finding) => told(finding, PLAN)).join('\n')).toBe('');
  expect(result.operations).toBeGreaterThan(500);
}, 900_000);
