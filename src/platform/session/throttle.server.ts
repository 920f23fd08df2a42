import type { Database } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

const WINDOW = `interval '15 minutes'`;

/**
 * Failures in the last window that shut a door. A browser that is known of somebody has doors of its own, and so has whoever is inside and proves
 * the present password: what strangers do at the address or at the CPF does not shut them.
 */
const LIMITS = { ip: 50, cpf: 5, recuperar: 5, dispositivo: 5, dispositivoRecuperar: 5, prova: 5, relato: 20 } as const;

export type Door = keyof typeof LIMITS;

interface Attempt {
  /** It was right: the failures of its doors are forgiven, and its address gets the attempt back. */
  settle(): Promise<void>;
}

/**
 * Counts an attempt before it is judged, so that many at once do not slip through together, and refuses it at the first door that is shut, where
 * nothing is written any more. The counts live in the database, so they hold over all processes.
 */
export async function countAttempt(db: Database, doors: readonly [Door, string][]): Promise<Attempt> {
  const keys = doors.map(([door, who]) => `${door}:${who}`);
  const limits = doors.map(([door]) => LIMITS[door]);
  await demandOpen(db, keys, limits);
  // One statement takes all counts in the order of the doors, so that two attempts never wait for each other in a circle.
  const counted = await db.query<{ chave: string; janela: string; falhas: number }>({
    text: `with agora as (
        insert into tentativas as t (chave, janela) select p.chave, date_trunc('minute', now()) from unnest($1::text[], $2::int[]) with ordinality as p(chave, limite, n) order by n
        on conflict (chave, janela) do update set falhas = t.falhas + 1
          where t.falhas < (select p.limite from unnest($1::text[], $2::int[]) as p(chave, limite) where p.chave = t.chave)
        returning chave, janela, falhas)
      select a.chave, a.janela::text, a.falhas + (select coalesce(sum(t.falhas), 0)::int from tentativas t
        where t.chave = a.chave and t.janela > now() - ${WINDOW} and t.janela <> a.janela) as falhas
      from agora a`,
    values: [keys, limits],
  });
  // Others came first meanwhile.
  const isLate = keys.some((key, n) => !counted.some(({ chave, falhas }) => chave === key && falhas <= (limits[n] as number)));
  if (isLate) await demandOpen(db, keys, limits);
  return {
    async settle() {
      for (const [n, [door]] of doors.entries())
        await db.query(
          door === 'ip'
            ? {
                text: 'update tentativas set falhas = falhas - 1 where chave = $1 and janela = $2 and falhas > 0',
                values: [keys[n], counted[0]?.janela],
              }
            : { text: 'delete from tentativas where chave = $1', values: [keys[n]] },
        );
    },
  };
}

/** A door opens again when so many of its windows have gone that fewer failures than its limit are left. */
async function demandOpen(db: Database, keys: readonly string[], limits: readonly number[]): Promise<void> {
  const shut = await db.one<{ espera: number }>({
    text: `select ceil(extract(epoch from max(janela) + ${WINDOW} - now()))::int as espera
      from (select p.n, p.limite, t.janela, sum(t.falhas) over (partition by p.n order by t.janela desc) as ate
        from unnest($1::text[], $2::int[]) with ordinality as p(chave, limite, n) join tentativas t on t.chave = p.chave and t.janela > now() - ${WINDOW}) x
      where ate >= limite group by n order by n limit 1`,
    values: [keys, limits],
  });
  if (!shut) return;
  const espera = Math.max(1, shut.espera);
  throw new Refusal('MUITAS_TENTATIVAS', `Muitas tentativas. Aguarde ${Math.ceil(espera / 60)} minuto(s) e tente de novo.`, 429, {
    retryAfter: espera,
  });
}

/** Where failures from an address count: of IPv6 it is the network of 64 bits that one subscriber has. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Old windows go; called by the schedule. */
export const sweepThrottle = (db: Database) =>
  db.query({ text: `delete from tentativas where janela < now() - interval '1 hour'` });
