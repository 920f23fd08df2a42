import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { faultAt, fuzz } from './run.server.ts';
import { type Asked, openStage } from './stage.server.ts';

/**
 * `npm run fuzz`: what the contract tests ask for three minutes, for as long as one wishes, on a database of its own. `--seed` (random unless said), `--minutes`,
 * `--only <part of METHOD /path>`, `--effort` (how much is asked of each, in one round), `--replay <request as it was printed, or a file of it>`.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.trunc(Math.random() * 2 ** 31)) },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    effort: { type: 'string' },
    replay: { type: 'string' },
  },
});
let unexpected = 0;
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    unexpected++;
    console.error(`${event}:`, error);
  });

const stage = await openStage();
if (values.replay) {
  const asked = JSON.parse(existsSync(values.replay) ? readFileSync(values.replay, 'utf8') : values.replay) as Asked;
  await stage.refresh();
  const fault = await faultAt(stage, asked);
  console.log(fault ?? 'nothing is wrong with the answer');
  process.exitCode = fault === null ? 0 : 1;
} else {
  const until = Date.now() + Number(values.minutes) * 60_000;
  const only = ({ method, path }: { method: string; path: string }) => `${method} ${path}`.includes(values.only);
  let seed = Number(values.seed);
  let findings = 0;
  // Each round asks more of each operation than the one before, with a seed of its own; an effort that was named is one round.
  for (let effort = Number(values.effort ?? 1); ; effort++, seed++) {
    console.log(`seed ${seed}`);
    const result = await fuzz(stage, { seed, effort, only, isOver: () => Date.now() > until, tell: console.log });
    findings += result.findings.length;
    console.log(
      `${result.operations} operations, ${result.requests} requests, ${result.records} records, ${result.refusals.length} of them refused before they were spoiled`,
    );
    if (Date.now() > until || values.effort) break;
  }
  process.exitCode = findings + unexpected > 0 ? 1 : 0;
}
await stage.app.close();
process.exit();
