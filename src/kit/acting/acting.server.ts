import type { Queryable } from '#kit/db/database.server.ts';
import type { World } from './world.ts';

/** What happened to one record, as the audit trail keeps it: field → [before, after]. */
export interface Change {
  table: string;
  id: number;
  action: 'I' | 'A' | 'E' | 'L';
  changes: Record<string, [unknown, unknown]>;
  /** the transition of the record's lifecycle that made the change, by its name */
  transition?: string;
  /** written once for who acts in this company under this name, whoever asks first */
  once?: string;
}

/** Who acts, where, with which rights; every store and report asks for it. */
export interface Acting extends World {
  usuarioId: number | null;
  usuarioNome: string;
  empresaId: number;
  empresaNome: string;
  requestId: string;
  can(authority: string): boolean;
  audit(db: Queryable, change: Change): Promise<void>;
}

/** What of the acting person and company `check` asks. */
export const worldOf = ({ today, settings, can }: Acting): World => ({ today, settings, can });
