import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#kit/http/refusal.ts';
import type { TypstAnswer, TypstOrder } from './typst-child.server.ts';

const program = fileURLToPath(new URL('./typst-child.server.ts', import.meta.url));

const AT_ONCE = 2;
const MOST_WAITING = 50;
/** After so many documents a child makes room for a fresh one: the compiler keeps what it once allocated. */
const WORK_OF_A_LIFE = 40;
const IDLE_MS = 60_000;

interface Child {
  process: ChildProcess;
  done: number;
  idle?: NodeJS.Timeout;
}

const resting: Child[] = [];
const waiting: (() => void)[] = [];
let busy = 0;

async function enter(): Promise<void> {
  if (busy < AT_ONCE) busy += 1;
  else if (waiting.length >= MOST_WAITING)
    throw new Refusal('DOCUMENTOS_DEMAIS', 'Há muitos documentos sendo gerados agora. Tente novamente em instantes.', 503);
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function leave(): void {
  const next = waiting.shift();
  if (next) next();
  else busy -= 1;
}

function awake(): Child {
  const known = resting.pop();
  if (known) {
    clearTimeout(known.idle);
    known.process.ref();
    known.process.channel?.ref();
    return known;
  }
  const child = fork(program, [], { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] });
  // What happens to it while it works is told to who waits for it; while it rests, it is just gone.
  child.on('error', () => {});
  child.once('exit', () => {
    const at = resting.findIndex((one) => one.process === child);
    if (at >= 0) clearTimeout(resting.splice(at, 1)[0]?.idle);
  });
  return { process: child, done: 0 };
}

/** Goes to rest without keeping this program alive, or ends when it has worked enough. */
function rest(child: Child): void {
  child.done += 1;
  if (child.done >= WORK_OF_A_LIFE) {
    child.process.disconnect();
    return;
  }
  child.process.unref();
  child.process.channel?.unref();
  child.idle = setTimeout(() => child.process.kill(), IDLE_MS).unref();
  resting.push(child);
}

/** Compiles a document in a child process; one that takes longer than `patience` ms is ended and refused. */
export async function compileTypst(order: TypstOrder, patience = 20_000, signal?: AbortSignal): Promise<Buffer> {
  await enter();
  try {
    signal?.throwIfAborted();
    const child = awake();
    const answer = await new Promise<TypstAnswer>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        child.process.off('message', told).off('exit', gone).off('error', gone);
        settle();
      };
      const kill = (reason: Error) =>
        end(() => {
          child.process.kill('SIGKILL');
          reject(reason);
        });
      const told = (message: unknown) => end(() => resolve(message as TypstAnswer));
      const gone = () => end(() => reject(new Error('the compiler of documents ended before its work')));
      const stop = () => kill(signal?.reason as Error);
      const timer = setTimeout(
        () =>
          kill(
            new Refusal(
              'DOCUMENTO_DEMORADO',
              'O documento demorou demais para ser gerado. Escolha menos itens e tente novamente.',
              503,
            ),
          ),
        patience,
      );
      signal?.addEventListener('abort', stop);
      child.process.on('message', told).once('exit', gone).once('error', gone);
      child.process.send(order);
    });
    rest(child);
    if ('fault' in answer) throw new Error(`a document's template fails: ${answer.fault}`);
    return Buffer.from(answer.pdf);
  } finally {
    leave();
  }
}
