import process from 'node:process';

/**
 * Calls `work` once when the parent of this process has died. A SIGTERM to `npm start` ends npm and its shell, and reaches nobody below them.
 * `every`: milliseconds between looks.
 */
export function whenOrphaned(work, every = 500) {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    work();
  }, every);
  looking.unref();
}
