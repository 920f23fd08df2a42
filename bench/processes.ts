import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) || 100;

interface Stat {
  parent: number;
  ticks: number;
}

/** Time of a process and of its children that have ended, in clock ticks; null when it is gone. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) + (fields[13] ?? 0) + (fields[14] ?? 0) };
  } catch {
    return null;
  }
}

/** The processes of `roots` and everything below them. */
export function treeOf(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const parent = Number.isInteger(pid) ? statOf(pid)?.parent : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = new Set<number>();
  const visit = (pid: number) => {
    if (found.has(pid)) return;
    found.add(pid);
    for (const child of children.get(pid) ?? []) visit(child);
  };
  for (const root of roots) visit(root);
  return [...found];
}

/** CPU that the trees have used up to now, in ms. */
export const cpuOf = (roots: readonly number[]): number =>
  treeOf(roots).reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) * (1_000 / ticksPerSecond);

const kbOf = (pid: number, file: string, name: string): number => {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

const isDatabase = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
};

/** Memory of the trees in MiB. `pss` counts what processes share once; `own` is the part of it that is not the database's. */
export function memoryOf(roots: readonly number[]): { rss: number; pss: number; own: number } {
  const pids = treeOf(roots);
  const sum = (of: readonly number[], file: string, name: string) =>
    Math.round(of.reduce((all, pid) => all + kbOf(pid, file, name), 0) / 1_024);
  const own = pids.filter((pid) => !isDatabase(pid));
  return { rss: sum(pids, 'status', 'VmRSS'), pss: sum(pids, 'smaps_rollup', 'Pss'), own: sum(own, 'smaps_rollup', 'Pss') };
}

/** Memory that one process holds, in MiB of RSS. */
export const memoryOfOne = (pid: number): number => Math.round(kbOf(pid, 'status', 'VmRSS') / 1_024);

/** The postmaster above one of its backends, when it runs on this machine. */
export function postmasterOf(backend: number): number | null {
  try {
    if (!readFileSync(`/proc/${backend}/cmdline`, 'utf8').includes('postgres')) return null;
    return statOf(backend)?.parent ?? null;
  } catch {
    return null;
  }
}

/** Watches the memory of the trees until told to stop; answers the peaks of PSS in MiB. */
export function watchMemory(roots: readonly number[], every = 1_000): () => { pss: number; own: number } {
  const peak = { pss: 0, own: 0 };
  const look = () => {
    const { pss, own } = memoryOf(roots);
    peak.pss = Math.max(peak.pss, pss);
    peak.own = Math.max(peak.own, own);
  };
  const timer = setInterval(look, every);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
}
