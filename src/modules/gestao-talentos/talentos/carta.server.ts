import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { countAt, type Door, isWithin } from '#platform/session/throttle.server.ts';
import { talentoVisivel } from './visiveis.server.ts';

const aQuem = (porta: Door, ...quem: readonly number[]) => [porta, quem.join('/')] as const;

/** Counts a letter that the program sends by itself; answers whether there was room for it. */
export const cabeMaisUmaCarta = (db: Queryable, porta: Door, empresaId: number, talento: number): Promise<boolean> =>
  isWithin(() => countAt(db, [aQuem(porta, empresaId, talento)]));

/**
 * Counts a letter to a talent, or about them, before its transaction: beside it, so that a refused one counts, too. Whoever may not see
 * the talent takes no attempt from others, nor learns of theirs.
 */
export async function contaCarta(
  db: Queryable,
  acting: Acting,
  { porta, talento, sobre = [] }: { porta: Door; talento: number; sobre?: readonly number[] },
): Promise<void> {
  await talentoVisivel(db, acting, talento);
  await countAt(db, [aQuem(porta, acting.empresaId, talento, ...sobre), ['cartaAUm', String(acting.usuarioId)]]);
}
