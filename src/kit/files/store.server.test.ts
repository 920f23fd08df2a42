import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { diskStore } from './store.server.ts';

it('a file and every folder that leads to it are on the disk before it counts as put', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'vinculo-arquivos-'));
  const durable: string[][] = [];
  const store = diskStore(root, async (folder) => {
    durable.push([path.relative(root, folder), ...readdirSync(folder).filter((name) => name !== 'chegando')]);
  });
  const { key } = await store.put(Readable.from([Buffer.from('Contrato')]));
  const [a, b, name] = key.split('/') as [string, string, string];
  expect(durable).toEqual([
    [`${a}/${b}`, name],
    [a, b],
    ['', a],
  ]);
  rmSync(root, { recursive: true });
});
