import { setPriority } from 'node:os';

/** For what works while nobody waits at a screen for its very next step. */
const LOW_PRIORITY = 10;

/** Makes a process give way to requests: this one, or another of ours. Where the system does not allow it, all stay equal. */
export function giveWay(pid = 0): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // It may be gone already, too.
  }
}
