import { z } from 'zod';
import type { World } from '#kit/acting/world.ts';
import { obrigatorio } from '#kit/br/text.ts';
import { type Kind, type KindStored, traits } from './traits.ts';

export type { Kind } from './traits.ts';

/** Judges one child row; a sentence in place of `true` is the fault that its emptiness makes. */
export type RowCondition<A = boolean> = (row: Readonly<Record<string, unknown>>, world: World) => A;

/** In force, over, still to be decided, gone wrong. */
export type Tone = 'good' | 'quiet' | 'waiting' | 'bad';

interface TextFacts {
  /** longest text, in characters */
  max: number;
}

interface NumberFacts {
  min?: number;
  max?: number;
  /** digits after the comma */
  decimals?: number;
  /** a whole number that is counted from no zero: printed without a point between its thousands */
  isCode?: boolean;
}

interface BooleanFacts {
  /** whether the record is in use. Lists show it as a badge, pickers mark who is not */
  activity?: boolean;
}

interface ChoiceFacts {
  /** code → label, in the order of the screen */
  options: Readonly<Record<string, string>>;
  /** code → how a list colours it: for a choice that says how far something is */
  tones?: Readonly<Record<string, Tone>>;
}

interface ReferenceFacts {
  /** registry id `module/slug` of what is named */
  target: string;
  /** a reference on the wire: `{id, nome}` (object) or the bare id(s), as names ending in `Id`/`Ids` ask */
  asId?: boolean;
}

interface RefFacts extends ReferenceFacts {
  /** what has its name within another: the field beside it that names that other (a city's state); the target names it by the same field */
  within?: string;
  /**
   * of a reference that the server fills: what stood there when the record was written. It holds nobody: what it names may be removed, and then
   * reads as '(removido)'. So it has neither key nor index, which thousands of rows written at once would pay for
   */
  snapshot?: boolean;
}

interface FileFacts extends RefFacts {
  /** media types that it may have */
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
}

export interface RowsFacts extends ItemFacts {
  /** the fields of the child table */
  fields: Fields;
  /** the date field of rows that are a history: each entry is in force until the next begins, and the database refuses overlaps and gaps */
  dated?: string;
  /** of dated rows: what a new row says anew, instead of going on with what the last one says */
  anew?: readonly string[];
  /** fields of a row that show, or must be filled, by what the row says */
  visibleWhen?: Readonly<Record<string, RowCondition>>;
  requiredWhen?: Readonly<Record<string, RowCondition<boolean | string>>>;
  /** why a row is neither changed nor dropped with its record, as a sentence; the save refuses it as well */
  lockedWhen?: RowCondition<string | false>;
}

/** What fields of a kind say beyond what all say. */
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
  /** without options where the server alone knows the codes */
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
/** The kind's own facts; those of other kinds are not there. */
type FactsOf<K extends Kind> = Own<K> & { [N in Exclude<FactName, keyof Own<K>>]?: undefined };

/** An authority that lets somebody see. */
export type Guard = `ROLE_VER_${string}`;

/** What every field says. */
interface AnyKind<S extends z.ZodType, K extends Kind> {
  kind: K;
  label: string;
  schema: S;
  required: boolean;
  /** a sentence under the input */
  hint?: string;
  /** shown, never written by a form or an import; the server fills it */
  readOnly?: boolean;
  /** read-only and without a column: the module's hooks say the SQL that answers it */
  computed?: boolean;
  /**
   * the authority that reads and writes the field, or all those that it takes: null for others in lists, records, exports and reports alike, and kept as it stands when they
   * save; masked in the audit trail, and its reading is logged. A record that must have it is inserted by those alone who may read it
   */
  sensitive?: Guard | readonly Guard[];
  /**
   * of a sensitive text by which people are told apart: what others are shown instead of null, such as `***.982.247-**`; masking twice is masking
   * once. The trail keeps it so for everybody, also of a text that no authority guards any more, but that once told more
   */
  masked?: (text: string) => string;
  /** answered with the record alone: lists, and what is made of them, do not read it */
  detail?: boolean;
  /** what a report says where there is no value, when its absence means something: 'menos de 3' */
  absent?: string;
  /** the company does not use it (`fieldsIn`): nobody is offered it */
  unused?: boolean;
  /** the company uses it and gave it its name (`fieldsIn`): its lists answer it, long or of the record alone as it may be */
  named?: boolean;
  /** columns (of 12) that the input takes on a wide screen */
  span?: number;
  /** value that a new form starts with */
  initial?: unknown;
}

