import path from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Every program that a test starts compiles the same modules: Node keeps what they become.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/compiled');

const LONG = /\/(fuzz-(reads|writes)|crash|crash-realinhamento|sight|backup)\.contract\.test\.ts$/;

/** What takes longest begins first, so that nothing ends long after all the rest. Vitest begins with the longest text, and the fuzzing files are short. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(({ moduleId }) => LONG.test(moduleId)), ...sorted.filter(({ moduleId }) => !LONG.test(moduleId))];
  }
}

/** Files that start or kill programs, wear other modules than the rest, or bring a server to its limits: each has a process of its own. */
const ALONE = [
  'src/app/{backup,crash,crash-realinhamento,database-life,disk-full,doors,example,lanes,orphan-worker,start,two-servers}.contract.test.ts',
  'src/app/{non-interference,sight}.contract.test.ts',
  'src/app/fuzz/*.contract.test.ts',
  'src/kit/{db/backup,db/embedded,lanes}/*.contract.test.ts',
];

// What needs a database: one embedded cluster for the run, a database of its own for each file.
export default defineConfig({
  test: {
    globalSetup: ['src/kit/testing/testdb.setup.server.ts'],
    pool: 'forks',
    // Some files wait for programs that they start, and all for the database: a third one fills the gaps of two processors.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A machine three times slower is slow, not broken.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        // The program is loaded and compiled once for each process, not once for each file: that was half of what a small file cost.
        test: { name: 'together', include: ['src/**/*.contract.test.ts'], exclude: ALONE, isolate: false },
      },
    ],
  },
});
