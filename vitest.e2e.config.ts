import { defineConfig } from 'vitest/config';

// Journeys in a real browser against a real server: one file after the other. scripts/test.mjs names the browser in VINCULO_CHROMIUM.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    reporters: ['default'],
  },
});
