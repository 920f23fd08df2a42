import { openTestCluster } from './testdb.server.ts';

/** Vitest's global set-up of the contract tests: one cluster for all worker processes of the run. */
export async function setup(): Promise<() => Promise<void>> {
  const cluster = await openTestCluster();
  return cluster.close;
}
