import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Field } from '#kit/fields/field.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { headingOf } from './list-cell.web.tsx';
import classes from './list-table.module.css';
import type { InlineEdit } from './use-inline-edit.web.ts';
import { walk } from './walk-cells.web.ts';

const CellEditor = later(() => import('./cell-editor.web.tsx').then((m) => m.CellEditor));

interface Props {
  className: string;
  row: RecordRow;
  name: string;
  field: Field;
  /** the record's name */
  called: string;
  inline: InlineEdit;
  children: ReactNode;
}

/** A cell that a double click, F2 or Enter opens for an edit; the arrows lead from one to the next. */
export function EditableCell({ className, row, name, field, called, inline, children }: Props) {
  const cell = useRef<HTMLTableCellElement>(null);
  const isOpen = inline.isOpen(row, name);
  const open = () => !isOpen && inline.open(row, name);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen || event.target !== event.currentTarget) return;
    if (event.key === 'F2' || event.key === 'Enter') {
      event.preventDefault();
      open();
    } else walk(event);
  };
  return (
    <td
      ref={cell}
      className={`${className} ${classes.editable}`}
      data-editable={name}
      data-open={isOpen || undefined}
      tabIndex={-1}
      {...(isOpen ? {} : { 'aria-label': `${headingOf(field)} de ${called}: editável` })}
      onDoubleClick={open}
      onKeyDown={onKeyDown}
    >
      {isOpen ? (
        <CellEditor
          name={name}
          field={field}
          value={row[name]}
          save={(value) => inline.save(row, name, value)}
          onEnd={(refocus) => {
            inline.close();
            if (refocus) requestAnimationFrame(() => cell.current?.focus());
          }}
        />
      ) : (
        children
      )}
    </td>
  );
}
