import type { World } from '#kit/acting/world.ts';
import type { Called } from '#kit/fields/called.ts';
import type { Field, Fields, Values } from '#kit/fields/field.ts';

/** What rules may read: the world, and the record before. */
export interface Context extends World {
  /** the record as it stands before this save; absent for a new one */
  before?: Readonly<Record<string, unknown>>;
}

/** A tab of a form. */
export interface Section {
  title: string;
  fields: readonly string[];
}

/** Written as a method, so that a form of certain fields is assignable to a form of any. */
type Predicate<F extends Fields, A = boolean> = { ask(input: Partial<Values<F>>, context: Context): A }['ask'];

/**
 * What a person fills in: all that `check` needs to judge it and the screen to draw it. Records, filters and dialogs each have a
 * form.
 */
export interface Form<F extends Fields = Fields, Name extends string = keyof F & string> {
  fields: F;
  /** tabs */
  sections?: readonly { title: string; fields: readonly Name[] }[];
  /** a sentence in place of `true` is the fault of an empty field */
  requiredWhen?: { readonly [K in Name]?: Predicate<F, boolean | string> };
  visibleWhen?: { readonly [K in Name]?: Predicate<F> };
  /** rules across fields: a generator that yields a sentence for each broken rule */
  rules?(input: Values<F>, context: Context): Iterable<{ field: Name | (string & {}); message: string }>;
  /** the company's own titles of fields */
  called?: Called;
}

/** Declares a form that belongs to no registry: a filter, a dialog, a step of a wizard. */
export const defineForm = <const F extends Fields>(form: Form<F>): Form<F> => form;

/** The form of a question that is answered by its buttons alone. */
export const EMPTY_FORM = defineForm({ fields: {} });

/** Forms of any shape, as collections hold them. */
export type AnyForm = Form;

const writables = new WeakMap<Fields, [string, Field][]>();

/** The fields that a person may fill in. */
export function writable({ fields }: { fields: Fields }): readonly [string, Field][] {
  let known = writables.get(fields);
  if (!known) writables.set(fields, (known = Object.entries(fields).filter(([, field]) => !field.readOnly)));
  return known;
}
