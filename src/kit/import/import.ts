import { fold, genderOf } from '#kit/br/text.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import { emptyOf, type Field, type Fields, type Kind, MOST_ITEMS, tooMany } from '#kit/fields/field.ts';
import { kinds } from '#kit/fields/kinds.ts';
import { writable } from '#kit/form/form.ts';
import { type AnyRegistry, inputOf } from '#kit/registry/registry.ts';
import { isCellError } from '#kit/sheet/cell-error.ts';

/** A field that a column of the file can fill, as the screen offers it. */
export interface ImportField {
  nome: string;
  rotulo: string;
  obrigatorio: boolean;
  /** the registry that the field refers to, `module/slug` */
  alvo?: string;
  /** the labels of a choice */
  opcoes?: string[];
}

/** One column of the file, in its order, and the field that it fills. */
export interface ColumnMap {
  coluna: string;
  campo: string | null;
  /** why the field is proposed, unless the title is its label: another usual title, the cells, an earlier import */
  porque?: 'titulo' | 'conteudo' | 'lembrado';
  /** the field that the column would fill too, and that another column fills */
  disputa?: string;
}

export interface CellFault {
  /** '' when the fault is about the whole row */
  campo: string;
  valor: string;
  mensagem: string;
  /** the record that the cell refers to does not exist and could be made; or the row is sound, and waits for a confirmation */
  tipo?: 'inexistente' | 'confirmar';
  /** the existing name that is most similar to the cell's */
  sugestao?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Columns of a file that are no fields of the record. */
export interface ImportColumns {
  /** judged and resolved like the registry's own fields */
  fields: Fields;
  /** fields without which no new record is made, although their declarations allow them to be empty */
  needed?: readonly string[];
  /**
   * the form input of the row: complete for a new record, only the changes for an existing one (`before`). `input` holds the
   * row's values, extra columns included
   */
  compose(input: Values, before?: Values): Record<string, unknown>;
  /** changes of an existing record that the row asks for and that cannot be made */
  faults?(input: Values, before: Values): Iterable<{ campo: string; mensagem: string }>;
  /** the column to blame for a fault of the composed record: `historico.0.area` → `area` */
  blame?(path: string, input: Values): string | undefined;
  /** further addresses that take a file, in a part called `file` */
  addresses?: readonly string[];
  /** settings without the fields that the configuration makes required */
  relax?(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** Faulty rows among which equal faults are counted; what mends them mends all rows. */
export const MOST_GROUPED = 10_000;

/** Rows that an erasure of personal data has emptied, counted. */
export const EMPTIED = [
  'linha esvaziada por uma exclusão de dados pessoais',
  'linhas esvaziadas por uma exclusão de dados pessoais',
] as const;

/** Among the corrections of a row: the id of the record for which somebody has confirmed what it waits for. No field is called so. */
export const CONFIRMED = 'confirma';

/** The text of a cell that empties the field of an existing record; an empty cell keeps the value. */
export const CLEAR = '(vazio)';

/** Kinds that no column of a sheet can fill. */
const notInSheets: ReadonlySet<Kind> = new Set<Kind>(['rows', 'file', 'image', 'files']);

/** Headings under which sheets may have the name of a record, besides its label: what the record is, or just 'nome'. */
const calledByRecord = ({ singular }: AnyRegistry, { alsoCalled = [] }: Field) => ({
  alsoCalled: [...alsoCalled, singular, 'Nome', `Nome do ${singular}`],
});

/** Every field that a column can fill, under the company's label; what reaches other records is set by hand. */
export function importFields(registry: AnyRegistry, extra: ImportColumns | undefined, settings: Values): Fields {
  const own = writable({ fields: fieldsIn(registry, settings) })
    .filter(([, { kind, unused, reaches }]) => !unused && !reaches && !notInSheets.has(kind))
    .map(([name, field]) => [name, name === registry.label ? { ...field, ...calledByRecord(registry, field) } : field] as const);
  return { ...Object.fromEntries(own), ...extra?.fields };
}

export const fieldList = (fields: Fields, needed: readonly string[] = []): ImportField[] =>
  Object.entries(fields).map(([nome, field]) => ({
    nome,
    rotulo: field.label,
    obrigatorio: needed.includes(nome) || (field.required && field.kind !== 'boolean' && (field.initial ?? null) === null),
    ...(field.kind === 'ref' ? { alvo: field.target } : {}),
    ...(field.kind === 'choice' ? { opcoes: Object.values(field.options) } : {}),
  }));

export function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  const date = typeof cell === 'object' && cell !== null && 'date' in cell ? cell.date : '';
  return typeof date === 'string' ? date : '';
}

/** A row as the form would send it, from its cells alone. */
export interface ParsedRow {
  input: Record<string, unknown>;
  /** texts that refer to other records, by field */
  names: Record<string, string[]>;
  faults: CellFault[];
}

export const shown = (cell: unknown): string => textOf(cell).slice(0, 200);

// Spaces that look like ordinary ones, and invisible characters.
const odd = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** Removes accidents of spreadsheets: 0.30000000000000004 becomes 0,3, and 'José\u00a0 Silva ' becomes 'José Silva'. */
function tidy(cell: unknown, field: Field): unknown {
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  if (typeof cell !== 'string') return cell;
  const text = cell.replace(unseen, '').replace(odd, ' ').trim();
  return field.kind === 'longText' || field.kind === 'richText' ? text : text.replace(/\s+/g, ' ');
}

const isNothing = (cell: unknown) => cell === null || cell === undefined || cell === '';
const isClear = (cell: unknown) => typeof cell === 'string' && fold(cell) === CLEAR;

/** Reads a row by its columns. An empty cell means the default of a new record, or the present value of an updated one. */
export function parseRow(
  fields: Fields,
  colunas: readonly ColumnMap[],
  cells: readonly unknown[],
  corrections: Values | null,
  standing: (campo: string, cell: unknown) => unknown = (_campo, cell) => cell,
): ParsedRow {
  const parsed: ParsedRow = { input: {}, names: {}, faults: [] };
  const read = (campo: string, given: unknown) => {
    const field = Object.hasOwn(fields, campo) ? fields[campo] : undefined;
    if (!field) return;
    const cell = tidy(given, field);
    if (isNothing(cell)) return;
    if (isClear(cell)) {
      parsed.input[campo] = emptyOf(field);
      return;
    }
    if (typeof cell === 'string' && isCellError(cell)) {
      parsed.faults.push({ campo, valor: shown(cell), mensagem: `${field.label}: a célula traz um erro da planilha (${cell})` });
      return;
    }
    const value = kinds[field.kind].parse(cell, field);
    const most = field.max ?? MOST_ITEMS;
    if (Array.isArray(value) && value.length > most)
      parsed.faults.push({ campo, valor: shown(cell), mensagem: `${field.label}: ${tooMany(most)}` });
    else if (value === undefined) parsed.faults.push({ campo, valor: shown(cell), mensagem: misread(field, cell) });
    else if (field.kind === 'ref') parsed.names[campo] = [value as string];
    else if (field.kind === 'refs') parsed.names[campo] = value as string[];
    else parsed.input[campo] = value;
  };
  for (const [index, { campo }] of colunas.entries())
    if (campo !== null && !(corrections && Object.hasOwn(corrections, campo))) read(campo, standing(campo, cells[index]));
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

/** The input that an untouched form would send for a new record: empty fields and empty lists. */
export function blankInput(registry: AnyRegistry): Record<string, unknown> {
  const filled = writable(registry).filter(([, field]) => field.kind !== 'boolean');
  return Object.fromEntries(filled.map(([name, field]) => [name, field.initial ?? emptyOf(field)]));
}

/** The record that is saved for a row: its composed values over the stored record or over an untouched form. */
export function recordOf(
  registry: AnyRegistry,
  extra: ImportColumns | undefined,
  input: Values,
  before?: Values,
): Record<string, unknown> {
  const composed = extra ? extra.compose(input, before) : input;
  const own = Object.entries(composed).filter(([name, value]) => value !== undefined && Object.hasOwn(registry.fields, name));
  return { ...(before ? inputOf(registry, before) : blankInput(registry)), ...Object.fromEntries(own) };
}

const plain = (field: Field, value: unknown): string => {
  const read = field.schema.safeParse(value ?? null);
  return JSON.stringify((read.success ? read.data : value) ?? null);
};

/** Those of some fields of a form that a save would change. */
export const changedIn = (registry: AnyRegistry, names: readonly string[], record: Values, before: Values): string[] =>
  writable(registry).flatMap(([name, field]) =>
    names.includes(name) && plain(field, record[name]) !== plain(field, before[name]) ? [name] : [],
  );

/** True when a save would leave everything as it stands. */
export const isUnchanged = (registry: AnyRegistry, record: Values, before: Values): boolean =>
  changedIn(registry, Object.keys(registry.fields), record, before).length === 0;
