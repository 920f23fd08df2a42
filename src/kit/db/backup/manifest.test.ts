import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MANIFEST, verifyManifest, writeManifest } from './manifest.server.ts';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vinculo-manifesto-'));
  mkdirSync(at('banco', 'pg_notify'), { recursive: true });
  mkdirSync(at('arquivos', 'aa'), { recursive: true });
  writeFileSync(at('banco', 'PG_VERSION'), '18\n');
  writeFileSync(at('arquivos', 'aa', 'grande'), Buffer.alloc(300_000, 'x'));
  writeFileSync(at('arquivos', 'aa', 'vazio'), '');
  await writeManifest(folder);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(`${folder}.fora`, { force: true });
});

test('a backup that is as it was written passes', async () => {
  expect(await verifyManifest(folder)).toBe(3);
});

test('a half stays signed until its manifest is written, and the signature is no part of it', async () => {
  rmSync(at(MANIFEST));
  writeFileSync(at('dono.json'), '{}');
  expect(await writeManifest(folder)).toBe(3);
  await expect(verifyManifest(folder)).rejects.toThrow('dono.json não fazia parte dele');
  rmSync(at('dono.json'));
  expect(await verifyManifest(folder)).toBe(3);
});

test.each<[string, () => void, string]>([
  ['a file is removed', () => rmSync(at('arquivos', 'aa', 'vazio')), 'falta arquivos/aa/vazio'],
  ['a file is cut', () => truncateSync(at('arquivos', 'aa', 'grande'), 299_999), 'arquivos/aa/grande mudou'],
  [
    'one bit is another',
    () => writeFileSync(at('arquivos', 'aa', 'grande'), Buffer.alloc(300_000, 'x').fill('y', 150_000, 150_001)),
    'arquivos/aa/grande mudou',
  ],
  ['a file is added', () => writeFileSync(at('banco', 'PG_VERSION.bak'), ''), 'banco/PG_VERSION.bak não fazia parte dele'],
  ['an empty folder is removed', () => rmdirSync(at('banco', 'pg_notify')), 'falta banco/pg_notify/'],
  [
    'a link stands in the place of a file, which no restore would copy',
    () => {
      renameSync(at('arquivos', 'aa', 'grande'), `${folder}.fora`);
      symlinkSync(`${folder}.fora`, at('arquivos', 'aa', 'grande'));
    },
    'arquivos/aa/grande não é um arquivo comum',
  ],
  [
    'a pipe stands in the place of a file, which nobody would end reading',
    () => {
      rmSync(at('arquivos', 'aa', 'vazio'));
      execFileSync('mkfifo', [at('arquivos', 'aa', 'vazio')]);
    },
    'arquivos/aa/vazio não é um arquivo comum',
  ],
  ['a link is added', () => symlinkSync('/etc/passwd', at('arquivos', 'senhas')), 'arquivos/senhas não fazia parte dele'],
])('a backup is refused with its fault when %s', async (_what, damage, fault) => {
  damage();
  await expect(verifyManifest(folder)).rejects.toThrow(
    `O backup em ${folder} está danificado: ${fault}. Nada foi restaurado. Use outro backup, ou, sabendo do risco, --sem-verificacao.`,
  );
});

const lines = () => readFileSync(at(MANIFEST), 'utf8').trimEnd().split('\n');
test.each<[string, () => void]>([
  ['cut', () => truncateSync(at(MANIFEST), 200)],
  ['without a line', () => writeFileSync(at(MANIFEST), `${lines().slice(1).join('\n')}\n`)],
  ['without its end', () => writeFileSync(at(MANIFEST), `${lines().slice(0, -1).join('\n')}\n`)],
  ['with more after its end', () => appendFileSync(at(MANIFEST), lines()[0] as string)],
  ['no text at all', () => writeFileSync(at(MANIFEST), Buffer.from([0, 255, 10, 123, 10]))],
])('a manifest that is %s is refused', async (_what, damage) => {
  damage();
  await expect(verifyManifest(folder)).rejects.toThrow(`danificado: ${MANIFEST} mudou`);
});

test('many faults are counted, and a backup without a manifest is told how to be restored all the same', async () => {
  for (let n = 0; n < 7; n++) writeFileSync(at('arquivos', `novo${n}`), '');
  await expect(verifyManifest(folder)).rejects.toThrow(/arquivos\/novo2 não fazia parte dele; e mais 4\. Nada/);
  rmSync(at(MANIFEST));
  await expect(verifyManifest(folder)).rejects.toThrow(
    `O backup em ${folder} não tem ${MANIFEST} e não pode ser conferido: ou está incompleto, ou é de uma versão antiga. Para restaurá-lo assim mesmo, use --sem-verificacao.`,
  );
});
