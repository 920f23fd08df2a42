/** Columns of a row of inputs. */
const COLUMNS = 12;

const total = (row: readonly number[]) => row.reduce((sum, span) => sum + span, 0);

/** The spans in reading order, divided into rows as a grid places them. */
function rowsOf(spans: readonly number[]): number[][] {
  const rows: number[][] = [];
  for (const span of spans) {
    const row = rows.at(-1);
    if (row && total(row) + span <= COLUMNS) row.push(span);
    else rows.push([span]);
  }
  return rows;
}

/** The narrowest grows first, so that 6 + 4 becomes 6 + 6. */
function grown(row: readonly number[]): number[] {
  const spans = [...row];
  for (let rest = COLUMNS - total(spans); rest > 0; rest -= 1) {
    const least = spans.indexOf(Math.min(...spans));
    spans[least] = (spans[least] ?? 0) + 1;
  }
  return spans;
}

/**
 * Widens inputs so that all rows of a form end together: a row of fewer than 12 columns takes the columns of the row above if it
 * fits them; otherwise its inputs grow. A single input without such a row above keeps its width.
 */
export function filledRows(wanted: readonly number[]): number[][] {
  const rows: number[][] = [];
  for (const row of rowsOf(wanted)) {
    const above = rows.at(-1) ?? [];
    const fitsAbove = above.length > 1 && row.length <= above.length && row.every((span, index) => span <= (above[index] ?? 0));
    if (total(row) < COLUMNS && fitsAbove) rows.push(above.slice(0, row.length));
    else rows.push(row.length === 1 ? row : grown(row));
  }
  return rows;
}
