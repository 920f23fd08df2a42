import type { Field, Fields } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { formatCell } from '#kit/sheet/format.ts';

/** One change as people read it. */
export interface TrailLine {
  campo: string;
  de: string;
  para: string;
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): Row[] | null =>
  value === null || value === undefined ? [] : Array.isArray(value) && value.every(isRow) ? value : null;

/** `tabelaReajuste` → 'Tabela reajuste', for entries of the trail that are no fields of the registry. */
const inWords = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());

function textOf(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  // Masked, or kept by an older declaration: unchanged.
  if (typeof value === 'string' && (value.startsWith('•') || field?.kind === 'rows')) return value;
  if (field) return fieldText(field, value);
  if (Array.isArray(value)) return value.map((one) => textOf(undefined, one)).join(', ');
  if (isRow(value)) return formatCell('text', value.nome ?? value.id ?? JSON.stringify(value));
  return typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : formatCell('text', value);
}

/** 'A partir de: 01/01/2024; Cargo: Motorista': a child row in one line. */
const inOneLine = (fields: Fields, row: Row): string =>
  Object.entries(fields)
    .map(([name, field]) => [field.label, textOf(field, row[name])] as const)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}: ${text}`)
    .join('; ');

/** The name of a row: the text of its first field that has one. */
const nameOf = (fields: Fields, row: Row): string =>
  Object.entries(fields)
    .map(([name, field]) => textOf(field, row[name]))
    .find((text) => text !== '') ?? '';

function rowLines(label: string, fields: Fields, before: readonly Row[], after: readonly Row[]): TrailLine[] {
  const keyOf = (row: Row, index: number) => (typeof row.id === 'number' ? `#${row.id}` : `@${index}`);
  const old = new Map(before.map((row, index) => [keyOf(row, index), row]));
  const now = new Map(after.map((row, index) => [keyOf(row, index), row]));
  const lines: TrailLine[] = [];
  for (const [key, row] of old)
    if (!now.has(key)) lines.push({ campo: `${label} (removido)`, de: inOneLine(fields, row), para: '' });
  for (const [key, row] of now) {
    const was = old.get(key);
    if (!was) lines.push({ campo: `${label} (incluído)`, de: '', para: inOneLine(fields, row) });
    else
      for (const [name, field] of Object.entries(fields)) {
        if (JSON.stringify(was[name] ?? null) === JSON.stringify(row[name] ?? null)) continue;
        lines.push({
          campo: `${label}, ${nameOf(fields, row)}: ${field.label}`,
          de: textOf(field, was[name]),
          para: textOf(field, row[name]),
        });
      }
  }
  return lines;
}

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>;

/** A record's changes under the labels of its fields, child rows one by one. */
export function changeLines(fields: Fields, changes: Changes): TrailLine[] {
  // In the order of the form: the database orders the names by their length.
  const places = new Map(Object.keys(fields).map((name, place) => [name, place]));
  const placeOf = (name: string) => places.get(name) ?? places.size;
  const inOrder = Object.entries(changes).toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  return inOrder.flatMap(([name, [de, para]]): TrailLine[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const label = field?.label ?? inWords(name);
    const [old, now] = [rowsOf(de), rowsOf(para)];
    if (field?.fields && old && now) return rowLines(label, field.fields, old, now);
    return [{ campo: label, de: textOf(field, de), para: textOf(field, para) }];
  });
}
