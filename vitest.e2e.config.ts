import path from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

// Each product that is started compiles the same modules: Node keeps what they become.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/compiled');

// Journeys in a real browser against a real server, each file with a product of its own (copied from one that was set up), three files at a time: each waits much of its time, and the third fills two processors. scripts/test.mjs names the browser in VINCULO_CHROMIUM.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/running.setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // A machine three times slower is slow, not broken.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    teardownTimeout: 30_000,
    reporters: ['default'],
  },
});
