import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { ASIDE, giveWay } from '#kit/process/give-way.server.ts';

it('a process gives way as one among others and, where Linux shares between sessions, as a session', async () => {
  const sessionOf = (pid: number | 'self') => {
    try {
      return readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();
    } catch {
      return null;
    }
  };
  const ours = sessionOf('self');
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { ...ASIDE, stdio: 'ignore' });
  const pid = child.pid as number;
  try {
    giveWay(pid);
    expect(getPriority(pid)).toBeGreaterThan(getPriority());
    if (ours) await expect.poll(() => sessionOf(pid)).toMatch(/nice 10$/);
    expect(sessionOf('self')).toBe(ours);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  giveWay(pid);
});

it('the threads that work beside the loop give way to it, and the loop stays as it is', async () => {
  const program = `import { readFile } from 'node:fs/promises';
    import { readdirSync, readFileSync } from 'node:fs';
    import { getPriority } from 'node:os';
    import { threadsGiveWay } from '${new URL('./give-way.server.ts', import.meta.url).href}';
    await readFile('${import.meta.filename}');
    threadsGiveWay();
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : [];
    const beside = threads.filter((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim() === 'libuv-worker');
    console.log(JSON.stringify([getPriority(), ...new Set(beside.map((id) => getPriority(Number(id))))]));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const usual = getPriority();
  expect(JSON.parse(line.toString())).toEqual(process.platform === 'linux' ? [usual, 10] : [usual]);
});
