import { fold } from '#kit/br/text.ts';
import type { Field, Fields, Kind } from '#kit/fields/field.ts';
import { kinds } from '#kit/fields/kinds.ts';
import type { SheetValue } from '#kit/sheet/sheet-row.ts';
import { type ColumnMap, textOf } from './import.ts';

/**
 * A heading without what people add to it: '  Nome Fantasia * (obrigatório)' and 'nome_fantasia' are the same, and so are 'C.P.F.'
 * and 'CPF', 'Salário R$' and 'Salário'.
 */
export function headingKey(text: string): string {
  return fold(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/(?<!\p{L})(\p{L})\.\s?(?=\p{L}(\.|$))/gu, '$1')
    .replace(/\((obrigatori[oa]|opcional)\)/g, ' ')
    .replace(/r\$|\(?em reais\)?/g, ' ')
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

/** Usual titles of kinds; each leads to the field of that kind if there is only one. */
const CALLED: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  cpf: ['CPF', 'CPF/MF'],
  cnpj: ['CNPJ', 'CNPJ/MF'],
  pis: ['PIS', 'PASEP', 'PIS/PASEP', 'NIT', 'NIS', 'PIS/PASEP/NIT'],
  cns: ['CNS', 'Cartão SUS'],
  cep: ['CEP', 'Código postal'],
  tituloEleitor: ['Título de eleitor', 'Título eleitoral'],
  email: ['E-mail', 'Email', 'Mail', 'E-mail corporativo', 'Correio eletrônico'],
  telefone: ['Telefone', 'Fone', 'Tel'],
};

interface Known {
  campo: string;
  porque?: ColumnMap['porque'];
}

/**
 * Heading → field. Labels win over the other titles that fields declare, these over names, and earlier fields over later ones; a
 * usual title of a kind, or a bare heading, leads to a field only when no other field has it.
 */
function headings(fields: Fields): (heading: string) => Known | undefined {
  const known = new Map<string, Known>();
  const bare = new Map<string, string | undefined>();
  const learn = (key: string, campo: string, porque?: ColumnMap['porque']) => {
    if (key !== '' && !known.has(key)) known.set(key, { campo, ...(porque ? { porque } : {}) });
  };
  for (const [name, field] of Object.entries(fields)) {
    const key = headingKey(field.label);
    learn(key, name);
    bare.set(bareKey(key), bare.has(bareKey(key)) ? undefined : name);
  }
  for (const [name, { alsoCalled = [] }] of Object.entries(fields))
    for (const title of alsoCalled) learn(headingKey(title), name, 'titulo');
  for (const name of Object.keys(fields)) {
    learn(headingKey(name), name);
    learn(fold(name), name);
    learn(headingKey(name).replace(/ ids?$/, ''), name);
  }
  for (const [kind, titles] of Object.entries(CALLED)) {
    const [only, ...others] = Object.keys(fields).filter((name) => fields[name]?.kind === kind);
    if (only !== undefined && others.length === 0) for (const title of titles) learn(headingKey(title), only, 'titulo');
  }
  const asked = new Map<string, Known | undefined>();
  return (heading) => {
    if (heading.length > LONGEST_KNOWN) return undefined;
    if (!asked.has(heading)) {
      const key = headingKey(heading);
      const short = bareKey(key);
      const alone = short === '' ? undefined : bare.get(short);
      asked.set(
        heading,
        known.get(key) ?? known.get(short) ?? (alone === undefined ? undefined : { campo: alone, porque: 'titulo' }),
      );
    }
    return asked.get(heading);
  };
}

/** Kinds whose values tell what they are: check digits, an address with its @. */
const TELLING: ReadonlySet<Kind> = new Set<Kind>(['cpf', 'cnpj', 'pis', 'cns', 'tituloEleitor', 'email']);

/** The share of cells that must hold a telling kind: files have faults. */
const MOSTLY = 0.75;

/** Whether the cells, of which `words` are the different ones, are values of the field that no other kind would have. */
function tells(cells: readonly SheetValue[], words: ReadonlySet<string>, field: Field): boolean {
  const holds = (cell: SheetValue) => {
    const value = kinds[field.kind].parse(cell, field);
    return value !== undefined && value !== '' && field.schema.safeParse(value).success;
  };
  let mayMiss = cells.length * (1 - MOSTLY);
  if (TELLING.has(field.kind)) return cells.every((cell) => holds(cell) || --mayMiss >= 0);
  if (field.kind !== 'choice') return false;
  return words.size > 1 && [...words].every((word) => /\p{L}{3}/u.test(word)) && cells.every(holds);
}

