import { solve } from './digest.ts';

addEventListener('message', ({ data }: MessageEvent<{ desafio: string; bits: number }>) =>
  postMessage(solve(data.desafio, data.bits)),
);
