import { z } from 'zod';
import { bare } from './bare.ts';
import {
  type Field,
  type Fields,
  field,
  MOST_ITEMS,
  type RowCondition,
  type RowsFacts,
  says,
  tooMany,
  type Values,
} from './field.ts';

const INVALID = 'Valor inválido';
const isNothing = (value: unknown) => value === null || value === undefined || value === '';

export const recordId = z.int(INVALID).min(1, INVALID).max(Number.MAX_SAFE_INTEGER, INVALID);

/** The schema of a reference: `{id}` (other keys are ignored) or the bare id. */
const referenceSchema = (label: string, missing = says(label)) =>
  z.preprocess(
    bare,
    z
      .int({ error: ({ input }) => (isNothing(input) ? missing : INVALID) })
      .min(1, INVALID)
      .max(Number.MAX_SAFE_INTEGER, INVALID),
  );

/**
 * A reference to a record of registry `target` (`module/slug`), by string so that declarations never import each other in a
 * circle.
 */
export const ref = (label: string, target: string, missing?: string) =>
  field('ref', label, referenceSchema(label, missing), { target });

/** The same with a bare id on the wire, for names ending in `Id`. */
export const refId = (label: string, target: string) => field('ref', label, referenceSchema(label), { target, asId: true });

export const several = (label: string, min: number, max = MOST_ITEMS) =>
  z
    .array(referenceSchema(label), says(label))
    .min(min, says(label))
    .max(max, tooMany(max))
    .transform((ids) => [...new Set(ids)]);

/** References to several records (many-to-many), `[{id, nome}]` on the wire. */
export const refs = (label: string, target: string, min = 1, max?: number) =>
  field('refs', label, several(label, min, max), { target, min, ...(max === undefined ? {} : { max }) });

/** The same with bare ids on the wire, for names ending in `Ids`. */
export const refIds = (label: string, target: string, min = 1, max?: number) =>
  field('refs', label, several(label, min, max), { target, min, ...(max === undefined ? {} : { max }), asId: true });

interface RowsOptions<F extends Fields> {
  /** what one row is called; a required list of named rows begins with one */
  singular?: string;
  /** the date from which a row is in force: rows are kept in its order, one for each date, each in force until the next */
  dated?: keyof F & string;
  /** most rows that a person may enter; where it is not said, `MOST_ITEMS` */
  max?: number;
  /** of dated rows: the fields that a new row does not copy from the last one; the date is always one of them */
  anew?: readonly (keyof F & string)[];
  visibleWhen?: { readonly [K in keyof F]?: RowCondition };
  requiredWhen?: { readonly [K in keyof F]?: RowCondition<boolean | string> };
  lockedWhen?: RowCondition<string | false>;
}

type Rows<F extends Fields> = Field<z.ZodType<(Values<F> & { id?: number | null })[], unknown>, 'rows'> & { fields: F };

/** A child table, edited in memory and saved with its record, in the order of the screen. A row that keeps its `id` stays the same row. */
export function rows<F extends Fields>(label: string, fields: F, min = 0, options: RowsOptions<F> = {}): Rows<F> {
  const shape = Object.fromEntries(
    Object.entries(fields)
      .filter(([, f]) => !f.readOnly)
      .map(([name, f]) => [name, f.schema]),
  );
  const schema = z
    .array(z.object({ id: recordId.nullish(), ...shape }, says(label)), says(label))
    .min(min, says(label))
    .max(MOST_ITEMS, tooMany());
  return { ...field('rows', label, schema as never, { fields, min }), ...(options as Omit<RowsFacts, 'fields'>) };
}