/** Fewest cells that tell what a column holds, when the sheet has so many rows. */
const FEW = 3;

/** Yields the event loop when work has held it for long enough; see `inSteps`. */
type Pause = () => Promise<void> | undefined;

/** Proposes a field for a column whose title says nothing, if its cells fit this field only and no other such column's do. */
async function byContent(
  colunas: ColumnMap[],
  data: readonly (readonly SheetValue[])[],
  fields: Fields,
  pause: Pause,
): Promise<void> {
  const taken = new Set(colunas.map(({ campo }) => campo));
  const open = Object.entries(fields).filter(([name]) => !taken.has(name));
  const fitting = ({ campo, disputa }: ColumnMap, index: number) => {
    if (campo !== null || disputa !== undefined) return undefined;
    const cells = data.map((row) => row[index] ?? null).filter((cell) => textOf(cell) !== '');
    if (cells.length === 0 || cells.length < Math.min(FEW, data.length)) return undefined;
    // No kind that tells what it is is so long, and to look at such cells takes the loop.
    if (cells.some((cell) => textOf(cell).length > LONGEST)) return undefined;
    const words = new Set(cells.map((cell) => fold(textOf(cell))));
    const [only, ...others] = open.filter(([, field]) => tells(cells, words, field));
    return others.length === 0 ? only?.[0] : undefined;
  };
  const proposed: (string | undefined)[] = [];
  for (const [index, column] of colunas.slice(0, MOST_SEARCHED).entries()) {
    await pause();
    proposed.push(fitting(column, index));
  }
  for (const [index, name] of proposed.entries())
    if (name !== undefined && proposed.indexOf(name) === proposed.lastIndexOf(name))
      colunas[index] = { coluna: colunas[index]?.coluna ?? '', campo: name, porque: 'conteudo' };
}

/** Columns whose cells are looked at, and columns of a sheet that is only offered. */
export const MOST_SEARCHED = 200;

/** Characters of a column's title. */
export const LONGEST = 200;

/** Characters of a title that may lead to a field: a label, and what people add to it. */
const LONGEST_KNOWN = 120;

/** Rows that are searched for the heading. */
export const HEADING_ROWS = 10;

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

export interface Heading {
  /** position of the heading's last row */
  at: number;
  /** position of the first row of data */
  dataFrom: number;
  colunas: ColumnMap[];
}

/**
 * Finds the heading among the first rows: the row that matches most fields, with the row above or below it when the heading takes
 * two; or reads the row that the user chose (`chosen`). When no heading is recognised the first row counts as one, for the user
 * to map. Hundreds of long titles take a while, in which `pause` lets others work: not for a transaction that locks.
 */
export async function findHeading(
  rows: readonly (readonly SheetValue[])[],
  fields: Fields,
  pause: Pause,
  chosen?: number,
): Promise<Heading> {
  const fieldOf = headings(fields);
  const first = rows.slice(0, HEADING_ROWS);
  const named: (string | undefined)[][] = [];
  for (const cells of first) {
    const of: (string | undefined)[] = [];
    for (const cell of cells) {
      await pause();
      of.push(typeof cell === 'string' ? fieldOf(cell)?.campo : undefined);
    }
    named.push(of);
  }
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
    const found = lines.flatMap(({ cells, named: of }) => {
      const campo = of[index];
      return campo === undefined ? [] : [{ campo, porque: fieldOf(textOf(cells[index]))?.porque }];
    });
    const title = lines.map(({ cells }) => textOf(cells[index])).find((text) => text !== '') ?? `Coluna ${letters(index)}`;
    const coluna = apart(title.slice(0, LONGEST));
    const free = found.find(({ campo }) => !used.has(campo));
    if (!free) return { coluna, campo: null, ...(found[0] ? { disputa: found[0].campo } : {}) };
    used.add(free.campo);
    return { coluna, campo: free.campo, ...(free.porque ? { porque: free.porque } : {}) };
  });
  const last = below ? at + 1 : at;
  await byContent(colunas, rows.slice(last + 1), fields, pause);
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
  return colunas.map((column) => {
    const { coluna, campo, disputa } = column;
    if (Object.hasOwn(mapa, coluna) && (mapa[coluna] ?? null) !== campo) return { coluna, campo: mapa[coluna] ?? null };
    if (Object.hasOwn(mapa, coluna)) return disputa === undefined ? column : { coluna, campo };
    return campo !== null && taken.has(campo) ? { coluna, campo: null } : column;
  });
}
