import { z } from 'zod';
import type { World } from '#kit/acting/world.ts';
import { obrigatorio } from '#kit/br/text.ts';
import { type Kind, type KindStored, traits } from './traits.ts';

export type { Kind } from './traits.ts';

/** Judges one child row; a sentence in place of `true` is the fault that its emptiness makes. */
export type RowCondition<A = boolean> = (row: Readonly<Record<string, unknown>>, world: World) => A;

/** In force, over, still to be decided, gone wrong. */
export type Tone = 'good' | 'quiet' | 'waiting' | 'bad';

/** What a kind may need to know beyond label and schema. */
export interface FieldOptions {
  /** of a boolean: whether the record is in use. Lists show it as a badge, pickers mark who is not */
  activity?: boolean;
  /** longest text, in characters; greatest number */
  max?: number;
  /** a whole number that is counted from no zero: printed without a point between its thousands */
  isCode?: boolean;
  /** digits after the comma of a number */
  decimals?: number;
  /** code → label, in the order of the screen */
  options?: Readonly<Record<string, string>>;
  /** code → how a list colours it: for a choice that says how far something is */
  tones?: Readonly<Record<string, Tone>>;
  /** registry id `module/slug` that a reference names */
  target?: string;
  /** a reference to something that has its name within another: the field beside it that names that other (a city's state); the target names it by the same field */
  within?: string;
  /** a reference on the wire: `{id, nome}` (object) or the bare id(s), as names ending in `Id`/`Ids` ask */
  asId?: boolean;
  /** the fields of a child table */
  fields?: Fields;
  /** the date field of child rows that are a history: each entry is in force until the next begins, and the database refuses overlaps and gaps */
  dated?: string;
  /** of dated `rows`: what a new row says anew, instead of going on with what the last one says */
  anew?: readonly string[];
  /** fields of a child row that show, or must be filled, by what the row says */
  visibleWhen?: Readonly<Record<string, RowCondition>>;
  requiredWhen?: Readonly<Record<string, RowCondition<boolean | string>>>;
  /** why a child row is neither changed nor dropped with its record, as a sentence; the save refuses it as well */
  lockedWhen?: RowCondition<string | false>;
  /** fewest rows or items; smallest number */
  min?: number;
  /** media types that a file may have */
  accept?: readonly string[];
  /** greatest size of a file, in bytes */
  maxBytes?: number;
}

/** An authority that lets somebody see. */
export type Guard = `ROLE_VER_${string}`;

/** One form input, one list column and one table column, said once. */
export interface Field<S extends z.ZodType = z.ZodType, K extends Kind = Kind> extends FieldOptions {
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
  /**
   * of a reference that the server fills: what stood there when the record was written. It holds nobody: what it names may be removed, and then
   * reads as '(removido)'. So it has neither key nor index, which thousands of rows written at once would pay for
   */
  snapshot?: boolean;
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

export type Fields = Readonly<Record<string, Field>>;

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

export const isReference = ({ kind }: { kind: Kind }): boolean => traits[kind].stored === 'reference';

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

export function field<S extends z.ZodType, K extends Kind>(kind: K, label: string, schema: S): Field<S, K>;
export function field<S extends z.ZodType, K extends Kind, const O extends FieldOptions>(
  kind: K,
  label: string,
  schema: S,
  options: O,
): Field<S, K> & O;
export function field(kind: Kind, label: string, schema: z.ZodType, options: FieldOptions = {}): Field {
  return { kind, label, schema, required: true, ...options };
}

/** The same kind of field with another schema. */
type Judging<F extends Field, Output, Input> = Omit<F, 'schema'> & { schema: z.ZodType<Output, Input> };

/** A list is empty where nothing was said, anything else null. */
type OrNothing<F extends Field> =
  | z.output<F['schema']>
  | (F['kind'] extends KindStored<'texts' | 'links' | 'rows'> ? never : null);

/** The same field, allowed to be empty: null on the wire and in the table. */
export function optional<F extends Field>(of: F): Judging<F, OrNothing<F>, z.input<F['schema']> | null | undefined | ''> {
  const schema = holdsMany(of)
    ? emptyOr(of.schema)
    : z.preprocess((value) => (value === '' || value === undefined ? null : value), of.schema.nullable());
  return { ...of, required: false, ...(holdsMany(of) ? { min: 0 } : {}), schema: schema as never };
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

/** The same field with other traits of the screen: `with_(text('Nome', 60), { hint: '…' })`. */
export function having<F extends Field>(of: F, traits: Partial<Omit<Field, 'schema' | 'kind'>>): F {
  return { ...of, ...traits };
}

/** A value that the server derives at reading; the registry's hooks give its SQL. */
export function computed<F extends Field>(of: F) {
  return { ...readOnly(of), computed: true };
}

/** A value that the server fills and nobody types. */
export function readOnly<F extends Field>(of: F): Judging<F, OrNothing<F>, unknown> & { readOnly: true } {
  return { ...optional(of), readOnly: true };
}
