// The child of the engine that the tests of this folder use.
import { serve } from './serve.server.ts';

export type StandOrder = 'world' | 'throw' | 'spin' | 'bytes' | 'objects' | 'keep' | { wait: number; within?: number };

const kept: unknown[] = [];

serve(async (order: StandOrder, within) => {
  const from = Date.now();
  if (order === 'throw') throw new Error('como pedido');
  if (order === 'spin') for (;;);
  if (order === 'bytes') for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
  if (order === 'objects') for (;;) kept.push(Array.from({ length: 100 }, () => kept.length));
  if (order === 'keep') kept.push(Buffer.alloc(120 * 1024 * 1024, 1));
  if (typeof order === 'object' && order.within !== undefined) within(order.within);
  if (typeof order === 'object') await new Promise((resolve) => setTimeout(resolve, order.wait));
  return { pid: process.pid, world: Object.keys(process.env), from, to: Date.now() };
});
