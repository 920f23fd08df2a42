import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { countAt, type Door } from '#platform/session/throttle.server.ts';
import { talentoVisivel } from './visiveis.server.ts';

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
  await countAt(db, [
    [porta, [acting.empresaId, talento, ...sobre].join('/')],
    ['cartaAUm', String(acting.usuarioId)],
  ]);
}
