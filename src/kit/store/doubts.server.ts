import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import { tellAtEnd } from '#kit/history/reading.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { Doubts } from './hooks.server.ts';

/** A save without a person who could confirm anything: an import, its undo, the consequence of another action. */
export interface Unasked {
  /** takes the sentences that a person would be shown; without it nothing is looked up for them */
  warn?(sentences: readonly string[]): void;
  /** somebody has answered before what a person would be asked, as of a row of an import */
  confirmed?: true;
  /** the caller runs `afterSaves` for many records at once */
  follows?: true;
}

/** Saves whatever the sentences say. */
export const UNASKED: Unasked = {};

const hasConfirmed = (input: unknown) =>
  typeof input === 'object' && input !== null && 'confirma' in input && input.confirma === true;

/** Tells the doubts about a save to whoever warns of them, or refuses it until its sender has confirmed them. */
export function settle(
  tx: Tx,
  acting: Acting,
  { confirm, tell, reads }: Doubts,
  { input, unasked }: { input: unknown; unasked: Unasked | undefined },
): void {
  if (!unasked && (confirm.length === 0 || hasConfirmed(input))) return;
  const sentences = [...confirm, ...tell];
  // The rows of an import are one reading.
  if (reads) tellAtEnd(tx, acting, unasked ? { table: reads.table, columns: reads.columns } : reads);
  if (!unasked) throw refuse.unconfirmed(sentences);
  unasked.warn?.(sentences);
}
