import type { Database } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/http/refusal.ts';

const WINDOW_MINUTES = 15;

/** Failures in the last window that shut a door: five of one CPF, fifty of one address. */
const LIMITS = { cpf: 5, ip: 50, recuperar: 5, relato: 20 } as const;

export type Door = keyof typeof LIMITS;

/**
 * Counts an attempt before it is judged, so that many at once do not slip through together, and refuses when there were too many in the window.
 * The count lives in the database, so it holds over all processes; `settle` takes an attempt off again when it was right.
 */
export async function countAttempt(db: Database, doors: readonly [Door, string][]): Promise<void> {
  for (const [door, who] of doors) {
    const row = await db.one<{ falhas: number; espera: number }>({
      text: `with agora as (
          insert into tentativas (chave, janela) values ($1, date_trunc('minute', now()))
          on conflict (chave, janela) do update set falhas = tentativas.falhas + 1 returning janela, falhas)
        select (select falhas from agora) + coalesce(sum(t.falhas), 0)::int as falhas,
          ceil(extract(epoch from (select janela from agora) + interval '${WINDOW_MINUTES} minutes' - now()))::int as espera
        from tentativas t where t.chave = $1 and t.janela > now() - interval '${WINDOW_MINUTES} minutes' and t.janela <> (select janela from agora)`,
      values: [`${door}:${who}`],
    });
    if (row && row.falhas > LIMITS[door])
      throw new Refusal(
        'MUITAS_TENTATIVAS',
        `Muitas tentativas. Aguarde ${Math.max(1, Math.ceil(row.espera / 60))} minuto(s) e tente de novo.`,
        429,
        { retryAfter: Math.max(1, row.espera) },
      );
  }
}

/** An attempt was right: the failures of its CPF are forgiven, and its address gets the attempt back. */
export async function settle(db: Database, doors: readonly [Door, string][]): Promise<void> {
  for (const [door, who] of doors)
    await db.query({
      text:
        door === 'ip'
          ? `update tentativas set falhas = falhas - 1 where chave = $1 and janela = date_trunc('minute', now()) and falhas > 0`
          : 'delete from tentativas where chave = $1',
      values: [`${door}:${who}`],
    });
}

/** Old windows go; called by the schedule. */
export const sweepThrottle = (db: Database) =>
  db.query({ text: `delete from tentativas where janela < now() - interval '1 hour'` });
