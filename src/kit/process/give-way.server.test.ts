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
