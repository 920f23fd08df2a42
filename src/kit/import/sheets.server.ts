import { inSteps } from '#kit/engine/in-steps.server.ts';
import type { Fields } from '#kit/fields/field.ts';
import { SheetError } from '#kit/sheet/sheet-error.ts';
import type { SheetAsking, SheetHead, SheetReadOptions } from '#kit/sheet/sheet-row.ts';
import { findHeading, HEADING_ROWS, MOST_SEARCHED } from './heading.ts';
import { sheetHeads } from './read-sheet.server.ts';

/** Sheets of a workbook that are offered: the first ones. */
const MOST_SHEETS = 12;

export interface Sheets {
  /** the visible sheets with a heading and rows; none when there is nothing to choose */
  abas: string[];
  /** the sheet that is read; null when there is only one */
  aba: string | null;
}

type Reading = SheetAsking & Pick<SheetReadOptions, 'maxBytes'>;

/** Workbooks often begin with instructions or a cover: the sheet whose heading matches most fields is read. */
export async function lookAtSheets(path: string, name: string, fields: Fields, reading: Reading): Promise<Sheets> {
  const heads = await sheetHeads({ path, name }, { ...reading, sheets: MOST_SHEETS, rows: HEADING_ROWS + 1 }).catch(noneIfFaulty);
  if (heads.length < 2) return { abas: [], aba: null };
  const abas: string[] = [];
  let best = { aba: null as string | null, fields: -1 };
  const pause = inSteps();
  for (const { name: aba, rows } of heads) {
    if (rows.length < 2) continue;
    abas.push(aba);
    const first = rows.map((cells) => cells.slice(0, MOST_SEARCHED));
    const { colunas } = await findHeading(first, fields, pause);
    const known = colunas.filter(({ campo }) => campo !== null).length;
    if (known > best.fields) best = { aba, fields: known };
  }
  return { abas, aba: best.aba };
}

/** A faulty file has no sheets to choose from; reading it reports the fault. */
function noneIfFaulty(error: unknown): SheetHead[] {
  if (error instanceof SheetError) return [];
  throw error;
}
