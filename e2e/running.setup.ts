import { rm } from 'node:fs/promises';
import { SET_UP, startProduct } from './running.ts';

/** Vitest's global set-up: the first start on an empty folder, with its migrations and its demonstration, once for the products of all files. */
export async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct('');
  await product.stop(true);
  process.env[SET_UP] = product.data;
  return async () => {
    delete process.env[SET_UP];
    await rm(product.data, { recursive: true, force: true, maxRetries: 5 });
  };
}
