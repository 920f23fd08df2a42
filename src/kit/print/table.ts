import type { Field, Fields } from '#kit/fields/field.ts';
import { textOfHtml } from '#kit/fields/html-text.ts';
import { type IdentityKind, identities, isIdentity } from '#kit/fields/identity.ts';
import { cellTypeOf, traits } from '#kit/fields/traits.ts';
import type { Column, Row, TotalKind } from '#kit/sheet/column.ts';
import { formatCell } from '#kit/sheet/format.ts';

const nameOf = (value: unknown): unknown => (typeof value === 'object' && value !== null && 'nome' in value ? value.nome : value);
const joined = (values: unknown, each: (value: unknown) => unknown) =>
  Array.isArray(values)
    ? values
        .map(each)
        .filter((part) => part !== null && part !== undefined && part !== '')
        .join(', ')
    : each(values);

/**
 * The printed value of a field: labels for codes, names for references, masks for numbers; amounts and dates stay plain for the
 * renderer.
 */
export function printable(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return field.absent ?? null;
  if (field.options) return joined(value, (code) => field.options?.[String(code)] ?? code);
  if (isIdentity(field.kind)) return identities[field.kind].format(value as string);
  switch (field.kind) {
    case 'ref':
    case 'refs':
    case 'file':
    case 'files':
    case 'image':
    case 'emails':
      return joined(value, nameOf);
    case 'rows':
      return Array.isArray(value) ? value.length : value;
    case 'richText':
      return textOfHtml(value as string);
    default:
      return nameOf(value);
  }
}

const maskedLength = (kind: IdentityKind) => identities[kind].format(identities[kind].sample(0)).length;

function tableColumn(name: string, field: Field, totals: readonly TotalKind[] | undefined): Column {
  const { width } = traits[field.kind];
  const longest = Math.min(width, Math.max(field.max ?? width, 6));
  return {
    key: name,
    label: field.label,
    type: field.kind === 'rows' ? 'integer' : cellTypeOf(field),
    width: Math.max(longest, Math.min(field.label.length + 2, 24), field.absent?.length ?? 0),
    ...(isIdentity(field.kind) ? { whole: maskedLength(field.kind) } : {}),
    ...(field.decimals === undefined ? {} : { decimals: field.decimals }),
    ...(totals?.length ? { total: totals } : {}),
  };
}

/** The one way from fields to a printed table: reports, previews and list exports use it for their columns and rows. */
export function tableOf(
  fields: Fields,
  names: readonly string[],
  totals: Readonly<Record<string, readonly TotalKind[]>> = {},
): { columns: Column[]; row(record: Readonly<Record<string, unknown>>): Row } {
  const shown = names.flatMap((name): [string, Field][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return field ? [[name, field]] : [];
  });
  return {
    columns: shown.map(([name, field]) => tableColumn(name, field, totals[name])),
    row: (record) => Object.fromEntries(shown.map(([name, field]) => [name, printable(field, record[name])])),
  };
}

/** Fields of one record as a document prints them: label and text, without those that are empty or hidden from the reader. */
export const printedFields = (
  fields: Fields,
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): [label: string, text: string][] =>
  names.flatMap((name): [string, string][] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [];
    const text = formatCell(cellTypeOf(field), printable(field, record[name]), field.decimals);
    return text === '' ? [] : [[field.label, text]];
  });
