import type { World } from '#kit/acting/world.ts';
import type { Called, Field, Fields, Values } from '#kit/fields/field.ts';

/** What rules may know: the world, and the record before. */
export interface Context extends World {
  /** the record as it stands before this save; absent for a new one */
  before?: Readonly<Record<string, unknown>>;
}

/** A tab of a form. */
export interface Section {
  title: string;
  fields: readonly string[];
}

type Predicate<F extends Fields, A = boolean> = (input: Partial<Values<F>>, context: Context) => A;

/** What a person fills in: all that `check` needs to judge it and the screen to draw it. A record, a filter and a dialog each have one. */
export interface Form<F extends Fields = Fields> {
  fields: F;
  /** tabs */
  sections?: readonly { title: string; fields: readonly (keyof F & string)[] }[];
  /** a sentence in place of `true` is the fault that emptiness makes */
  requiredWhen?: { readonly [K in keyof F]?: Predicate<F, boolean | string> };
  visibleWhen?: { readonly [K in keyof F]?: Predicate<F> };
  /** rules across fields: reads as a list of sentences and yields every broken one */
  rules?(input: Values<F>, context: Context): Iterable<{ field: (keyof F & string) | (string & {}); message: string }>;
  /** what the company calls fields that are its own to name */
  called?: Called;
}

/** Declares a form that is no registry's: a filter, a dialog, a step of a longer work. */
export const defineForm = <const F extends Fields>(form: Form<F>): Form<F> => form;

/** Forms of any shape, as collections hold them. */
// oxlint-disable-next-line typescript/no-explicit-any -- `rules` is contravariant in its fields; a collection cannot name them all
export type AnyForm = Form<any>;

const writables = new WeakMap<Fields, [string, Field][]>();

/** The fields that a person may fill in. */
export function writable({ fields }: { fields: Fields }): readonly [string, Field][] {
  let known = writables.get(fields);
  if (!known) writables.set(fields, (known = Object.entries(fields).filter(([, field]) => !field.readOnly)));
  return known;
}
