import { defineConfig } from 'vitest/config';

// What needs a database: one embedded cluster for the run, a database of its own for each file.
export default defineConfig({
  test: {
    include: ['src/**/*.contract.test.ts'],
    globalSetup: ['src/kit/testing/testdb.setup.server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A machine three times slower is slow, not broken.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
