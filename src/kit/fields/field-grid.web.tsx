import type { ReactNode } from 'react';
import type { Field, Kind } from './field.ts';
import classes from './field-grid.module.css';

const wide: ReadonlySet<Kind> = new Set(['richText', 'rows', 'longText']);
const half: ReadonlySet<Kind> = new Set(['text', 'refs', 'emails', 'url', 'choices', 'file', 'image']);

/** Columns of 12 that an input takes on a wide screen, unless the field says. */
const spanOf = (field: Field): number => field.span ?? (wide.has(field.kind) ? 12 : half.has(field.kind) ? 6 : 4);

/** Inputs side by side on a desk, one below the other on a phone. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}

FieldGrid.Cell = function Cell({ field, path, children }: { field: Field; path?: string; children: ReactNode }) {
  return (
    <div className={classes.cell} data-span={spanOf(field)} data-path={path}>
      {children}
    </div>
  );
};
