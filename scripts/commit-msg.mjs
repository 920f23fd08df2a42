// Conventional commits: `tipo(módulo): frase`. As a hook it judges the file that git hands over (npm run hooks switches it on);
// `--history` judges the last 50 commits, which `npm run check` does.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const kinds = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'style', 'build', 'ci', 'chore', 'revert'];
const subjectPattern = new RegExp(`^(${kinds.join('|')})(\\([a-z0-9]+([-/.][a-z0-9]+)*\\))?!?: \\S`);

/** The faults of one commit message, as sentences; none when it is conventional. */
export function messageFaults(message) {
  const [subject = '', second = ''] = message
    .split('\n# ------------------------ >8')[0]
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#'));
  const faults = [];
  if (!subjectPattern.test(subject)) faults.push(`comece com tipo(módulo): frase, sendo o tipo um de ${kinds.join(', ')}`);
  if (subject.length > 100) faults.push('a primeira linha tem mais de 100 caracteres');
  if (/\.\s*$/.test(subject)) faults.push('a primeira linha não termina em ponto');
  if (second.trim() !== '') faults.push('deixe em branco a segunda linha');
  return faults;
}

/** One line for every commit of the last 50 (merges apart) that is not conventional. */
export function historyFaults() {
  let log = '';
  try {
    log = execFileSync('git', ['log', '-50', '--no-merges', '--format=%h%x00%B%x01'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return []; // No commit yet, or a copy without history: nothing to judge.
  }
  return log
    .split('\x01')
    .map((entry) => entry.trim().split('\0'))
    .filter(([hash]) => hash)
    .flatMap(([hash, message = '']) =>
      messageFaults(message.trim()).map((fault) => `${hash} «${message.trim().split('\n')[0]}»: ${fault}`),
    );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , argument] = process.argv;
  const message = argument && argument !== '--history' ? readFileSync(argument, 'utf8') : null;
  // git itself writes the first line of merges, and autosquash renames these before they reach main.
  const faults = message === null ? historyFaults() : /^(Merge |fixup! |squash! )/.test(message) ? [] : messageFaults(message);
  for (const fault of faults) console.error(fault);
  if (faults.length) process.exitCode = 1;
}
