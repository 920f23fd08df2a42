import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzz, told } from './run.server.ts';
import { openStage, type Stage } from './stage.server.ts';

// With the seed the same is asked each time; the effort keeps both files within three minutes of one processor.
const PLAN = { seed: 20_261_122, effort: 0.75 };
const PLANTED = '/api/plantada/{id}';
let stage: Stage;

beforeAll(async () => {
  // A route that nobody wrote a line of test for, with a fault that only a hostile client finds.
  stage = await openStage((app) =>
    app.put('/api/plantada/:id', { config: { authority: 'sessao' } }, async (request) => {
      const { nome } = request.body as { nome?: string };
      return { nome: (nome ?? '').length > 0 ? (nome as string).trim() : '' };
    }),
  );
});
afterAll(() => stage.app.close());

it('a new route is asked without a line of test code, and what is wrong with it is told so that it can be asked again', async () => {
  const { findings } = await fuzz(stage, { ...PLAN, only: ({ path }) => path === PLANTED });
  expect(findings[0]).toMatchObject({ operation: `PUT ${PLANTED}`, fault: expect.stringMatching(/^500: /) });
  expect(told(findings[0] as (typeof findings)[0], PLAN)).toContain('npm run fuzz -- --replay');
});

it(`nothing that is sent is answered with a bug, a leak or a foreign sentence (seed ${PLAN.seed})`, async () => {
  const result = await fuzz(stage, { ...PLAN, only: ({ method, path }) => method !== 'GET' && path !== PLANTED });
  expect(result.findings.map((finding) => told(finding, PLAN)).join('\n')).toBe('');
  expect(result.operations).toBeGreaterThan(500);
  // Hostile values are put into records that are sound but for them.
  expect(result.records).toBeGreaterThan(80);
  expect(result.refusals).toEqual([]);
}, 900_000);
