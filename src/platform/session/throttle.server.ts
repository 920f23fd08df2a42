import { createHmac } from 'node:crypto';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import { installationSecret } from '#kit/files/secrets.server.ts';
import { countAttempt, TOO_MANY_ATTEMPTS } from '#kit/http/throttle.server.ts';
import { isImporting } from '#kit/import/apply.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Audience } from './audience.server.ts';

/**
 * Failures in the last window that close a door. A browser in which a person has logged in has a door of its own, and so has
 * somebody logged in who enters the present password again: attempts of strangers at the address or the CPF do not close these.
 * Right passwords are counted apart (`senhaCerta`), and only they: beyond its limit they are failures at the doors that they came through.
 */
const LIMITS = {
  ip: 50,
  cpf: 5,
  recuperar: 5,
  cartaDeAcesso: 5,
  dispositivo: 5,
  outraConta: 5,
  dispositivoRecuperar: 5,
  prova: 5,
  senhaCerta: 30,
  relato: 20,
  testeDeEmail: 20,
  novoEmail: 5,
  linkDeUsuario: 5,
  linksDeUsuarios: 60,
  convitesEmLote: 10,
  conviteDeEntrevista: 5,
  pedidoDeExperiencia: 5,
  avisosDeSolicitacao: 10,
  enderecosDeSolicitacao: 200,
  lembretesDeAprovacao: 1_000,
  lembretesDeEntrevista: 1_000,
  pedidoDeAvaliacao: 5,
  avaliacoesDaEtapa: 5_000,
  calendario: 20,
  leituraDeCalendario: 60,
  convitesDeNovo: 1_000,
  creditos: 5,
  feedbackCompartilhado: 30,
  acaoDePlano: 60,
  correioAMuitos: 60,
  cartaAUm: 1_000,
} as const;

export type Door = keyof typeof LIMITS;

/** How counts name a CPF: the table holds none, nor anything against which somebody could try all that there are. */
export const countedCpf = async (cpf: string): Promise<string> =>
  createHmac('sha256', await installationSecret())
    .update(`login ${cpf}`)
    .digest('base64url');

/** Counts an attempt at these doors, or as many as a door says. A successful one clears the failures of its doors by default, and its address gets the attempt back. */
export const countAt = (
  db: Queryable,
  doors: readonly (readonly [Door, string, number?])[],
  settled: 'forgiven' | 'taken back' = 'forgiven',
) =>
  countAttempt(
    db,
    doors.map(([door, who, amount = 1]) => ({
      key: `${door}:${who}`,
      limit: LIMITS[door],
      amount,
      settled: door === 'ip' ? 'taken back' : settled,
    })),
  );

/** As whom a person is counted, who may have several accounts. */
export async function countedPerson(db: Queryable, { name, countedAs }: Pick<Audience, 'name' | 'countedAs'>, id: number) {
  const first = countedAs === undefined ? undefined : await db.one<{ id: number }>({ text: countedAs, values: [id] });
  return `${name}:${first?.id ?? id}`;
}

/**
 * Somebody has the program write to everybody whom a record concerns: often enough, not without end. In the transaction of what they do
 * and as its last step that can be taken back, but before the key of a round is written; only their own counts wait for it.
 */
export async function countMailing(tx: Tx, { usuarioId }: Pick<Acting, 'usuarioId'>): Promise<void> {
  if (usuarioId !== null) await countAt(tx, [['correioAMuitos', String(usuarioId)]]);
}

/** Somebody has the program write to one person, or to a few, whom they choose; in the transaction of the letter. Imports have bounds of their own. */
export async function countLetter(tx: Queryable, acting: Pick<Acting, 'usuarioId' | 'requestId'>, letters = 1): Promise<void> {
  const { usuarioId } = acting;
  if (usuarioId !== null && !isImporting(acting)) await countAt(tx, [['cartaAUm', String(usuarioId), letters]]);
}

/** Whether letters are within their count; whoever is not written to finds the message in their box. */
export async function isWithin(count: () => Promise<unknown>): Promise<boolean> {
  try {
    await count();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === TOO_MANY_ATTEMPTS) return false;
    throw error;
  }
}
