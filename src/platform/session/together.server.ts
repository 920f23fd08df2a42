import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Audience } from './audience.server.ts';

/** The ids that somebody logs in as, in their order: their own, or those of all accounts that belong together. */
export async function togetherOf(db: Queryable, { together }: Audience, id: number): Promise<number[]> {
  if (together === undefined) return [id];
  return (await db.query<{ id: number }>({ text: together, values: [id] })).map((row) => row.id);
}

/** The same, locked until the transaction ends. Whoever joins or leaves locks these rows too, so that they are read again once they are held. */
export async function holdTogether(tx: Tx, audience: Audience, id: number): Promise<number[]> {
  if (audience.together !== undefined) await tx.query({ text: `${audience.together} for no key update`, values: [id] });
  return togetherOf(tx, audience, id);
}

/** Takes a person out of those that they belong together with; of two, the other one stands alone too. False: they stood alone. */
export async function standAlone(tx: Tx, audience: Audience, id: number): Promise<boolean> {
  const ids = await holdTogether(tx, audience, id);
  if (audience.apart === undefined || ids.length < 2) return false;
  await tx.query({ text: audience.apart, values: [ids.length === 2 ? ids : [id]] });
  return true;
}
