import type { Field, Fields, Kind } from '#kit/fields/field.ts';
import { jsonOf } from './hostile-values.ts';

export type Values = Record<string, unknown>;

/** A place in a body, such as `doses`, 0, `numero`, and the kind of field that stands there, when one is declared. */
export interface Place {
  path: string[];
  kind?: Kind;
  /** the body in which the place is: valid as a whole, or as near as could be made */
  base: Values;
}

export const json = (body: unknown) => ({ text: jsonOf(body), headers: { 'content-type': 'application/json' } });

/** Every place of a value: lists by their first item. */
export function placesOf(body: Values, fields: Fields = {}): Place[] {
  const found: Place[] = [];
  const visit = (value: unknown, path: string[]) => {
    if (path.length > 0) {
      const field: Field | undefined =
        path.length === 1 && Object.hasOwn(fields, path[0] ?? '') ? fields[path[0] ?? ''] : undefined;
      found.push({ path, base: body, ...(field ? { kind: field.kind } : {}) });
    }
    if (typeof value !== 'object' || value === null || path.length > 5) return;
    const entries = Array.isArray(value) ? value.slice(0, 1).entries() : Object.entries(value);
    for (const [key, inner] of entries) visit(inner, [...path, String(key)]);
  };
  visit(body, []);
  return found;
}

/** A copy in which another value stands at a place; what is missing on the way is made. */
export function withValue(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const isIndex = /^\d+$/.test(key);
  if (isIndex && (Array.isArray(whole) || typeof whole !== 'object' || whole === null)) {
    const list = Array.isArray(whole) ? [...(whole as unknown[])] : [];
    list[Number(key)] = withValue(list[Number(key)], rest, value);
    return list;
  }
  const object = typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? (whole as Values) : {};
  return { ...object, [key]: withValue(object[key], rest, value) };
}
