// The program of a process that starts the children of engines and passes their messages on. A process that forks stands still
// until its child runs, which takes long when children have a low priority; the process that answers requests must not wait so.
// The nursery ends with its parent, and its children end with it.
import { type ChildProcess, fork } from 'node:child_process';
import { giveWay } from '#kit/process/give-way.server.ts';
import type { Told } from './serve.server.ts';

export type Asked = { child: number } & (Wanted | { order: unknown } | { end: true });
/** `gone`: the child has died; the text is the end of its error output. */
export type Passed = { child: number } & ({ told: Told } | { gone: string });

const IDLE_MS = 60_000;

const children = new Map<number, ChildProcess>();
const tell = (passed: Passed) => process.send?.(passed);
const idle = setTimeout(() => {
  if (children.size === 0) process.exit();
  idle.refresh();
}, IDLE_MS);

interface Wanted {
  program: string;
  args: string[];
  execArgv: string[];
}

function bear(child: number, wanted: Wanted): void {
  try {
    forkOf(child, wanted);
  } catch (error) {
    // Without memory for one more it throws; the others go on.
    tell({ child, gone: (error as Error).message });
  }
}

function forkOf(child: number, { program, args, execArgv }: Wanted): void {
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
  // A child that has died takes no order; its exit tells so.
  else children.get(child)?.send(asked.order as object, () => {});
});
