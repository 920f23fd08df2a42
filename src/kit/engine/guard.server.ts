// A thread of an engine's child, for its first thread may be busy in one call of foreign code that nothing interrupts. It ends the whole process when
// the parent is gone, and before it takes more memory than it may: neither V8 nor the libraries know of a limit on all that a process holds.
import { workerData } from 'node:worker_threads';

/** What a child is told by its parent. */
export interface Guarded {
  parent: number;
  /** bytes */
  memory: number;
}

/** Foreign code touches fresh memory at up to 2 GB/s: it gets some 50 MB further than its limit. */
const EVERY_MS = 25;

const { parent, memory } = workerData as Guarded;
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > memory) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
