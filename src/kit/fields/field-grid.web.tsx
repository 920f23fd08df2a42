import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Field } from './field.ts';
import classes from './field-grid.module.css';
import { filledRows } from './field-rows.ts';
import { traits } from './traits.ts';

/** Columns (of 12) of an input on a wide screen; `span` of the field overrides it. */
const spanOf = (field: Field): number => field.span ?? traits[field.kind].span;

/** Gives each input its columns. A row of switches needs no space for labels above them. */
function fill(grid: HTMLElement): void {
  const cells = [...grid.querySelectorAll<HTMLElement>(':scope > [data-span]')];
  for (const row of filledRows(cells.map(({ dataset }) => Number(dataset.span)))) {
    const inRow = cells.splice(0, row.length);
    const hasLabels = inRow.some(({ dataset }) => dataset.kind !== 'boolean');
    for (const [index, cell] of inRow.entries()) {
      cell.style.setProperty('--columns', String(row[index]));
      cell.toggleAttribute('data-low', !hasLabels);
    }
  }
}

/** Inputs side by side on a desktop, in rows of equal width; one below the other on a phone. */
export function FieldGrid({ children }: { children: ReactNode }) {
  const grid = useRef<HTMLDivElement>(null);
  // The inputs in the grid may come and go with typed values, without a new drawing of this component.
  useLayoutEffect(() => {
    const { current } = grid;
    if (!current) return;
    fill(current);
    const observer = new MutationObserver(() => fill(current));
    observer.observe(current, { childList: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={grid} className={classes.grid}>
      {children}
    </div>
  );
}

FieldGrid.Cell = function Cell({ field, path, children }: { field: Field; path?: string; children: ReactNode }) {
  return (
    <div className={classes.cell} data-kind={field.kind} data-span={spanOf(field)} data-path={path}>
      {children}
    </div>
  );
};
