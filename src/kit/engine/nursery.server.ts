// The program of a process that gives birth to the children of engines and passes on what is said: a process that gives birth stands still until the
// newborn runs, which takes long where newborns give way, and the one that answers requests must not. It ends with its parent, and its children with it.
import { type ChildProcess, fork } from 'node:child_process';
import { giveWay } from '#kit/process/give-way.server.ts';
import type { Told } from './serve.server.ts';

export type Asked = { child: number } & (
  | { program: string; args: string[]; execArgv: string[] }
  | { order: unknown }
  | { end: true }
);
/** `gone`: it is dead; these were its last words. */
export type Passed = { child: number } & ({ told: Told } | { gone: string });

const IDLE_MS = 60_000;

const children = new Map<number, ChildProcess>();
const tell = (passed: Passed) => process.send?.(passed);
const idle = setTimeout(() => {
  if (children.size === 0) process.exit();
  idle.refresh();
}, IDLE_MS);

function bear(child: number, { program, args, execArgv }: { program: string; args: string[]; execArgv: string[] }): void {
  const born = fork(program, [String(process.pid), ...args], {
    serialization: 'advanced',
    execArgv,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  giveWay(born.pid);
  children.set(child, born);
  let lastWords = '';
  const gone = () => {
    if (children.delete(child)) tell({ child, gone: lastWords });
  };
  born.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2_000);
  });
  born.on('message', (told: Told) => tell({ child, told }));
  born.once('exit', gone);
  born.on('error', (error) => {
    lastWords ||= error.message;
    if (born.pid === undefined) gone();
  });
}

process.on('disconnect', () => process.exit());
process.on('message', ({ child, ...asked }: Asked) => {
  idle.refresh();
  if ('program' in asked) bear(child, asked);
  else if ('end' in asked) children.get(child)?.kill('SIGKILL');
  // One that died meanwhile takes no order; that it is gone is told by its end.
  else children.get(child)?.send(asked.order as object, () => {});
});
