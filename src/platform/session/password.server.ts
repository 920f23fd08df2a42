import { hash, verify } from '@node-rs/argon2';

// Argon2id, 64 MiB and three passes (stack.md); the library's default algorithm is argon2id.
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | undefined;

/** True when the password fits. Without a hash it takes as long, so that nobody learns who exists. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('senha de ninguém');
  const fits = await verify(stored ?? (await decoy), password);
  return stored !== undefined && fits;
}

/** What is wrong with a new password; null when nothing. */
export function weakness(password: unknown): string | null {
  if (typeof password !== 'string' || password.length < 8) return 'A senha deve ter pelo menos 8 caracteres';
  if (password.length > 200) return 'A senha deve ter no máximo 200 caracteres';
  if (!/\p{L}/u.test(password) || !/\d/.test(password)) return 'A senha deve ter letras e números';
  return null;
}
