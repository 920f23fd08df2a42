import { z } from 'zod';
import type { World } from '#kit/acting/world.ts';
import { isBlank, isBlankHtml, obrigatorio } from '#kit/br/text.ts';
import { type Kind, type KindStored, traits } from './traits.ts';

export type { Kind } from './traits.ts';

/** Answers whether something holds for a child row. A `requiredWhen` may answer the message for the empty field instead of `true`. */
export type RowCondition<A = boolean> = (row: Readonly<Record<string, unknown>>, world: World) => A;

/** The colour of a state: in force, over, undecided, failed. */
export type Tone = 'good' | 'quiet' | 'waiting' | 'bad';

interface TextFacts {
  /** longest text, in characters */
  max: number;
  /** a code of exactly `max` digits; files write it with hyphens or points, and without the zeros that it begins with */
  digits?: true;
}

interface NumberFacts {
  min?: number;
  max?: number;
  /** digits after the comma */
  decimals?: number;
  /** an identifier or a year, printed without a point between thousands */
  isCode?: boolean;
}

interface BooleanFacts {
  /** whether the record is in use. Lists show it as a badge, pickers mark records that are not */
  activity?: boolean;
  /** the filter by a tree beside it, whose input draws this switch: only the chosen records, not those below them */
  narrows?: string;
}

interface ChoiceFacts {
  /** code → label, in the order of the screen */
  options: Readonly<Record<string, string>>;
  /** code → its colour in lists, for a choice that holds a state */
  tones?: Readonly<Record<string, Tone>>;
  /** code → other words that files have for it: 'CLT' */
  alsoSaid?: Readonly<Record<string, readonly string[]>>;
}

interface ReferenceFacts {
  /** `module/slug` of the registry that it refers to */
  target: string;
  /** true: bare id(s) on the wire, for names ending in `Id` or `Ids`; otherwise `{id, nome}` */
  asId?: boolean;
}

interface RefFacts extends ReferenceFacts {
  /** the field beside it within whose record the name is unique: the state of a city. The target has a field of the same name */
  within?: string;
  /**
   * of a reference that the server fills: the record that it refers to may be removed, and then reads as '(removido)'. It has
   * neither foreign key nor index, which would slow down writing thousands of rows
   */
  snapshot?: boolean;
}

interface FileFacts extends RefFacts {
  /** allowed media types */
  accept?: readonly string[];
  /** greatest size, in bytes */
  maxBytes: number;
}

interface FilesFacts extends FileFacts, ItemFacts {
  /** most files */
  max: number;
}

interface ItemFacts {
  /** fewest items */
  min?: number;
  /** most items; where it is not said, `MOST_ITEMS`. Of rows: see `rowsTooMany` */
  max?: number;
}

export interface RowsFacts extends ItemFacts {
  /** the fields of the child table */
  fields: Fields;
  /** what one row is called: 'Dose'. A required list of named rows begins with one */
  singular?: string;
  /** the date field of rows that form a history: each entry is in force until the next begins; the database refuses overlaps and gaps */
  dated?: string;
  /** nobody asks which row stands first: rows are not moved */
  anyOrder?: true;
  /** of dated rows: fields that a new row leaves empty instead of copying them from the last one */
  anew?: readonly string[];
  /** the fields of a row that are shown, or required, depending on its values */
  visibleWhen?: Readonly<Record<string, RowCondition>>;
  requiredWhen?: Readonly<Record<string, RowCondition<boolean | string>>>;
  /** why a row cannot be changed or removed, as a sentence; form and save use it */
  lockedWhen?: RowCondition<string | false>;
}

/** The properties that fields of each kind have besides the common ones. */
interface Facts {
  text: TextFacts;
  longText: TextFacts;
  richText: TextFacts;
  url: TextFacts;
  email: TextFacts;
  integer: NumberFacts;
  number: NumberFacts;
  money: NumberFacts;
  percentage: NumberFacts;
  boolean: BooleanFacts;
  choice: ChoiceFacts;
  /** without options when only the server knows the codes */
  choices: Partial<ChoiceFacts> & ItemFacts;
  ref: RefFacts;
  refs: ReferenceFacts & ItemFacts;
  rows: RowsFacts;
  file: FileFacts;
  files: FilesFacts;
  image: FileFacts;
}

