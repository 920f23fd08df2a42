// `npm run check`: the gate at a desk. Independent steps, two at a time; prints what failed and nothing else of what passed.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { endWith, environment, findNode, install, root, run } from './prepare.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);

/** The steps of the check; the longest first. A step with `tests` is a Vitest run and counts with its own numbers. */
const steps = (node) => [
  { name: 'unit', tests: true, command: bin('vitest'), args: ['run', '--config', 'vitest.config.ts'] },
  { name: 'types (web)', command: bin('tsc'), args: ['-p', 'tsconfig.web.json'] },
  { name: 'types (server)', command: bin('tsc'), args: ['-p', 'tsconfig.server.json'] },
  { name: 'types (e2e)', command: bin('tsc'), args: ['-p', 'tsconfig.e2e.json'] },
  { name: 'lint', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings'] },
  { name: 'walls', command: node, args: [join('scripts', 'walls.ts')] },
  { name: 'format', command: bin('biome'), args: ['check', '--error-on-warnings', '.'] },
  { name: 'commits', command: node, args: [join('scripts', 'commit-msg.mjs'), '--history'] },
];

/**
 * Runs one step and prints its line, and its output when it failed (or always, when `loud`).
 * Answers `passed` and `failed`: of a Vitest run its tests, of every other step one; and `faults`: what to read when only the end of
 * the print is kept. `cost` is what the budget counts: the clock of the step, and the seconds of each of its test files with its start.
 */
export async function runStep({ name, tests, command, args, env }, { loud = false } = {}) {
  const since = Date.now();
  const folder = tests ? mkdtempSync(join(tmpdir(), 'vinculo-test-')) : null;
  const report = folder && join(folder, 'report.json');
  const costs = folder && join(folder, 'cost.json');
  const reporters = ['default', 'json', join(root, 'scripts', 'cost-reporter.mjs')];
  const reporting = report ? [...reporters.map((one) => `--reporter=${one}`), `--outputFile.json=${report}`] : [];
  const { code, output } = await run(command, [...args, ...reporting], {
    quiet: true,
    echo: loud,
    env: costs ? { ...(env ?? process.env), VINCULO_COST: costs } : env,
  }).catch((error) => ({
    code: 1,
    output: String(error),
  }));
  const result = report ? counted(report, costs, code) : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const { passed, failed, files = [] } = result;
  const end = () => output.trim().split('\n').slice(-30).join('\n');
  const faults = failed ? [`${name}: ${result.named?.length ? result.named.join('\n') : end()}`] : [];
  if (folder) rmSync(folder, { recursive: true, force: true });
  if (failed && !loud) console.log(`\n── ${name} ${'─'.repeat(Math.max(3, 70 - name.length))}\n${output.trim()}\n`);
  const numbers = tests ? `  ${passed} passed, ${failed} failed` : '';
  const seconds = (Date.now() - since) / 1000;
  console.log(`${failed ? '✗' : '✓'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s${numbers}`);
  return { passed, failed, faults, cost: [{ seconds, files }] };
}

/** A Vitest run that broke before or after its tests (no report, no test, an error outside) has one failure more. */
function counted(report, costs, code) {
  try {
    const {
      numPassedTests: passed,
      numFailedTests,
      numFailedTestSuites,
      numTotalTests,
      testResults,
    } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = numFailedTests || (code !== 0 || numTotalTests === 0 ? Math.max(1, numFailedTestSuites) : 0);
    const named = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages: [message = ''] }) => `${name} > ${fullName}\n${message.slice(0, 1500)}`),
    );
    return { passed, failed, named, files: JSON.parse(readFileSync(costs, 'utf8')) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** @returns {{ passed: number, failed: number, faults: string[], cost: { seconds: number, files: { file: string, seconds: number }[] }[] }} */
export const nothingYet = () => ({ passed: 0, failed: 0, faults: [], cost: [] });

/** Adds the numbers, faults and costs of a step to a sum. */
export function addTo(sum, { passed, failed, faults = [], cost = [] }) {
  sum.passed += passed;
  sum.failed += failed;
  sum.faults.push(...faults);
  sum.cost.push(...cost);
}

/** Runs every step of the check, two at a time, and adds up; their clocks overlap, so the cost of each is its share of the whole's. */
export async function check(node) {
  const since = Date.now();
  const env = { ...environment(node), NO_COLOR: '1', FORCE_COLOR: undefined };
  const queue = steps(node);
  const sum = nothingYet();
  const lane = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) addTo(sum, await runStep({ ...step, env }));
  };
  await Promise.all([lane(), lane()]);
  const share = (Date.now() - since) / 1000 / sum.cost.reduce((all, { seconds }) => all + seconds, 0);
  return { ...sum, cost: sum.cost.map((one) => ({ ...one, seconds: one.seconds * share })) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await install();
    const since = Date.now();
    const { failed } = await check(await findNode());
    console.log(`${failed ? 'Há falhas' : 'Tudo certo'} (${((Date.now() - since) / 1000).toFixed(1)} s).`);
    if (failed) process.exitCode = 1;
  } catch (fault) {
    endWith(fault);
  }
}
