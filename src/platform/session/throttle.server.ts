import type { Database } from '#kit/db/database.server.ts';
import { countAttempt } from '#kit/http/throttle.server.ts';

/**
 * Failures in the last window that shut a door. A browser that is known of somebody has doors of its own, and so has whoever is inside and proves
 * the present password: what strangers do at the address or at the CPF does not shut them.
 */
const LIMITS = {
  ip: 50,
  cpf: 5,
  recuperar: 5,
  dispositivo: 5,
  dispositivoRecuperar: 5,
  prova: 5,
  relato: 20,
  testeDeEmail: 20,
  novoEmail: 5,
  creditos: 5,
} as const;

export type Door = keyof typeof LIMITS;

/** Counts an attempt at these doors. When it was right, the failures of its doors are forgiven, and its address gets the attempt back. */
export const countAt = (db: Database, doors: readonly [Door, string][]) =>
  countAttempt(
    db,
    doors.map(([door, who]) => ({
      key: `${door}:${who}`,
      limit: LIMITS[door],
      settled: door === 'ip' ? 'taken back' : 'forgiven',
    })),
  );

/** Old windows go; called by the schedule. */
export const sweepThrottle = (db: Database) =>
  db.query({ text: `delete from tentativas where janela < now() - interval '1 hour'` });
