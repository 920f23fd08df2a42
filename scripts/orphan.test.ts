import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

it.skipIf(process.platform === 'win32')('a process hears that its shell was ended', async () => {
  const module = pathToFileURL(join(import.meta.dirname, 'orphan.mjs')).href;
  const program = `import { whenOrphaned } from '${module}';
    const life = setInterval(() => {}, 1000);
    whenOrphaned(() => { console.log('orphaned'); clearInterval(life); }, 10);
    console.log('ready');`;
  // A shell with something to do afterwards does not give its place to the program.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (text.includes('ready')) shell.kill('SIGTERM');
  });
  // The pipe closes when the program, too, has ended.
  await once(shell, 'close');
  expect(said).toBe('ready\norphaned\n');
});
