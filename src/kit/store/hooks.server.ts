import type { Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Queryable, Tx } from '#kit/db/database.server.ts';
import type { Fields, Values } from '#kit/fields/field.ts';
import type { GuardedReading } from '#kit/history/reading.server.ts';
import type { Past } from '#kit/query/list.server.ts';
import type { Narrowing } from '#kit/query/wide.server.ts';
import type { Refusal } from '#kit/refusal/refusal.ts';
import type { RecordOf } from '#kit/registry/record.ts';
import type { Heading, Registry } from '#kit/registry/registry.ts';
import type { Computed } from '#kit/registry/select.server.ts';
import type { JsonSchema } from '#kit/registry/wire-schema.ts';
import type { TransitionHook } from './transition.server.ts';

/** A judged record on its way into the table; fields that the server fills are absent until a hook sets them. */
export type Judged<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends { readOnly: true } ? never : K]: Values<F>[K];
} & { -readonly [K in keyof F as F[K] extends { readOnly: true } ? K : never]?: Values<F>[K] };

/** Written as a method, so that hooks of one registry are assignable to hooks of any. */
type Lock<F extends Fields> = {
  take(tx: Tx, save: { acting: Acting; id?: number; input: Readonly<Partial<Values<F>>> }): Promise<void>;
}['take'];

/** Sentences about what is possible but seldom meant; an import shows both kinds as warnings. */
export interface Doubts {
  /** whoever sends it by hand repeats it with `confirma: true`; an edit of several records leaves this one as it is */
  confirm: readonly string[];
  /** prevents nothing */
  tell: readonly string[];
  /** what the sentences say of guarded values: whoever is asked has read it */
  reads?: GuardedReading;
}

/** A table that only the program writes, or what it alone writes in a table of people's work. */
export type Derived =
  | string
  | {
      table: string;
      /** columns that nobody else fills */
      columns?: readonly string[];
      /** over alias `feito`: rows that nobody else has touched */
      rows?: Sql;
    };

/** Steps that a registry's own `x.server.ts` may add to the save; each runs inside the one transaction. */
export interface Hooks<F extends Fields = Fields> {
  /** the access filter, over alias `t` */
  where?(acting: Acting): Sql | undefined;
  /**
   * records, over alias `t`, that are kept from this actor whatever their rights: an import does not tell that they exist (saving them again is refused
   * whether or not they do), and the log not what they hold
   */
  untold?(acting: Acting): Sql;
  computed?: Computed;
  /**
   * taken before any row, so that no two saves deadlock: the name of a lock for saves of one company that must not run side by
   * side (a tree), or a step of the module's own; `input` is the accepted part of the request, not judged yet
   */
  lock?: string | Lock<F>;
  /**
   * a save looks at what refers to the record: nobody refers to it, or has just done so, until the save ends. Without it a save keeps only
   * other writers of the record waiting
   */
  holdsOff?: true;
  /**
   * `restored` is a record that comes back from the bin: it is saved like a new one, and what is stored with it still counts.
   * `byHand`: a person sent this record, rather than an import or another action
   */
  beforeSave?(
    tx: Tx,
    save: { value: Judged<F>; before?: RecordOf<F>; restored?: RecordOf<F>; acting: Acting; byHand: boolean },
  ): Promise<void>;
  /** what is possible but seldom meant; runs after `beforeSave` */
  doubts?(tx: Tx, save: { value: Judged<F>; before?: RecordOf<F>; acting: Acting }): Promise<Doubts>;
  /**
   * why rows of an import must not change these, by id, until somebody has confirmed it for each: another one may read what they write. By hand
   * `doubts` asks the same
   */
  holds?(
    db: Queryable,
    updates: readonly { value: Judged<F>; before: RecordOf<F> }[],
    acting: Acting,
  ): Promise<ReadonlyMap<number, string>>;
  /** `confirmed`: somebody sent this record, or confirmed its row of an import, and was asked what `doubts` and `holds` ask */
  afterSave?(
    tx: Tx,
    save: { id: number; value: Judged<F>; before?: RecordOf<F>; restored?: RecordOf<F>; acting: Acting; confirmed: boolean },
  ): Promise<void>;
  /** what follows saved records, after `afterSave`: of one, or of hundreds of an import at once. It refuses none of them */
  afterSaves?(tx: Tx, saved: { ids: readonly number[]; acting: Acting }): Promise<void>;
  /**
   * why this actor may not edit or remove this record, or put it back from the bin as it stood; lists ask it too, so it reads only fields that
   * lists answer. `takesBack`: an import is undone, and removes what it inserted
   */
  refuses?(
    record: Readonly<Record<string, unknown>>,
    acting: Acting,
    deed: 'edit' | 'remove' | 'restore',
    takesBack?: boolean,
  ): Refusal | undefined;
  /** what the head of the record's page asks the server (`headline.asks`); its reader may open the record */
  heading?(db: Queryable, acting: Acting, id: number): Promise<Heading>;
  beforeRemove?(tx: Tx, removal: { before: RecordOf<F>; acting: Acting }): Promise<void>;
  /**
   * what a removal changes in records of other modules, before `beforeRemove`; answers the sentences that tell of it, which are shown before somebody
   * confirms. A record that comes back from the bin comes without
   */
  followRemoval?(tx: Tx, removal: { before: RecordOf<F>; acting: Acting }): Promise<readonly string[]>;
  /**
   * What comes back with the record from the bin: records of other registries that `beforeRemove` removes too, whose `field` refers to it (how many
   * `uncounted` ones are is not told), and rows of tables that no registry has, which the database removes by their `column`
   */
  goesWith?: readonly ({ target: string; field: string; uncounted?: boolean } | { table: string; column: string })[];
  /** what the program writes about a record by itself, in tables of rows that go with it: nobody has built anything by it */
  derived?: readonly Derived[];
  /** files that the record refers to inside of its data: they are kept, and whoever may open the record reads them */
  filesIn?(record: Readonly<Record<string, unknown>>): readonly number[];
  /** hooks of the lifecycle's transitions, by name */
  transitions?: Readonly<Record<string, TransitionHook<F>>>;
  /** the records as of a day (`asOf` of the registry) */
  asOf?(day: string, acting: Acting): Past;
  /** query parameters of the list that `extraWhere` reads, with what each takes */
  extraQuery?: Readonly<Record<string, JsonSchema>>;
  extraWhere?(query: Record<string, unknown>, acting: Acting): Narrowing | undefined;
}

/** The hooks of a registry, typed by its fields. */
export const hooksFor = <F extends Fields>(_registry: Registry<F>, hooks: Hooks<NoInfer<F>>): Hooks<F> => hooks;
