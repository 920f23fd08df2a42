import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { standAside } from './cpu-groups.server.ts';

/**
 * The priority of work whose next step nobody waits for: nine such processes weigh as much as one that answers requests. A lower
 * priority would stop them entirely on a machine that other programs keep busy.
 */
const LOW_PRIORITY = 10;
/** Linux takes ten changes of sessions a second. */
const AGAIN_MS = 150;

/** The options of a process that gets a session of its own, so that it can give way. */
export const ASIDE = { detached: true, windowsHide: true };
/** The priority of a process that does all work of a kind: three such processes weigh as much as one that answers, so a busy machine does not stop it. */
export const PRIORITY_OF_ALL = 5;

/**
 * Gives one of our processes a lower priority than requests. Linux first shares the processors between sessions, each with a
 * priority of its own, and compares processes only within a session; every connection of PostgreSQL is a session. Where we may
 * make control groups, the process stands aside in one of them (`openCpuGroups`). Where the system allows neither, all stay equal.
 */
export function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // The process has ended already.
  }
  sessionGivesWay(pid);
}

/** Does the same for the session and the control group of a process alone; within them the process keeps its priority. */
export function sessionGivesWay(pid: number | undefined, priority = LOW_PRIORITY, tries = 20): void {
  if (pid === undefined) return;
  standAside(pid);
  try {
    // Never our own session: it answers requests.
    if (sessionOf(pid) !== sessionOf('self')) writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch (error) {
    // Otherwise the process has ended, or the system has no session priorities.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && tries > 1)
      setTimeout(() => sessionGivesWay(pid, priority, tries - 1), AGAIN_MS).unref();
  }
}

/**
 * Lowers the priority of this process's threads that work beside its loop, on files, hashes and compression; when the loop wakes
 * them, they would otherwise take its processor at once. Only Linux has a priority for each thread.
 */
export function threadsGiveWay(): void {
  const threads = '/proc/self/task';
  try {
    for (const id of readdirSync(threads))
      if (readFileSync(`${threads}/${id}/comm`, 'utf8').trim() === 'libuv-worker') setPriority(Number(id), LOW_PRIORITY);
  } catch {
    // Not allowed: all stay equal.
  }
}

const sessionOf = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ')[0];
