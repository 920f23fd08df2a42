import { defineConfig } from 'vitest/config';

// Journeys in a real browser against a real server, each file with a product of its own (copied from one that was set up), two files at a time. scripts/test.mjs names the browser in VINCULO_CHROMIUM.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/running.setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A machine three times slower is slow, not broken.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
    reporters: ['default'],
  },
});