type FactName = { [K in keyof Facts]: keyof Facts[K] }[keyof Facts];
type Own<K extends Kind> = K extends keyof Facts ? Facts[K] : Record<never, never>;
/** The properties of a kind; those of other kinds are undefined. */
type FactsOf<K extends Kind> = Own<K> & { [N in Exclude<FactName, keyof Own<K>>]?: undefined };

/** An authority to see guarded values. */
export type Guard = `ROLE_VER_${string}`;

/** The properties of every field. */
interface AnyKind<S extends z.ZodType, K extends Kind> {
  kind: K;
  label: string;
  schema: S;
  required: boolean;
  /** a sentence under the input */
  hint?: string;
  /** titles that spreadsheets give its column besides the label; case, accents, dots and units do not count */
  alsoCalled?: readonly string[];
  /** shown, but never written by a form or an import; the server fills it */
  readOnly?: boolean;
  /** read-only and without a column: the registry's hooks give its SQL */
  computed?: boolean;
  /**
   * the authority, or all the authorities, required to read and write the field. For others it is null in lists, records, exports
   * and reports, and their saves keep it. It is masked in the trail, and reading it leaves a line there. If it is required, only
   * those who may read it can insert records
   */
  sensitive?: Guard | readonly Guard[];
  /**
   * of a sensitive text that tells people apart: what others see instead of null, such as `***.***.247-**`. Masking a masked text
   * changes nothing. The trail stores it masked for everybody, also of a field that no authority guards
   */
  masked?: (text: string) => string;
  /** read with a single record only: lists, exports and reports of lists leave it out */
  detail?: boolean;
  /** the text of a report for an absent value that has a meaning: 'menos de 3' */
  absent?: string;
  /** set by `fieldsIn`: the company does not use the field, so no screen offers it */
  unused?: boolean;
  /** it changes other records, which no undo brings back: neither several records nor the cells of a list nor an import have it */
  reaches?: true;
  /** set by `fieldsIn`: the company uses the field under a title of its own, so its lists have it even if it is `detail` or long */
  named?: boolean;
  /** of a telephone number: the field that holds its area code, read together with it */
  areaCode?: string;
  /** columns (of 12) that the input takes on a wide screen */
  span?: number;
  /** value that a new form starts with */
  initial?: unknown;
}

/** The one declaration of a form input, a list column and a table column; a union by `kind`. */
export type Field<S extends z.ZodType = z.ZodType, K extends Kind = Kind> = { [P in K]: AnyKind<S, P> & FactsOf<P> }[K];

export type Fields = Readonly<Record<string, Field>>;

/** A field of one kind, or of some. */
export type FieldOfKind<K extends Kind> = Field<z.ZodType, K>;

/** The field of that name; throws when the declaration has none. */
export function fieldOf({ fields }: { fields: Fields }, name: string): Field {
  const field = fields[name];
  if (!field) throw new Error(`there is no field ${name}`);
  return field;
}

/** Most items in one list of a record, because screen and save would be too slow with more. Zod checks it before the items. */
export const MOST_ITEMS = 2_000;
export const tooMany = (most = MOST_ITEMS) => `São permitidos no máximo ${most} itens`;

/** A record as `check` returns it: the parsed value of every field. */
export type Values<F extends Fields> = { [K in keyof F]: z.output<F[K]['schema']> };

/** Whether a field holds a list. */
export const holdsMany = ({ kind }: { kind: Kind }): boolean => ['texts', 'links', 'rows'].includes(traits[kind].stored);

/** Whether a field holds a number. */
export const holdsNumber = ({ kind }: { kind: Kind }): boolean => ['integer', 'decimal'].includes(traits[kind].stored);

/** Whether the values stand in a table of their own: links, or child rows. */
export const isList = ({ kind }: { kind: Kind }): boolean => ['links', 'rows'].includes(traits[kind].stored);

/** A field whose column refers to a record of another registry. */
export type ReferenceField = FieldOfKind<KindStored<'reference'>>;

