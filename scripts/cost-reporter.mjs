// A Vitest reporter: the seconds of each test file with its start, its hooks and its tests, as JSON in the file that VINCULO_COST names. The usual
// report counts from a file's first test on, and the start is half of what a small file costs.

import { writeFileSync } from 'node:fs';
import process from 'node:process';

// oxlint-disable-next-line import/no-default-export -- Vitest loads reporters so
export default class CostReporter {
  #files = [];

  onTestModuleEnd(module) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const seconds = (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
    this.#files.push({ file: module.relativeModuleId, seconds });
  }

  onTestRunEnd() {
    if (process.env.VINCULO_COST) writeFileSync(process.env.VINCULO_COST, JSON.stringify(this.#files));
  }
}
