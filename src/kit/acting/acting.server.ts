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

/** Where somebody acts, with which rights; every store and report asks for it. */
interface Actor extends World {
  /** how prints, imports and the trail call who acts */
  usuarioNome: string;
  empresaId: number;
  empresaNome: string;
  requestId: string;
  can(authority: string): boolean;
  /** what is written now is taken back again (the trial of an import): nothing that follows from it may act outside the transaction */
  trial?: true;
  audit(db: Queryable, change: Change): Promise<void>;
}

export interface UserActing extends Actor {
  kind: 'usuario';
  usuarioId: number;
  externo?: undefined;
}

/** Somebody who is known and is no user: a candidate, an employee who answers. */
export interface ExternalActing extends Actor {
  kind: 'externo';
  usuarioId: null;
  /** the kind of person and their id, as in `candidatos:12`: what tables keep of them */
  externo: string;
  pessoa: { id: number; nome: string };
}

/** Nobody known: only the company is. */
export interface NobodyActing extends Actor {
  kind: 'ninguem';
  usuarioId: null;
  /** the form that they fill in, by the key that their browser chose: what one form sent is the form's. Without it nothing is theirs */
  externo: string | null;
}

/** The program itself. */
export interface SystemActing extends Actor {
  kind: 'sistema';
  usuarioId: null;
  externo?: undefined;
}

/** Who acts: a user, somebody from outside, nobody known, or the program itself. */
export type Acting = UserActing | ExternalActing | NobodyActing | SystemActing;

/** Stands before the digest of a form's key, where a known person's kind would. */
export const FORM = 'formulario:';

/** Whose a file, a task or the key of a form is. Both null: nobody's. */
export interface Maker {
  empresaId: number;
  usuarioId: number | null;
  externo?: string | null | undefined;
}

/** The columns `usuario` and `externo` of what somebody made, in this order. */
export const makerColumns = ({ usuarioId, externo }: Pick<Maker, 'usuarioId' | 'externo'>): [number | null, string | null] => [
  usuarioId,
  externo ?? null,
];

/** One word for the maker, to count and take turns by; undefined: nobody. */
export const makerKey = ({ usuarioId, externo }: Pick<Maker, 'usuarioId' | 'externo'>): string | undefined =>
  usuarioId === null ? (externo ?? undefined) : `usuario:${usuarioId}`;

/** What of the acting person and company `check` asks. */
export const worldOf = ({ today, settings, can }: Acting): World => ({ today, settings, can });

/** The same actor, as nobody: for what must not lead to them. */
export const unnamed = ({ empresaId, empresaNome, today, settings, can }: Acting): NobodyActing => ({
  kind: 'ninguem',
  usuarioId: null,
  usuarioNome: '',
  externo: null,
  empresaId,
  empresaNome,
  requestId: '',
  today,
  settings,
  can,
  audit: async () => {},
});
