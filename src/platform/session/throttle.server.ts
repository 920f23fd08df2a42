import type { Database } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/http/refusal.ts';

const WINDOW_MINUTES = 15;

/** Failures in the last window that shut a door: five of one CPF, fifty of one address. */
export const LIMITS = { cpf: 5, ip: 50, recuperar: 5 } as const;

export type Door = keyof typeof LIMITS;

/** Refuses when too many attempts failed lately; the count lives in the database, so it holds over all processes. */
export async function demandCalm(db: Database, doors: readonly [Door, string][]): Promise<void> {
  for (const [door, who] of doors) {
    const row = await db.one<{ falhas: number; espera: number }>({
      text: `select coalesce(sum(falhas), 0)::int as falhas, coalesce(ceil(extract(epoch from max(janela) + interval '${WINDOW_MINUTES} minutes' - now())), 0)::int as espera
             from tentativas where chave = $1 and janela > now() - interval '${WINDOW_MINUTES} minutes'`,
      values: [`${door}:${who}`],
    });
    if (row && row.falhas >= LIMITS[door])
      throw new Refusal(
        'MUITAS_TENTATIVAS',
        `Muitas tentativas. Aguarde ${Math.max(1, Math.ceil(row.espera / 60))} minuto(s) e tente de novo.`,
        429,
        { retryAfter: Math.max(1, row.espera) },
      );
  }
}

export async function countFailure(db: Database, doors: readonly [Door, string][]): Promise<void> {
  for (const [door, who] of doors)
    await db.query({
      text: `insert into tentativas (chave, janela) values ($1, date_trunc('minute', now())) on conflict (chave, janela) do update set falhas = tentativas.falhas + 1`,
      values: [`${door}:${who}`],
    });
}

export const forgive = (db: Database, door: Door, who: string) =>
  db.query({ text: 'delete from tentativas where chave = $1', values: [`${door}:${who}`] });

/** Old windows go; called by the schedule. */
export const sweepThrottle = (db: Database) =>
  db.query({ text: `delete from tentativas where janela < now() - interval '1 hour'` });
