import type { Fields } from '#kit/fields/field.ts';
import { readSheet, sheetNames } from '#kit/sheet/read.server.ts';
import { SheetError } from '#kit/sheet/sheet-error.ts';
import type { SheetReadOptions, SheetValue } from '#kit/sheet/sheet-row.ts';
import { findHeading, HEADING_ROWS } from './import-heading.ts';

/** Sheets of a workbook that are looked at; who sends more of them has the first ones to choose from. */
const MOST_SHEETS = 12;

export interface Sheets {
  /** the visible sheets with a heading and rows; none when there is nothing to choose */
  abas: string[];
  /** the one that is read; null is the only one */
  aba: string | null;
}

type Reading = Pick<SheetReadOptions, 'maxBytes' | 'signal'>;

/** A workbook often begins with instructions or a cover: the sheet whose heading names most fields is the one that is meant. */
export async function lookAtSheets(path: string, name: string, fields: Fields, reading: Reading): Promise<Sheets> {
  const abas: string[] = [];
  let best = { aba: null as string | null, fields: -1 };
  for (const aba of (await namesOf(path, name, reading)).slice(0, MOST_SHEETS)) {
    const head = await headOf(path, name, { ...reading, sheet: aba });
    if (head.length < 2) continue;
    abas.push(aba);
    const known = findHeading(head, fields).colunas.filter(({ campo }) => campo !== null).length;
    if (known > best.fields) best = { aba, fields: known };
  }
  return { abas, aba: best.aba };
}

/** The names to choose from. A file with a fault of its own has none: its reading tells the fault. */
async function namesOf(path: string, name: string, reading: Reading): Promise<string[]> {
  const names = await unlessFaulty(sheetNames({ path, name }, reading));
  return names && names.length > 1 ? names : [];
}

async function headOf(path: string, name: string, reading: Reading & { sheet: string }): Promise<SheetValue[][]> {
  const rows = readSheet({ path, name }, { ...reading, maxRows: HEADING_ROWS + 1, firstRows: HEADING_ROWS + 1 });
  return (await unlessFaulty(Array.fromAsync(rows, ({ cells }) => cells))) ?? [];
}

const unlessFaulty = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof SheetError) return null;
    throw error;
  });
