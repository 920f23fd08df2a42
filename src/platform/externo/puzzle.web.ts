import { api } from '#kit/client/client.web.ts';

/** The bot check without a third party: the browser's spare thread solves the server's puzzle while the form is filled in. */
export async function solvePuzzle(): Promise<string> {
  const puzzle = await api.get<{ desafio: string; bits: number }>('/api/externo/desafio', {}, { quiet: true, silent: true });
  const worker = new Worker(new URL('./puzzle-worker.web.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<string>((done, fail) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => done(data));
      worker.addEventListener('error', () => fail(new Error('the puzzle was not solved')));
      worker.postMessage(puzzle);
    });
  } finally {
    worker.terminate();
  }
}
