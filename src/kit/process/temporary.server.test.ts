import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepTemporariesIn, temporaryFolder, temporaryRoot } from './temporary.server.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'temporarios-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** A folder of a process, last heard of so many minutes ago. */
function folder(name: string, minutes: number, owner?: object): string {
  const made = path.join(parent, name);
  mkdirSync(path.join(made, 'vinculo-envio-1'), { recursive: true });
  if (owner) writeFileSync(path.join(made, 'dono.json'), JSON.stringify(owner));
  writeFileSync(path.join(made, 'vivo'), '');
  const heard = new Date(Date.now() - minutes * 60_000);
  utimesSync(path.join(made, 'vivo'), heard, heard);
  return made;
}

test('a start removes what dead processes left, whichever machine they ran on, and nothing of the living', async () => {
  const elsewhere = folder('0123456789ab-1-a', 50, { pid: 1, nascimento: '1' });
  const silent = folder('0123456789ab-1-b', 70, { pid: process.pid, nascimento: '1' });
  const coming = folder('chegando-1', 0);
  await keepTemporariesIn(parent);
  const first = temporaryRoot();
  const own = await temporaryFolder('envio');
  expect([path.dirname(own), path.dirname(first)]).toEqual([first, parent]);
  expect([first, own].map((one) => statSync(one).mode & 0o077)).toEqual([0, 0]);
  expect([elsewhere, silent, coming].map((one) => existsSync(one))).toEqual([true, false, true]);

  const here = path.basename(first).split('-')[0];
  // Our own id came round again: the process that had it before is dead.
  const reborn = folder(`${here}-${process.pid}-c`, 0, { pid: process.pid, nascimento: '1' });
  await keepTemporariesIn(parent);
  expect(existsSync(reborn)).toBe(false);
  expect(existsSync(own)).toBe(true);
  expect(readdirSync(parent)).toHaveLength(4);
});
