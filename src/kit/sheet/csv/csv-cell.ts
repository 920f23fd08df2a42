import type { CellType } from '#kit/sheet/column.ts';
import { formulaLike } from '#kit/sheet/format.ts';

const numeric = /^-?[\d.,:]+%?$/;
const bare = new Set<CellType>(['integer', 'number', 'money', 'percentage', 'duration']);

/** One cell as the file holds it: quoted where it must be, and never a formula. */
export function csvCell(text: string, type: CellType): string {
  const clean = text.replaceAll('\0', '');
  const safe = formulaLike.test(clean) && !(bare.has(type) && numeric.test(clean)) ? `'${clean}` : clean;
  return /[";\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
