// A second thread of an engine's child, because the first may be busy in a call of native code that nothing interrupts. It ends the
// process when the parent is gone, or when the process reaches its memory limit: neither V8 nor the libraries can limit all memory
// of a process.
import { workerData } from 'node:worker_threads';

/** The parent's message to a child. */
export interface Guarded {
  parent: number;
  /** bytes */
  memory: number;
}

/** Milliseconds between two looks. Native code touches new memory at up to 2 GB/s, so it exceeds its limit by some 50 MB. */
const EVERY_MS = 25;

const { parent, memory } = workerData as Guarded;
setInterval(() => {
  if (process.ppid !== parent || process.memoryUsage.rss() > memory) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
