import type { Fields } from '#kit/fields/field.ts';
import { recordId } from '#kit/fields/reference.ts';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What of an input each field's own schema accepts, parsed as it is read; anything else reads as undefined, as what was not said does. Conditions and
 * hooks that look at a record before it is judged see it so, and need not ask of what type a value is. `kept` holds what `check` itself has put there.
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
