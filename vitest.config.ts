import { defineConfig } from 'vitest/config';

// Rules and kit in plain Node; a file that needs the DOM says so with `// @vitest-environment happy-dom`.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    exclude: ['**/*.contract.test.ts', 'node_modules/**'],
    pool: 'threads',
    setupFiles: ['scripts/vitest.setup.ts'],
    // Two busy cores, shared with compilers: a slow minute is no failure.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
