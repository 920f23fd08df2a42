import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const ANSWERS = 'answers';
const ASIDE = 'aside';
const GROUP = /^vinculo-\d+$/;

/** Where the system keeps its control groups. */
export interface Groups {
  /** version 2, and version 1 with its folder of processors */
  mount: string;
  proc: string;
}
const SYSTEM: Groups = { mount: '/sys/fs/cgroup', proc: '/proc' };

/**
 * Parts this program into two control groups: what answers requests, and what gives way. Whatever stands aside is `cpu.idle`: Linux
 * stops it at once when something wakes up that answers, and gives it all that is left. As a whole the program weighs as much as any
 * other. Works where we may make groups: version 1 as root, or version 2 in a group that holds this process alone, as a unit with
 * `Delegate=cpu` has it. Everything that starts afterwards is born into the group that answers.
 *
 * @returns how to leave and remove the groups, or null where the system does not allow them
 */
export function openCpuGroups(system = SYSTEM, pid = process.pid): (() => void) | null {
  const ours = groupOf('self', system);
  if (!ours || ours.folder.endsWith(`/${ANSWERS}`)) return null;
  const whole = ours.version === 1 ? join(ours.folder, `vinculo-${pid}`) : ours.folder;
  const made: string[] = [];
  const make = (folder: string) => {
    mkdirSync(folder);
    made.unshift(folder);
  };
  const close = () => {
    try {
      if (ours.version === 1) enter(ours.folder, pid);
      for (const folder of made) rmdirSync(folder);
    } catch {
      // Somebody is still in it; the next start removes it.
    }
  };
  try {
    if (ours.version === 2) {
      if (readFileSync(join(whole, 'cgroup.procs'), 'utf8').trim() !== String(pid)) return null;
    } else {
      removeLeft(ours.folder);
      make(whole);
    }
    make(join(whole, ANSWERS));
    if (ours.version === 2) {
      // A group shares its processors between groups only when no process is in it.
      enter(join(whole, ANSWERS), pid);
      writeFileSync(join(whole, 'cgroup.subtree_control'), '+cpu');
    }
    make(join(whole, ASIDE));
    writeFileSync(join(whole, ASIDE, 'cpu.idle'), '1');
    enter(join(whole, ANSWERS), pid);
    return close;
  } catch {
    close();
    return null;
  }
}

/** Moves a process, and all that it starts from now on, into the group of the program `of` that gives way, if there is one. */
export function standAside(pid: number, of: number | 'self' = 'self', system = SYSTEM): void {
  const folder = groupOf(of, system)?.folder ?? '';
  if (basename(folder) !== ANSWERS && basename(folder) !== ASIDE) return;
  try {
    enter(join(dirname(folder), ASIDE), pid);
  } catch {
    // The process has ended already, or we may not: it stays where it is.
  }
}

const enter = (folder: string, pid: number) => writeFileSync(join(folder, 'cgroup.procs'), String(pid));

/** The folder of the group that shares out the processors to a process; lines are `id:controllers:path`, version 2 has no controllers. */
function groupOf(pid: number | 'self', { mount, proc }: Groups): { version: 1 | 2; folder: string } | null {
  let lines: string[];
  try {
    lines = readFileSync(join(proc, String(pid), 'cgroup'), 'utf8')
      .trim()
      .split('\n');
  } catch {
    return null;
  }
  for (const line of lines) {
    const [, controllers = '', ...path] = line.split(':');
    if (controllers.split(',').includes('cpu')) return { version: 1, folder: join(mount, controllers, path.join(':')) };
    if (lines.length === 1 && controllers === '') return { version: 2, folder: join(mount, path.join(':')) };
  }
  return null;
}

/** Removes the groups of programs that were killed. A group with processes stays. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => GROUP.test(name)))
    for (const group of [join(name, ASIDE), join(name, ANSWERS), name])
      try {
        rmdirSync(join(folder, group));
      } catch {
        // In use.
      }
}
