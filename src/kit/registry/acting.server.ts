import type { Tx } from '#kit/db/database.server.ts';
import type { Context } from './registry.ts';

/** What happened to one record, as the audit trail keeps it: field → [before, after]. */
export interface Change {
  table: string;
  id: number;
  action: 'I' | 'A' | 'E' | 'L';
  changes: Record<string, [unknown, unknown]>;
}

/** Who acts, where, with which rights; every store and report asks for it. */
export interface Acting extends Context {
  usuarioId: number | null;
  usuarioNome: string;
  empresaId: number;
  empresaNome: string;
  requestId: string;
  can(authority: string): boolean;
  audit(tx: Tx, change: Change): Promise<void>;
}

/** What of the acting person and company `check` asks. */
export const worldOf = ({ today, settings, can }: Acting): Context => ({ today, settings, can });
