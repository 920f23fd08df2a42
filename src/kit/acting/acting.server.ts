import type { Queryable } from '#kit/db/database.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import type { World } from './world.ts';

/** What happened to one record, as the audit trail keeps it: field → [before, after]. */
export interface Change {
  table: string;
  id: number;
  action: 'I' | 'A' | 'E' | 'L';
  changes: Record<string, [unknown, unknown]>;
  /** of guarded fields the values in clear, for readers with their authorities; `changes` has them masked */
  guarded?: Record<string, [unknown, unknown]>;
  /** the transition of the record's lifecycle that made the change, by its name */
  transition?: string;
  /** the number that the line carries instead of the request's: of an import, of an edit of several records */
  requestId?: string;
  /** the trail keeps one line for this actor, company and name, whichever process writes it first */
  once?: string;
  /** it is written however much its author has added to the trail: others bound it, or it is rolled back */
  unbounded?: true;
}

/** Where somebody acts, with which rights; every store and report asks for it. */
interface Actor extends World {
  /** the name of the actor in prints, imports and the trail */
  usuarioNome: string;
  empresaId: number;
  empresaNome: string;
  requestId: string;
  can(authority: string): boolean;
  /** whether they hold it in every company, and so may reach beyond this one by it */
  everywhere(authority: string): boolean;
  /** everything written now is rolled back (the trial of an import), so no hook may act outside the transaction */
  trial?: true;
  audit(db: Queryable, change: Change): Promise<void>;
}

export interface UserActing extends Actor {
  kind: 'usuario';
  usuarioId: number;
  externo?: undefined;
  /** they see the system as somebody else, with the rights that both have, and change nothing */
  viewing?: Viewing;
}

/** As whom somebody sees the system. `can` of the actor is what both may. */
export interface Viewing {
  /** null: as a profile, which is nobody */
  usuarioId: number | null;
  mine(authority: string): boolean;
  theirs(authority: string): boolean;
}

/** Thrown by actions that would change something, or would be done later with other rights. */
export function refuseViewing(acting: object): void {
  if ('viewing' in acting && acting.viewing) throw refuse.viewing();
}

/** A person from outside who is identified and is no user: a candidate, an employee who answers. */
export interface ExternalActing extends Actor {
  kind: 'externo';
  usuarioId: null;
  /** the kind of person and their id, as in `candidatos:12`; tables store this text */
  externo: string;
  pessoa: { id: number; nome: string };
}

/** An anonymous person: only the company is certain. */
export interface NobodyActing extends Actor {
  kind: 'ninguem';
  usuarioId: null;
  /**
   * the form that they fill in, by the key that their browser chose; files and tasks sent with the form belong to it. Null:
   * nothing belongs to them
   */
  externo: string | null;
}

/** The program itself. */
export interface SystemActing extends Actor {
  kind: 'sistema';
  usuarioId: null;
  externo?: undefined;
}

/** Who acts: a user, somebody from outside, an anonymous person, or the program itself. */
export type Acting = UserActing | ExternalActing | NobodyActing | SystemActing;

/** Stands before the digest of a form's key, where a known person's kind would. */
export const FORM = 'formulario:';

/** The owner of a file, a task or the key of a form. Both null: nobody. */
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

/** One text that identifies the maker, to count by and to take turns by; undefined: nobody. */
export const makerKey = ({ usuarioId, externo }: Pick<Maker, 'usuarioId' | 'externo'>): string | undefined =>
  usuarioId === null ? (externo ?? undefined) : `usuario:${usuarioId}`;

/** Whose turn an order to an engine takes. */
export const turnOf = (acting: Acting): { owner: string | null; outside: boolean } => ({
  owner: makerKey(acting) ?? null,
  outside: acting.kind === 'externo' || acting.kind === 'ninguem',
});

/** The part of `Acting` that `check` needs. */
export const worldOf = ({ today, settings, can, enters }: Acting): World => ({
  today,
  settings,
  can,
  ...(enters ? { enters } : {}),
});

/** The same actor by whose deed the program enters a row in a list, which may be longer for it than for a person (`rows`). */
export const entering = <A extends Acting>(acting: A): A => ({ ...acting, enters: true });

/** The same actor, whose lines in the trail carry this number, so that what was changed together is found together. */
export const numbered = <A extends Acting>(acting: A, requestId: string): A => ({
  ...acting,
  requestId,
  audit: (db, change) => acting.audit(db, { requestId, ...change }),
});

/** The same actor in a trial: everything written is rolled back, so that nothing of it counts. */
export const trying = <A extends Acting>(acting: A): A => ({
  ...acting,
  trial: true,
  audit: (db, change) => acting.audit(db, { ...change, unbounded: true }),
});

/** The same actor without a name, for records that must not lead to them. */
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
  everywhere: () => false,
  audit: async () => {},
});
