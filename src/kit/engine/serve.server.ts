import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Guarded } from './guard.server.ts';

/** A child's messages to its parent: that it begins an order, that it may take so many ms from its beginning, then the result. `rss`: bytes that it holds now. */
export type Told = { taken: true } | { within: number } | { answer: unknown; rss: number } | { fault: string; rss: number };

/**
 * The program of an engine's child: does one order after the other until its parent ends it (see engine.server.ts). Work that knows how long
 * it may take says so with `within`, in ms from its beginning; it never has more time than whoever asked gives it.
 */
export function serve<Order>(work: (order: Order, within: (ms: number) => void) => unknown): void {
  const guarded = guard({ parent: Number(process.argv[2]), memory: Number(process.argv[3]) });
  const tell = (told: Told) => process.send?.(told);
  const rss = () => process.memoryUsage.rss();

  async function take(order: Order): Promise<void> {
    await guarded;
    tell({ taken: true });
    try {
      tell({ answer: await work(order, (ms) => void tell({ within: ms })), rss: rss() });
    } catch (error) {
      tell({ fault: String(error), rss: rss() });
    }
  }

  process.on('disconnect', () => process.exit());
  process.on('message', (order: Order) => void take(order));
}

async function guard(told: Guarded): Promise<void> {
  const thread = new Worker(new URL('./guard.server.ts', import.meta.url), { workerData: told });
  await once(thread, 'online');
  thread.unref();
}
