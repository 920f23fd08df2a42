import { bare } from '#kit/fields/bare.ts';
import { type Fields, holdsMany, holdsNumber } from '#kit/fields/field.ts';
import { formatCell } from '#kit/sheet/format.ts';

const asNumber = (text: unknown) => (typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** A filter as a body would hold it, from a query string and the parameters of the path, where everything is text. */
export function filterFromQuery(fields: Fields, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (field && holdsMany(field)) {
        const parts = [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',').filter(Boolean) : [one]));
        return [name, field.kind === 'refs' ? parts.map(asNumber) : parts];
      }
      if (field?.kind === 'boolean') return [name, value === 'true' ? true : value === 'false' ? false : value];
      return [name, field && (field.kind === 'ref' || holdsNumber(field)) ? asNumber(value) : value];
    }),
  );
}

/** The filter as text for the address bar, which holds ids; names are loaded again. */
export function filterToText(fields: Fields, filter: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(fields).map((name) => {
      const value = filter[name];
      const plain = Array.isArray(value) ? value.map(bare).join(',') : bare(value);
      return [name, formatCell('text', typeof plain === 'boolean' ? `${plain}` : plain)];
    }),
  );
}
