import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { asker } from '#kit/lanes/lanes.server.ts';
import { Places } from '#kit/lanes/places.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

/** A file keeps what was counted, up to some 35 MB, until its last group has left, however slowly it is read. */
const places = new Places<number | string | undefined>({
  size: 4,
  fits: (mine, free) => mine === 0 && free > 0,
  waiting: [12, 2],
  patience: 20_000,
  refusal: () =>
    new Refusal('OCUPADO', 'Há arquivos de resultados sendo feitos agora. Tente de novo em instantes.', 503, { retryAfter: 5 }),
});

/** Waits for a place, one of each owner, which is held until the answer has left. */
export const placeForFile = ({ raw }: FastifyReply): Promise<void> =>
  places.enter(asker(), () => Promise.allSettled([finished(raw, { readable: false })]));
