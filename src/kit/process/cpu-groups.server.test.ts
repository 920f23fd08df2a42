import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openCpuGroups, standAside } from '#kit/process/cpu-groups.server.ts';

const root = mkdtempSync(join(tmpdir(), 'grupos-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Folders like those of a system; a real one makes the files of a group itself. */
function system(line: string, members = '42') {
  const proc = join(root, 'proc');
  const group = join(root, 'unit');
  mkdirSync(join(proc, 'self'), { recursive: true });
  writeFileSync(join(proc, 'self', 'cgroup'), line);
  mkdirSync(group, { recursive: true });
  writeFileSync(join(group, 'cgroup.procs'), members);
  return { mount: root, proc };
}
const read = (path: string) => readFileSync(join(root, path), 'utf8').trim();

it('a unit of its own is parted into what answers and what gives way', () => {
  const unit = system('0::/unit\n');
  expect(openCpuGroups(unit, 42)).not.toBeNull();
  expect(read('unit/cgroup.subtree_control')).toBe('+cpu');
  expect(read('unit/answers/cgroup.procs')).toBe('42');
  expect(read('unit/aside/cpu.idle')).toBe('1');

  writeFileSync(join(root, 'proc', 'self', 'cgroup'), '0::/unit/answers\n');
  standAside(43, 'self', unit);
  expect(read('unit/aside/cgroup.procs')).toBe('43');
  writeFileSync(join(root, 'proc', 'self', 'cgroup'), '0::/unit/aside\n');
  standAside(44, 'self', unit);
  expect(read('unit/aside/cgroup.procs')).toBe('44');
});

it('a group that others stand in is left as it is', () => {
  expect(openCpuGroups(system('0::/unit\n', '1\n42'), 42)).toBeNull();
  expect(readdirSync(join(root, 'unit'))).toEqual(['cgroup.procs']);
  standAside(43, 'self', system('0::/unit\n'));
  expect(read('unit/cgroup.procs')).toBe('42');
});

it('a system without control groups, or with one that we may not change, changes nothing', () => {
  expect(openCpuGroups({ mount: root, proc: join(root, 'none') }, 42)).toBeNull();
  expect(openCpuGroups(system('4:memory:/x\n3:cpu,cpuacct:/none\n'), 42)).toBeNull();
});

it('version 1 gets groups of this program alone, and those of a killed program go', () => {
  const old = system('2:cpu:/\n1:memory:/x\n');
  for (const name of ['vinculo-7/answers', 'vinculo-7/aside', 'outro']) mkdirSync(join(root, 'cpu', name), { recursive: true });
  expect(openCpuGroups(old, 42)).not.toBeNull();
  expect(readdirSync(join(root, 'cpu')).sort()).toEqual(['outro', 'vinculo-42']);
  expect(read('cpu/vinculo-42/answers/cgroup.procs')).toBe('42');
});

it('where this system allows it, children stand aside and the groups are gone at the end', () => {
  const program = `
    import { spawn } from 'node:child_process';
    import { readFileSync } from 'node:fs';
    const { openCpuGroups } = await import('${new URL('./cpu-groups.server.ts', import.meta.url).href}');
    const { ASIDE, giveWay } = await import('${new URL('./give-way.server.ts', import.meta.url).href}');
    const names = (pid) => readFileSync('/proc/' + pid + '/cgroup', 'utf8').split(/[/\\n]/);
    const groupOf = (pid) => names(pid).find((name) => ['answers', 'aside'].includes(name)) ?? null;
    const close = openCpuGroups();
    const child = spawn('sleep', ['60'], { ...ASIDE, stdio: 'ignore' });
    giveWay(child.pid);
    const groups = process.platform === 'linux' ? [groupOf('self'), groupOf(child.pid)] : [null, null];
    child.kill('SIGKILL');
    child.once('exit', () => {
      close?.();
      console.log(JSON.stringify({ allowed: close !== null, groups, pid: process.pid }));
    });`;
  const { allowed, groups, pid } = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  );
  expect(groups).toEqual(allowed ? ['answers', 'aside'] : [null, null]);
  expect(existsSync(`/sys/fs/cgroup/cpu/vinculo-${pid}`)).toBe(false);
});
