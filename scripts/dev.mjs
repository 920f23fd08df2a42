// `npm run dev`: the server with watch beside Vite, both with Node 24; the end of one is the end of both.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { endWith, environment, findNode, install, root } from './prepare.mjs';

try {
  await install();
  const node = await findNode();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  start(node, [['--watch', join('src', 'app', 'main.server.ts'), ...process.argv.slice(2)], [vite]]);
  console.log('Telas com recarga imediata: http://127.0.0.1:5173 (a API vem do servidor, na porta 3000 ou em VINCULO_API).');
} catch (fault) {
  endWith(fault);
}

function start(node, commands) {
  const children = commands.map((args) =>
    spawn(node, args, { cwd: root, env: environment(node), stdio: 'inherit', detached: true }),
  );
  let isClosing = false;
  const close = (signal) => {
    if (isClosing) return;
    isClosing = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => close(signal));
  for (const child of children)
    child.on('exit', (code) => {
      process.exitCode ||= isClosing ? 0 : (code ?? 1);
      close('SIGTERM');
    });
}
