import { fold, genderOf } from '#kit/br/text.ts';
import type { Field, Fields } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/kinds.ts';
import type { SheetValue } from '#kit/sheet/sheet-row.ts';
import { type AnyRegistry, writable } from './registry.ts';

/** A field that a column of the file can fill, as the screen offers it. */
export interface ImportField {
  nome: string;
  rotulo: string;
  obrigatorio: boolean;
}

/** One column of the file, in its order, and the field that it fills. */
export interface ColumnMap {
  coluna: string;
  campo: string | null;
}

export interface CellFault {
  campo: string;
  valor: string;
  mensagem: string;
}

/** Columns of a file that are no fields of the record: an employee's area and position become the first entry of the history. */
export interface ImportColumns {
  /** judged and resolved like the registry's own fields */
  fields: Fields;
  /** makes the record that the form would send; `input` holds what the row says, extra columns included */
  compose(input: Record<string, unknown>): Record<string, unknown>;
  /** the column to blame for a fault of the composed record: `historico.0.area` → `area` */
  blame?(path: string): string | undefined;
}

const unsaid = new Set(['rows', 'file', 'image']);

/** Every field that a column can fill. */
export function importFields(registry: AnyRegistry, extra?: ImportColumns): Fields {
  const own = writable(registry).filter(([, field]) => !unsaid.has(field.kind));
  return { ...Object.fromEntries(own), ...extra?.fields };
}

export const fieldList = (fields: Fields): ImportField[] =>
  Object.entries(fields).map(([nome, field]) => ({
    nome,
    rotulo: field.label,
    obrigatorio: field.required && field.kind !== 'boolean',
  }));

