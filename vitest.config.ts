import { defineConfig } from 'vitest/config';

/** A screen, or a file that puts a module of its own in the place of another, has a process of its own: each changes what a whole process shares. */
const ALONE = ['src/**/*.web.test.{ts,tsx}', 'src/platform/session/password.server.test.ts'];
const CONTRACT = '**/*.contract.test.ts';

// Rules and kit in plain Node; a file that needs the DOM says so with `// @vitest-environment happy-dom`.
export default defineConfig({
  test: {
    pool: 'threads',
    setupFiles: ['scripts/vitest.setup.ts'],
    // Two busy cores, shared with compilers: a slow minute is no failure.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        // What the rules stand on is loaded once for each process, not once for each file.
        test: {
          name: 'together',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [CONTRACT, ...ALONE],
          isolate: false,
        },
      },
    ],
  },
});
