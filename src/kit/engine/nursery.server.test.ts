import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test('a child that cannot be born is told as gone, and the nursery goes on', async () => {
  const nursery = fork(new URL('nursery.server.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    for (const child of [1, 2]) {
      // What cannot be an argument is refused at once, as a fork is without memory.
      nursery.send({ child, program: '\0', args: [], execArgv: [] });
      const [passed] = await Promise.race([once(nursery, 'message'), once(nursery, 'exit')]);
      expect(passed).toEqual({ child, gone: expect.stringContaining('null bytes') });
    }
  } finally {
    nursery.kill();
  }
});
