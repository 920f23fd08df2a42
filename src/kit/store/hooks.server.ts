import type { Sql } from 'sql-template-tag';
import type { Acting } from '#kit/acting/acting.server.ts';
import type { Tx } from '#kit/db/database.server.ts';
import type { Fields, Values } from '#kit/fields/field.ts';
import type { Past } from '#kit/query/list.server.ts';
import type { Refusal } from '#kit/refusal/refusal.ts';
import type { RecordOf } from '#kit/registry/record.ts';
import type { Registry } from '#kit/registry/registry.ts';
import type { Computed } from '#kit/registry/select.server.ts';
import type { TransitionHook } from './transition.server.ts';

/** A judged record on its way into the table; what the server fills is not there until a hook puts it there. */
export type Judged<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends { readOnly: true } ? never : K]: Values<F>[K];
} & { -readonly [K in keyof F as F[K] extends { readOnly: true } ? K : never]?: Values<F>[K] };

/** Written as a method: so hooks of one registry are hooks of any. */
type Lock<F extends Fields> = {
  take(tx: Tx, save: { acting: Acting; id?: number; input: Readonly<Partial<Values<F>>> }): Promise<void>;
}['take'];

/** Steps that a registry's own `x.server.ts` may add to the save; each runs inside the one transaction. */
export interface Hooks<F extends Fields = Fields> {
  /** access that answers with a filter, over alias `t` */
  where?(acting: Acting): Sql | undefined;
  computed?: Computed;
  /**
   * taken before any row, so that nobody waits in a circle: the name of a lock for saves of one company that must not run side by side (a tree),
   * or a step of the module's own; `input` is what was sent and its fields accept, not judged yet
   */
  lock?: string | Lock<F>;
  beforeSave?(tx: Tx, save: { value: Judged<F>; before?: RecordOf<F>; acting: Acting }): Promise<void>;
  afterSave?(tx: Tx, save: { id: number; value: Judged<F>; before?: RecordOf<F>; acting: Acting }): Promise<void>;
  /** why somebody may not edit or remove this record, where that depends on who they are; lists ask it too, so it reads fields that they answer */
  refuses?(record: Readonly<Record<string, unknown>>, acting: Acting, deed: 'edit' | 'remove'): Refusal | undefined;
  beforeRemove?(tx: Tx, removal: { before: RecordOf<F>; acting: Acting }): Promise<void>;
  /** files that the record names inside of its data, where no field does: they are kept, and read by whoever may open the record */
  filesIn?(record: Readonly<Record<string, unknown>>): readonly number[];
  /** by the names of the lifecycle's transitions */
  transitions?: Readonly<Record<string, TransitionHook<F>>>;
  /** the records as they stood on a day (`asOf` of the registry) */
  asOf?(day: string, acting: Acting): Past;
  /** names of the query string that `where` of the list reads itself */
  extraQuery?: ReadonlySet<string>;
  extraWhere?(query: Record<string, unknown>, acting: Acting): Sql | undefined;
}

/** The hooks of a registry, typed by its fields. */
export const hooksFor = <F extends Fields>(_registry: Registry<F>, hooks: Hooks<NoInfer<F>>): Hooks<F> => hooks;
