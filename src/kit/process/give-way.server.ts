import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * For what works while nobody waits at a screen for its very next step: nine weigh as much as one that answers. Lower, they would stand still where other
 * programs keep the machine busy.
 */
const LOW_PRIORITY = 10;
/** Linux takes ten changes of sessions a second. */
const AGAIN_MS = 150;

/** How a process is started that shall give way as a session of its own. */
export const ASIDE = { detached: true, windowsHide: true };
/** Of the session of a process that does all work of a kind: three weigh as much as one that answers, so that a busy machine does not stop it. */
export const PRIORITY_OF_ALL = 5;

/**
 * Makes a process of ours give way to requests. Linux shares the processors between sessions first, each with a priority of its own, and looks at the
 * priority of a process only within its session; every connection of PostgreSQL is a session. Where the system does not allow it, all stay equal.
 */
export function giveWay(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It is gone already.
  }
  sessionGivesWay(pid);
}

/** The same for the session of a process alone, within which the process stays before others that give way. */
export function sessionGivesWay(pid: number | undefined, priority = LOW_PRIORITY, tries = 20): void {
  if (pid === undefined) return;
  try {
    // Never our own session: requests are answered in it.
    if (sessionOf(pid) !== sessionOf('self')) writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch (error) {
    // Otherwise it is gone already, or the system knows no sessions.
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && tries > 1)
      setTimeout(() => sessionGivesWay(pid, priority, tries - 1), AGAIN_MS).unref();
  }
}

/**
 * Makes the threads of this process give way that work beside its loop: on files, hashes and compression. Woken by the loop, they would take its processor at once.
 * Linux knows a priority of each thread, and nobody else does.
 */
export function threadsGiveWay(): void {
  const threads = '/proc/self/task';
  try {
    for (const id of readdirSync(threads))
      if (readFileSync(`${threads}/${id}/comm`, 'utf8').trim() === 'libuv-worker') setPriority(Number(id), LOW_PRIORITY);
  } catch {
    // Then all stay equal.
  }
}

const sessionOf = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ')[0];
