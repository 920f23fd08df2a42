// `npm start`: installs, builds, then runs the server with Node 24. Where the screens are built already it needs no tools. `--no-build` leaves dist/web
// alone (npm run dev uses Vite instead). Every other argument goes to the server.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { whenOrphaned } from './orphan.mjs';
import { build, endWith, environment, findNode, install, isBuilt, root } from './prepare.mjs';
import { thrifty } from './thrift.mjs';

const args = process.argv.slice(2);

try {
  const built = isBuilt();
  await install({ tools: !built });
  const node = await findNode();
  if (!built && !args.includes('--no-build')) await build(node);
  serve(
    node,
    args.filter((arg) => arg !== '--no-build'),
  );
} catch (fault) {
  endWith(fault);
}

function serve(node, serverArgs) {
  // On Ctrl-C the terminal signals the whole process group, and npm signals its child once more. A group of its own and the flag below
  // make it exactly one signal for the server, which drains its requests then.
  const server = spawn(
    node,
    ['--import', pathToFileURL(join(root, 'scripts', 'tether.mjs')).href, join('src', 'app', 'main.server.ts'), ...serverArgs],
    {
      cwd: root,
      env: { ...thrifty(environment(node)), VINCULO_TETHER: '1' },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    },
  );
  let isClosing = false;
  const close = (signal) => {
    if (isClosing) return;
    isClosing = true;
    server.kill(signal);
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
  process.on('SIGHUP', () => close('SIGTERM'));
  // Started by hand it may outlive its shell on purpose.
  if (process.env.npm_lifecycle_event === 'start') whenOrphaned(() => close('SIGTERM'));
  server.on('error', (error) => {
    console.error(`\nNão foi possível iniciar o servidor: ${error.message}`);
    process.exitCode = 1;
  });
  server.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
