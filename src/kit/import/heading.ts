import { fold } from '#kit/br/text.ts';
import type { Fields } from '#kit/fields/field.ts';
import type { SheetValue } from '#kit/sheet/sheet-row.ts';
import { type ColumnMap, textOf } from './import.ts';

/** A heading without what people add to it: '  Nome Fantasia * (obrigatório)' and 'nome_fantasia' are the same, and so are 'C.P.F.' and 'CPF'. */
export function headingKey(text: string): string {
  return fold(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/(?<!\p{L})(\p{L})\.\s?(?=\p{L}(\.|$))/gu, '$1')
    .replace(/\((obrigatori[oa]|opcional)\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Words that do not help to find the field: 'Nome completo' is the name, 'Dt. Admissão' the day of admission. */
const IDLE = new Set(
  'data dt d de do da dos das n no nro num numero completo completa colaborador funcionario empregado'.split(' '),
);

/** A heading's key without idle words: 'Admissão' and 'Data de admissão' are the same; empty when only idle words are left. */
const bareKey = (key: string): string =>
  key
    .split(' ')
    .filter((word) => !IDLE.has(word))
    .join(' ');

/**
 * Heading → field. Labels win over names, and earlier fields over later ones; a bare heading leads to a field only when no other
 * field has it.
 */
function headings(fields: Fields): (heading: string) => string | undefined {
  const known = new Map<string, string>();
  const bare = new Map<string, string | undefined>();
  const learn = (key: string, name: string) => {
    if (key !== '' && !known.has(key)) known.set(key, name);
  };
  for (const [name, field] of Object.entries(fields)) {
    const key = headingKey(field.label);
    learn(key, name);
    bare.set(bareKey(key), bare.has(bareKey(key)) ? undefined : name);
  }
  for (const name of Object.keys(fields)) {
    learn(headingKey(name), name);
    learn(fold(name), name);
    learn(headingKey(name).replace(/ ids?$/, ''), name);
  }
  const asked = new Map<string, string | undefined>();
  return (heading) => {
    if (heading.length > LONGEST) return undefined;
    if (!asked.has(heading)) {
      const key = headingKey(heading);
      const short = bareKey(key);
      asked.set(heading, known.get(key) ?? known.get(short) ?? (short === '' ? undefined : bare.get(short)));
    }
    return asked.get(heading);
  };
}

/** Characters of a column's title. */
const LONGEST = 200;

/** Rows that are searched for the heading. */
export const HEADING_ROWS = 10;

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

interface Heading {
  /** position of the heading's last row */
  at: number;
  /** position of the first row of data */
  dataFrom: number;
  colunas: ColumnMap[];
}

/**
 * Finds the heading among the first rows: the row that matches most fields, with the row above or below it when the heading takes
 * two; or reads the row that the user chose (`chosen`). When no heading is recognised the first row counts as one, for the user
 * to map.
 */
export function findHeading(rows: readonly (readonly SheetValue[])[], fields: Fields, chosen?: number): Heading {
  const fieldOf = headings(fields);
  const first = rows.slice(0, HEADING_ROWS);
  const named = first.map((cells) => cells.map((cell) => (typeof cell === 'string' ? fieldOf(cell) : undefined)));
  const scores = named.map((fieldsOf) => new Set(fieldsOf.filter((name) => name !== undefined)).size);
  const best = chosen === undefined ? Math.max(0, ...scores) : 1;
  const at = chosen ?? (best === 0 ? 0 : scores.indexOf(best));
  const isHeading = (index: number) =>
    (scores[index] ?? 0) > 0 && (first[index] ?? []).every((cell) => cell === null || typeof cell === 'string');
  // The user chooses the last row of a heading: the rows below it are data.
  const below = chosen === undefined && best > 0 && isHeading(at + 1) && brings(named[at + 1], named[at]);
  const above = best > 0 && !below && at > 0 && isHeading(at - 1) && brings(named[at - 1], named[at]);
  const lines = [below ? at + 1 : at, below ? at : above ? at - 1 : -1].map((index) => ({
    cells: first[index] ?? [],
    named: named[index] ?? [],
  }));
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const used = new Set<string>();
  const apart = namesApart();
  const colunas = Array.from({ length: width }, (_, index): ColumnMap => {
    const campo = lines.map(({ named: of }) => of[index]).find((name) => name !== undefined && !used.has(name)) ?? null;
    if (campo !== null) used.add(campo);
    const title = lines.map(({ cells }) => textOf(cells[index])).find((text) => text !== '') ?? `Coluna ${letters(index)}`;
    return { coluna: apart(title.slice(0, LONGEST)), campo };
  });
  const last = below ? at + 1 : at;
  return { at: last, dataFrom: last + 1, colunas };
}

/** True when the other heading row fills a column that the best one leaves open. */
const brings = (other: readonly (string | undefined)[] = [], best: readonly (string | undefined)[] = []) =>
  other.some((name, index) => name !== undefined && best[index] === undefined && !best.includes(name));

/**
 * Makes titles of columns unique: the second becomes 'Nome (2)'. Remembers the last number, because a sheet may give all its
 * columns the same title.
 */
function namesApart(): (title: string) => string {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (title) => {
    let n = next.get(title) ?? 1;
    const name = () => (n === 1 ? title : `${title} (${n})`);
    while (taken.has(name())) n++;
    next.set(title, n + 1);
    taken.add(name());
    return name();
  };
}

/** The same columns with the user's new mapping; a field is filled from one column only. */
export function remap(colunas: readonly ColumnMap[], mapa: Readonly<Record<string, string | null>>): ColumnMap[] {
  const taken = new Set(Object.values(mapa).filter((campo) => campo !== null));
  return colunas.map(({ coluna, campo }) => {
    if (Object.hasOwn(mapa, coluna)) return { coluna, campo: mapa[coluna] ?? null };
    return { coluna, campo: campo !== null && taken.has(campo) ? null : campo };
  });
}
