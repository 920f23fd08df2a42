// `npm test`: everything, on a fresh clone too. Ends with the line `N passed, N failed`, which counts the tests of every Vitest run and one
// for each other step of the check; what cannot run counts as failed.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { budgetLines } from './budget.mjs';
import { addTo, check, nothingYet, runStep } from './check.mjs';
import { build, endWith, environment, findNode, install, root, run } from './prepare.mjs';

const vitest = join(root, 'node_modules', '.bin', 'vitest');
const sum = nothingYet();
const add = (result) => addTo(sum, result);
const missing = (sentence) => {
  console.log(`✗ ${sentence}`);
  add({ passed: 0, failed: 1, faults: [sentence] });
};

try {
  await install();
  const node = await findNode();
  const env = environment(node);

  console.log('\n— check');
  add(await check(node));

  console.log('\n— testes de contrato');
  add(
    await runStep(
      { name: 'contract', tests: true, command: vitest, args: ['run', '--config', 'vitest.contract.config.ts'], env },
      { loud: true },
    ),
  );

  console.log('\n— jornadas no navegador');
  const browser = (await isBuilt(node)) && (await findBrowser());
  if (browser)
    add(
      await runStep(
        {
          name: 'e2e',
          tests: true,
          command: vitest,
          args: ['run', '--config', 'vitest.e2e.config.ts'],
          env: { ...env, VINCULO_CHROMIUM: browser },
        },
        { loud: true },
      ),
    );
  console.log(`\n${budgetLines(sum.cost, await standing(node)).join('\n')}`);
} catch (fault) {
  if (sum.passed + sum.failed === 0) endWith(fault);
  missing(fault instanceof Error ? fault.message : String(fault));
}

if (sum.passed + sum.failed === 0) sum.failed = 1;
for (const fault of sum.faults) console.log(`\n── o que falhou: ${fault}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed ? 1 : 0;

/** How many screens and registries stand. */
async function standing(node) {
  const { output } = await run(node, [join('scripts', 'standing.ts')], { quiet: true, env: environment(node) });
  return JSON.parse(output.slice(output.indexOf('{')));
}

async function isBuilt(node) {
  try {
    await build(node);
    return true;
  } catch (fault) {
    missing(fault.message);
    return false;
  }
}

/** The Chromium that drives the journeys: the one named, the one installed, or Debian's, which root may install. */
async function findBrowser() {
  const there = installedBrowser();
  if (there) return there;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log('Instalando o Chromium do Debian para os testes no navegador…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const packages = ['chromium', 'fonts-liberation'];
    const update = await run('apt-get', ['update', '-qq'], { quiet: true, env });
    const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      quiet: true,
      env,
    });
    if (code !== 0) console.log(`${update.output}${output}`.trim());
  }
  const installed = installedBrowser();
  if (!installed)
    missing(
      'Falta o Chromium para os testes no navegador. Instale-o (no Debian: apt-get install chromium) ou informe o caminho em VINCULO_CHROMIUM.',
    );
  return installed;
}

function installedBrowser() {
  if (process.env.VINCULO_CHROMIUM) return process.env.VINCULO_CHROMIUM;
  return ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(onPath).find(Boolean);
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
