import type { Change } from '#kit/acting/acting.server.ts';
import type { Queryable } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

const MiB = 1024 * 1024;

const tooMuch = () =>
  new Refusal(
    'MUITAS_ALTERACOES',
    'Você já salvou alterações demais nas últimas 24 horas. Esta não foi gravada; o que já estava salvo está guardado. Tente de novo mais tarde.',
    429,
    { retryAfter: 3_600 },
  );

/** Bytes, as they are stored, that somebody from outside may add to the trail in 24 hours: they stay there for good. */
const MOST_OF_OUTSIDER = 2 * MiB;

export async function demandShareOfOutsider(db: Queryable, externo: string): Promise<void> {
  const { bytes } = await db.only<{ bytes: number }>({
    name: 'trilha-de-fora',
    text: `select coalesce(sum(pg_column_size(a.mudancas) + coalesce(pg_column_size(g.valores), 0)), 0)::float8 as bytes
      from auditoria a left join auditoria_guardados g on g.auditoria_id = a.id where a.externo = $1 and a.instante > now() - interval '24 hours'`,
    values: [externo],
  });
  if (bytes > MOST_OF_OUTSIDER) throw tooMuch();
}

interface Share {
  /** bytes that a user may add in 24 hours, in all companies together (ADR 21) */
  most: number;
  /** bytes, at least, after which this process sums up what the trail has of the user */
  step: number;
}

/** An import of 100,000 full records, taken back and repeated, fits: each time it adds 300 MB. */
const HOUSE: Share = { most: 1024 * MiB, step: 4 * MiB };
let share = HOUSE;

/** What a line takes besides its values: its other columns, and its entries in seven indexes. */
const LINE = 512;
/** Who has much is summed up less often: what one sum costs grows with it. */
const PART = 1 / 16;
/** Whoever has too much is refused for so long before the trail is summed up again. */
const PAUSE = 60_000;

/** Of each user: what this process has written since it summed up, and the sum. */
const seen = new Map<number, { since: number; sum: number; at: number }>();

/** For tests: forgets what users wrote, and gives them another share. */
export function forgetShares(other: Share = HOUSE): void {
  seen.clear();
  share = other;
}

const sumOf = async (db: Queryable, usuarioId: number): Promise<number> =>
  (
    await db.only<{ bytes: number }>({
      name: 'trilha-de-usuario',
      text: `select coalesce(sum(${LINE} + pg_column_size(a.mudancas) +
          coalesce((select pg_column_size(g.valores) from auditoria_guardados g where g.auditoria_id = a.id), 0)), 0)::float8 as bytes
        from auditoria a where a.empresa_id = any(array(select id from empresas)) and a.usuario_id = $1 and a.instante > now() - interval '24 hours'`,
      values: [usuarioId],
    })
  ).bytes;

/**
 * Counts lines of a user, and refuses them once the trail has too much. A sum over a day is dear, so it is asked for after every few MiB alone: several
 * processes, or transactions at once, may exceed the share by a little. Reading and removing go on up to twice the share.
 */
export async function takeShare(
  db: Queryable,
  usuarioId: number,
  action: Change['action'],
  { lines = 1, bytes }: { lines?: number; bytes: number },
): Promise<void> {
  const own = seen.get(usuarioId) ?? { since: 0, sum: 0, at: 0 };
  seen.set(usuarioId, own);
  const most = action === 'L' || action === 'E' ? 2 * share.most : share.most;
  own.since += lines * LINE + bytes;
  if (own.sum > most ? Date.now() - own.at > PAUSE : own.since >= Math.max(share.step, own.sum * PART)) {
    // Before the answer, so that others who write meanwhile do not ask as well.
    Object.assign(own, { since: 0, at: Date.now() });
    own.sum = await sumOf(db, usuarioId);
  }
  if (own.sum > most) throw tooMuch();
}
