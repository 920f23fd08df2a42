import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { platformOf } from './postgres-platform.server.ts';

const { optionalDependencies, allowScripts } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as { optionalDependencies: Record<string, string>; allowScripts: Record<string, boolean> };
const locked = JSON.parse(readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { os?: string[]; cpu?: string[] }>;
};
const machines = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'].map((name) => {
  const [platform = '', arch = ''] = name.split('-');
  return { platform, arch, isRoot: false };
});

describe('PostgreSQL of a computer', () => {
  it.each(machines)('is an optional package for $platform on $arch alone, and its links are made', (machine) => {
    const name = platformOf(machine).packageName ?? '';
    expect(optionalDependencies).toHaveProperty([name]);
    expect(allowScripts[name]).toBe(true);
    expect(locked.packages[`node_modules/${name}`]).toMatchObject({ os: [machine.platform], cpu: [machine.arch] });
  });

  it('is no package that is chosen nowhere', () => {
    const chosen = machines.map((machine) => platformOf(machine).packageName);
    expect(Object.keys(optionalDependencies).filter((name) => !chosen.includes(name))).toEqual([]);
    expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  });

  it('is that of the system where there is no package', () => {
    expect(platformOf({ platform: 'freebsd', arch: 'x64', isRoot: false })).toEqual({
      packageName: null,
      exe: '',
      versions: [],
      ways: ['as-we-are'],
      door: 'socket',
      keeper: 'shell',
    });
    expect(platformOf({ platform: 'win32', arch: 'arm64', isRoot: false }).packageName).toBeNull();
  });

  it('does not see root: a namespace hides it on Linux, elsewhere nobody runs it', () => {
    expect(platformOf({ platform: 'linux', arch: 'arm64', isRoot: true }).ways).toEqual(['namespace', 'nobody']);
    expect(platformOf({ platform: 'darwin', arch: 'arm64', isRoot: true }).ways).toEqual(['nobody']);
    expect(platformOf({ platform: 'darwin', arch: 'arm64', isRoot: false }).ways).toEqual(['as-we-are']);
  });

  it('has neither shell nor socket on Windows', () => {
    expect(platformOf({ platform: 'win32', arch: 'x64', isRoot: false })).toMatchObject({
      exe: '.exe',
      door: 'loopback',
      keeper: 'node',
    });
  });
});