/** One form input, one list column and one table column, said once; a union by `kind`. */
export type Field<S extends z.ZodType = z.ZodType, K extends Kind = Kind> = { [P in K]: AnyKind<S, P> & FactsOf<P> }[K];

export type Fields = Readonly<Record<string, Field>>;

/** A field of one kind, or of some. */
export type FieldOfKind<K extends Kind> = Field<z.ZodType, K>;

/** The field of that name, which a declaration says is there. */
export function fieldOf({ fields }: { fields: Fields }, name: string): Field {
  const field = fields[name];
  if (!field) throw new Error(`there is no field ${name}`);
  return field;
}

/** What a company calls fields: field → title, undefined for one that it does not use; a field that is not named keeps its label. */
export type Called = (settings: World['settings']) => Readonly<Record<string, string | undefined>>;

/** The fields as a company knows them: by its titles, and marked by whether it uses them. */
export function fieldsIn({ fields, called }: { fields: Fields; called?: Called }, settings: World['settings']): Fields {
  if (!called) return fields;
  const known = Object.entries(called(settings)).flatMap(([name, title]): [string, Field][] => {
    const field = fields[name];
    return field ? [[name, title === undefined ? { ...field, unused: true } : { ...field, label: title, named: true }]] : [];
  });
  return { ...fields, ...Object.fromEntries(known) };
}

/** Most items that one list of a record may hold: beyond it the screen and the save would not be usable. Zod asks it before it looks at the items. */
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

/** A field whose column names a record of another registry. */
export type ReferenceField = FieldOfKind<KindStored<'reference'>>;

export const isReference = (field: Field): field is ReferenceField => traits[field.kind].stored === 'reference';

/** A field whose values name records of another registry, in a table of links. */
export type LinksField = FieldOfKind<KindStored<'links'>>;

export const isLinks = (field: Field): field is LinksField => traits[field.kind].stored === 'links';

/** The field that says whether a record is in use, if there is one. */
export const activityOf = (fields: Fields): string | undefined => Object.keys(fields).find((name) => fields[name]?.activity);

/** What a field holds when nothing was said: a switch is off, a question with three answers (`yesNo`) is open. */
export const emptyOf = (field: Field): unknown =>
  field.kind === 'boolean' && field.initial !== null ? false : holdsMany(field) ? [] : null;

/** The message of an empty required field (document 1 §5). */
export const says = obrigatorio;

/** For a schema's type: what is missing is asked for, what is of another kind is said to be wrong. */
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

/** A list is empty where nothing was said, anything else null. */
type OrNothing<F extends Field> =
  | z.output<F['schema']>
  | (F['kind'] extends KindStored<'texts' | 'links' | 'rows'> ? never : null);

/** The same field, allowed to be empty: null on the wire and in the table. */
export function optional<F extends Field>(of: F): Judging<F, OrNothing<F>, z.input<F['schema']> | null | undefined | ''> {
  const schema = holdsMany(of)
    ? emptyOr(of.schema)
    : z.preprocess((value) => (value === '' || value === undefined ? null : value), of.schema.nullable());
  return { ...of, required: false, ...(holdsMany(of) ? { min: 0 } : {}), schema } as never;
}

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

/** A choice with options that are known only now; any other field as it is. */
export const offering = (of: Field, options: ChoiceFacts['options']): Field =>
  of.kind === 'choice' || of.kind === 'choices' ? { ...of, options } : of;

/** A value that the server derives at reading; the registry's hooks give its SQL. */
export function computed<F extends Field>(of: F) {
  return { ...readOnly(of), computed: true };
}

/** A value that the server fills and nobody types. */
export function readOnly<F extends Field>(of: F): Judging<F, OrNothing<F>, unknown> & { readOnly: true } {
  return { ...optional(of), readOnly: true };
}
