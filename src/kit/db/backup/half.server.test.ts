import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sign } from '#kit/db/embedded/cluster-folder.server.ts';
import { openHalf } from './half.server.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'vinculo-metade-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function left(name: string, signed?: 'dead' | 'living'): string {
  const folder = path.join(parent, name);
  mkdirSync(path.join(folder, 'banco'), { recursive: true });
  const signature = path.join(folder, 'dono.json');
  if (signed === 'living') sign(signature);
  if (signed === 'dead') writeFileSync(signature, JSON.stringify({ pid: process.pid, nascimento: 'outro' }));
  return folder;
}

it('what a killed backup left goes with the next one, whatever its name; what is not certainly that stays', async () => {
  const killed = left(`ontem.parcial-${hostname()}-12`, 'dead');
  const others = [
    left(`agora.parcial-${hostname()}-13`, 'living'),
    left(`longe.parcial-outra-14`, 'dead'),
    left(`sem-dono.parcial-${hostname()}-15`),
    left('2026-11-20', 'dead'),
  ];
  const said: string[] = [];
  const { folder, close } = await openHalf(path.join(parent, 'hoje'), 'parcial', (message) => said.push(message));
  expect(existsSync(killed)).toBe(false);
  expect(others.filter((one) => !existsSync(one))).toEqual([]);
  expect(said).toEqual([`Foi removido o que um backup interrompido deixou em ${killed}.`]);
  await close();
  expect(readdirSync(folder)).toEqual([]);
});