/** A heading without what people add to it: '  Nome Fantasia * (obrigatório)' and 'nome_fantasia' are the same. */
export function headingKey(text: string): string {
  return fold(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/\((obrigatori[oa]|opcional)\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const textOf = (cell: SheetValue | undefined): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'object' ? cell.date : String(cell).trim();

/** Heading → field. Labels win over names, the first field over later ones. */
function headings(fields: Fields): Map<string, string> {
  const known = new Map<string, string>();
  const learn = (key: string, name: string) => {
    if (key !== '' && !known.has(key)) known.set(key, name);
  };
  for (const [name, field] of Object.entries(fields)) learn(headingKey(field.label), name);
  for (const name of Object.keys(fields)) {
    learn(headingKey(name), name);
    learn(fold(name), name);
    learn(headingKey(name).replace(/ ids?$/, ''), name);
  }
  return known;
}

/** Rows that the heading is looked for in. */
export const HEADING_ROWS = 10;

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/**
 * Finds the heading among the first rows: the row that names most fields, with the row above or below it when the heading takes two.
 * `dataFrom` is the position of the first row of data; without any known heading the first row counts as one, for the user to map.
 */
export function findHeading(
  rows: readonly (readonly SheetValue[])[],
  fields: Fields,
): { dataFrom: number; colunas: ColumnMap[] } {
  const known = headings(fields);
  const first = rows.slice(0, HEADING_ROWS);
  const named = first.map((cells) => cells.map((cell) => (typeof cell === 'string' ? known.get(headingKey(cell)) : undefined)));
  const scores = named.map((fieldsOf) => new Set(fieldsOf.filter((name) => name !== undefined)).size);
  const best = Math.max(0, ...scores);
  const at = best === 0 ? 0 : scores.indexOf(best);
  const isHeading = (index: number) =>
    (scores[index] ?? 0) > 0 && (first[index] ?? []).every((cell) => cell === null || typeof cell === 'string');
  const below = best > 0 && isHeading(at + 1) && brings(named[at + 1], named[at]);
  const above = best > 0 && !below && at > 0 && isHeading(at - 1) && brings(named[at - 1], named[at]);
  const lines = [below ? at + 1 : at, below ? at : above ? at - 1 : -1].map((index) => ({
    cells: first[index] ?? [],
    named: named[index] ?? [],
  }));
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const used = new Set<string>();
  const names = new Set<string>();
  const colunas = Array.from({ length: width }, (_, index): ColumnMap => {
    const campo = lines.map(({ named: of }) => of[index]).find((name) => name !== undefined && !used.has(name)) ?? null;
    if (campo !== null) used.add(campo);
    const title = lines.map(({ cells }) => textOf(cells[index])).find((text) => text !== '') ?? `Coluna ${letters(index)}`;
    return { coluna: apart(title.slice(0, 200), names), campo };
  });
  return { dataFrom: (below ? at + 1 : at) + 1, colunas };
}

/** True when the other heading row names a column that the best one leaves open. */
const brings = (other: readonly (string | undefined)[] = [], best: readonly (string | undefined)[] = []) =>
  other.some((name, index) => name !== undefined && best[index] === undefined && !best.includes(name));

function apart(title: string, names: Set<string>): string {
  let name = title;
  for (let n = 2; names.has(name); n++) name = `${title} (${n})`;
  names.add(name);
  return name;
}

/** The same columns, as the user maps them anew; a field fills from one column only. */
export function remap(colunas: readonly ColumnMap[], mapa: Readonly<Record<string, string | null>>): ColumnMap[] {
  const taken = new Set(Object.values(mapa).filter((campo) => campo !== null));
  return colunas.map(({ coluna, campo }) => {
    if (Object.hasOwn(mapa, coluna)) return { coluna, campo: mapa[coluna] ?? null };
    return { coluna, campo: campo !== null && taken.has(campo) ? null : campo };
  });
}

/** A row as the form would send it, as far as its cells alone tell. */
export interface ParsedRow {
  input: Record<string, unknown>;
  /** texts that name other records, by field */
  names: Record<string, string[]>;
  faults: CellFault[];
}

export const shown = (cell: unknown): string => textOf(cell as SheetValue).slice(0, 200);

/** 0.30000000000000004 is what a spreadsheet keeps of 0,3. */
const steady = (cell: unknown) => (typeof cell === 'number' ? Number(cell.toPrecision(15)) : cell);

const isNothing = (cell: unknown) => cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** Reads a row by its columns. An empty cell says nothing: the default of a new record, the present value of an updated one. */
export function parseRow(
  fields: Fields,
  colunas: readonly ColumnMap[],
  cells: readonly unknown[],
  corrections: Readonly<Record<string, unknown>> | null,
): ParsedRow {
  const parsed: ParsedRow = { input: {}, names: {}, faults: [] };
  const read = (campo: string, cell: unknown) => {
    const field = Object.hasOwn(fields, campo) ? fields[campo] : undefined;
    if (!field || isNothing(cell)) return;
    const value = traits[field.kind].parse(steady(cell), field);
    if (value === undefined) parsed.faults.push({ campo, valor: shown(cell), mensagem: misread(field, cell) });
    else if (field.kind === 'ref') parsed.names[campo] = [value as string];
    else if (field.kind === 'refs') parsed.names[campo] = value as string[];
    else parsed.input[campo] = value;
  };
  for (const [index, { campo }] of colunas.entries())
    if (campo !== null && !(corrections && Object.hasOwn(corrections, campo))) read(campo, cells[index]);
  for (const [campo, cell] of Object.entries(corrections ?? {})) read(campo, cell);
  return parsed;
}

function misread(field: Field, cell: unknown): string {
  const options = Object.values(field.options ?? {});
  const hint = options.length > 0 && options.length <= 12 ? `: use ${options.join(', ')}` : '';
  return `${field.label} inválid${genderOf(field.label)}: "${shown(cell)}"${hint}`;
}

export const notFound = (field: Field, name: string): string =>
  `${field.label} "${name.slice(0, 200)}" não encontrad${genderOf(field.label)}`;
export const ambiguous = (field: Field, name: string): string =>
  `${field.label} "${name.slice(0, 200)}" está cadastrad${genderOf(field.label)} mais de uma vez: informe o código do registro`;

/** A record as it is read → as the form would send it back. */
export function inputOf(registry: AnyRegistry, record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(writable(registry).map(([name]) => [name, record[name] ?? null]));
}

const lists = new Set(['refs', 'rows', 'choices', 'emails']);

/** What an untouched form would send of a new record: nothing in its fields, no items in its lists. */
export function blankInput(registry: AnyRegistry): Record<string, unknown> {
  const said = writable(registry).filter(([, field]) => field.kind !== 'boolean');
  return Object.fromEntries(said.map(([name, field]) => [name, field.initial ?? (lists.has(field.kind) ? [] : null)]));
}
