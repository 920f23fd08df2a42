import type { Tx } from '#kit/db/database.server.ts';
import { Refusal } from '#kit/refusal/refusal.ts';
import type { Audience } from './audience.server.ts';

/** The refusal of a login, whichever part of it is wrong. */
export const wrongCredentials = () => new Refusal('CREDENCIAIS_INVALIDAS', 'CPF, senha ou empresa inválidos.', 401);

/**
 * Whether the person's password is still the one of this hash; it stays so until the transaction ends. Passwords are compared
 * outside of transactions, for that takes long: somebody may have set another one meanwhile.
 */
export async function isStill(tx: Tx, audience: Audience, id: number, hash: string | undefined): Promise<boolean> {
  const now = await tx.one<{ hash: string }>({ text: `${audience.hash} ${audience.holdsHash}`, values: [id] });
  return now?.hash === hash;
}