export const isReference = (field: Field): field is ReferenceField => traits[field.kind].stored === 'reference';

/** A field whose values refer to records of another registry, in a table of links. */
export type LinksField = FieldOfKind<KindStored<'links'>>;

export const isLinks = (field: Field): field is LinksField => traits[field.kind].stored === 'links';

/** The field that tells whether a record is in use, if there is one. */
export const activityOf = (fields: Fields): string | undefined => Object.keys(fields).find((name) => fields[name]?.activity);

/** The value of an empty field: false for a switch, null for a question with three answers (`yesNo`). */
export const emptyOf = (field: Field): unknown =>
  field.kind === 'boolean' && field.initial !== null ? false : holdsMany(field) ? [] : null;

/** The message of an empty required field (document 1 §5). */
export const says = obrigatorio;

/** The messages for a schema's type: one for a missing value, one for a value of another type. */
export const asks = (label: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? says(label) : 'Valor inválido',
});

export function field<S extends z.ZodType, K extends Exclude<Kind, keyof Facts>>(kind: K, label: string, schema: S): Field<S, K>;
export function field<S extends z.ZodType, K extends Kind, const O extends Own<K>>(
  kind: K,
  label: string,
  schema: S,
  facts: O,
): Field<S, K> & O;
export function field(kind: Kind, label: string, schema: z.ZodType, facts = {}) {
  return { kind, label, schema, required: true, ...facts };
}

/** The same kind of field with another schema. */
type Judging<F extends Field, Output, Input> = F extends Field ? Omit<F, 'schema'> & { schema: z.ZodType<Output, Input> } : never;

/** The value of an empty field: null, but an empty list for lists. */
type OrNothing<F extends Field> =
  | z.output<F['schema']>
  | (F['kind'] extends KindStored<'texts' | 'links' | 'rows'> ? never : null);

/** The same field, allowed to be empty: null on the wire and in the table. */
export function optional<F extends Field>(of: F): Judging<F, OrNothing<F>, z.input<F['schema']> | null | undefined | ''> {
  const schema = holdsMany(of)
    ? emptyOr(of.schema)
    : z.preprocess((value) => (isNothing(of, value) ? null : value), of.schema.nullable());
  return { ...of, required: false, ...(holdsMany(of) ? { min: 0 } : {}), schema } as never;
}

/** What an optional field takes as empty: also a text of which nothing is seen, where the field itself would refuse it. */
const isNothing = ({ kind, schema }: Field, value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'string' && (kind === 'richText' ? isBlankHtml : isBlank)(value) && !schema.safeParse(value).success);

/** A list that may be empty or absent, though the schema asks for items; faults keep their paths. */
const emptyOr = (schema: z.ZodType) =>
  z.preprocess(
    (value) => value ?? [],
    z.unknown().transform((value, context) => {
      if (value === '' || (Array.isArray(value) && value.length === 0)) return [];
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues)
        context.issues.push({ code: 'custom', message: issue.message, path: issue.path, input: value });
      return z.NEVER;
    }),
  );

type Traits = Partial<Omit<AnyKind<z.ZodType, Kind>, 'schema' | 'kind'>>;

/** The same field with other traits of the screen: `having(text('Nome', 60), { hint: '…' })`. */
export function having<F extends Field>(of: F, traits: Traits | Partial<Omit<F, 'schema' | 'kind'>>): F {
  return { ...of, ...traits };
}

/** The same fields, each with those traits. */
export const havingEach = <F extends Fields>(fields: F, traits: Traits): F =>
  Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, having(one, traits)])) as F;

/** A choice with options that are known only at run time; any other field unchanged. */
export const offering = (of: Field, options: ChoiceFacts['options']): Field =>
  of.kind === 'choice' || of.kind === 'choices' ? { ...of, options } : of;

/** A value that the server derives at reading; the registry's hooks give its SQL. */
export function computed<F extends Field>(of: F) {
  return { ...readOnly(of), computed: true };
}

/** A value that only the server fills. */
export function readOnly<F extends Field>(of: F): Judging<F, OrNothing<F>, unknown> & { readOnly: true } {
  return { ...optional(of), readOnly: true };
}
