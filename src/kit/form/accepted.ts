import type { Fields } from '#kit/fields/field.ts';
import { recordId } from '#kit/fields/reference.ts';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The part of an input that each field's own schema accepts, parsed; every other field is undefined, as if it had not been sent.
 * Conditions and hooks that look at a record before it is judged get this part, and need not check types. `kept` holds values
 * that `check` itself has put there.
 */
export function accepted(fields: Fields, given: unknown, kept: Row = {}): Row {
  const input: Row = isRow(given) ? given : {};
  const known = new Map<string | symbol, unknown>();
  const parsed = (name: string | symbol): unknown => {
    if (typeof name === 'symbol' || !Object.hasOwn(input, name)) return undefined;
    const value = input[name];
    if (Object.hasOwn(kept, name)) return kept[name];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field?.fields) return Array.isArray(value) ? value.map((row) => accepted(field.fields, row)) : undefined;
    const schema = name === 'id' ? recordId : field?.schema;
    return value === undefined ? undefined : schema?.safeParse(value).data;
  };
  return new Proxy(input, {
    get(_input, name) {
      if (!known.has(name)) known.set(name, parsed(name));
      return known.get(name);
    },
  });
}
