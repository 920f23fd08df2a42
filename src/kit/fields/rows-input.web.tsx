import { Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconEdit, IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { get, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { IconButton, RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { drawnAs } from './conditions.ts';
import type { Field } from './field.ts';
import { FieldGrid } from './field-grid.web.tsx';
import { fieldText } from './field-text.ts';
import { emptyValue, nextRow } from './form-values.web.ts';
import { type InputProps, inputId, useInput } from './input-state.web.ts';
import inputs from './inputs.module.css';
import { PlainInput } from './plain-input.web.tsx';
import { RowButtons, RowsFrame } from './rows-frame.web.tsx';
import { isHidden } from './sensitive.ts';
import { traits } from './traits.ts';

// With more columns the inputs of a table would be too narrow.
const MOST_COLUMNS = 5;

interface RowsInputProps extends InputProps {
  /** what stands below the inputs of a row that can be changed */
  below?: (index: number) => ReactNode;
}

/** A child table, edited in the form and saved with its record. */
export function RowsInput({ below, ...props }: RowsInputProps) {
  const { field, control, path } = props;
  const input = useInput<unknown[]>(props);
  const { fields: rows, append, remove, move } = useFieldArray({ control, name: path, keyName: '_key' });
  const form = useFormContext();
  const { errors } = useFormState({ control, name: path });
  useCalmNewRows(props, rows);
  const isWide = useMediaQuery('(min-width: 62em)', true);
  const world = useCheckContext();
  // Fields that the server fills are not edited here.
  const columns = Object.entries(field.fields ?? {}).filter(([, column]) => !column.readOnly && !isHidden(column, world.can));
  const asTable = isWide && columns.length <= MOST_COLUMNS && !columns.some(([, column]) => traits[column.kind].isRoomy);

  const focusMark = (mark: string) =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-mark="${mark}"]`)?.focus());
  // The focus moves into a new row. A removed row takes its button along, so the focus moves to the list.
  const add = () => {
    append(nextRow(field, (form?.getValues(path) as Record<string, unknown>[] | undefined) ?? []), { shouldFocus: false });
    const first = inputId(`${path}.${rows.length}.${columns[0]?.[0] ?? ''}`);
    requestAnimationFrame(() => document.getElementById(first)?.focus());
  };
  const removeAt = async (index: number) => {
    if (!(await confirmRemoval(undefined, field.singular === undefined ? `${field.label}: item ${index + 1}` : nameOf(index))))
      return;
    remove(index);
    focusMark(`${path}.add`);
  };
  // A moved row takes the pressed button along, so the focus moves with it.
  const markOf = (index: number, way: 'up' | 'down') => `${path}.${index}.${way}`;
  const moveTo = (from: number, to: number) => {
    move(from, to);
    focusMark(markOf(to, to < from ? 'up' : 'down'));
  };
  const nameOf = (index: number) => `${field.singular ?? 'Item'} ${index + 1}`;
  /** The row in a sentence, for who hears a button alone. */
  const said = (index: number) => (field.singular === undefined ? `o item ${index + 1}` : nameOf(index));
  /** Why a stored row cannot be changed; null if it can. */
  const lockOf = (index: number) => field.lockedWhen?.(rows[index] ?? {}, world) || null;
  // A saved entry of a history is read until somebody asks to correct it: what changes is mostly a further entry.
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  const isClosed = (index: number) => {
    const row = rows[index] as Readonly<Record<string, unknown>> & { _key: string };
    return (
      field.dated !== undefined &&
      !input.isReadOnly &&
      typeof row.id === 'number' &&
      !corrected.has(row._key) &&
      !get(errors, `${path}.${index}`)
    );
  };
  const correct = (index: number) => {
    const { _key = '' } = rows[index] ?? {};
    setCorrected((keys) => new Set([...keys, _key]));
    const first = inputId(`${path}.${index}.${columns[0]?.[0] ?? ''}`);
    requestAnimationFrame(() => document.getElementById(first)?.focus());
  };
  const isMovable = !field.dated && !field.anyOrder && rows.length > 1;
  const mover = (index: number, way: 'up' | 'down', to: number) => (
    <IconButton
      icon={way === 'up' ? IconArrowUp : IconArrowDown}
      tip="Reordenar"
      label={`Reordenar: mover ${said(index)} para ${way === 'up' ? 'cima' : 'baixo'}`}
      mark={markOf(index, way)}
      isStill={to < 0 || to >= rows.length}
      onClick={() => moveTo(index, to)}
    />
  );
  const actions = (index: number) => {
    const lock = lockOf(index);
    return (
      <RowButtons>
        {isMovable && mover(index, 'up', index - 1)}
        {isMovable && mover(index, 'down', index + 1)}
        {lock === null && isClosed(index) ? (
          <IconButton
            icon={IconEdit}
            tip="Corrigir este lançamento"
            label={`Corrigir ${said(index)}`}
            onClick={() => correct(index)}
          />
        ) : lock === null ? (
          <RemoveButton of={said(index)} onClick={() => void removeAt(index)} />
        ) : (
          <IconButton
            icon={IconLock}
            tip={lock}
            label={`${field.singular === undefined ? 'O item' : field.singular} ${index + 1} não muda aqui: ${lock}`}
            isStill
          />
        )}
      </RowButtons>
    );
  };
  const textOf = (index: number, name: string, column: Field) =>
    fieldText(column, (rows[index] as Readonly<Record<string, unknown>>)[name]);
  const cell = (index: number, name: string, column: Field) => {
    if (isClosed(index)) return textOf(index, name, column) || '—';
    return inputOf(index, name, column);
  };
  const inputOf = (index: number, name: string, column: Field) => (
    <RowInput
      key={name}
      rows={field}
      name={name}
      field={column}
      control={control}
      path={path}
      index={index}
      readOnly={input.isReadOnly || lockOf(index) !== null}
      bare={asTable}
    />
  );

  return (
    <RowsFrame
      field={field}
      path={path}
      input={input}
      rows={rows}
      columns={columns}
      asTable={asTable}
      heading={(column) => (
        <>
          {column.label}
          {column.required && (
            <Text span c="var(--mantine-color-error)" aria-hidden>
              {' *'}
            </Text>
          )}
        </>
      )}
      cell={cell}
      card={(index) => (
        <>
          <Group justify="space-between" mb={4} wrap="nowrap">
            <Text size="sm" c="dimmed">
              {[nameOf(index), lockOf(index)].filter(Boolean).join(' · ')}
            </Text>
            {!input.isReadOnly && actions(index)}
          </Group>
          {isClosed(index) ? (
            <dl className={inputs.read}>
              {columns
                .filter(([name, column]) => textOf(index, name, column) !== '')
                .map(([name, column]) => (
                  <div key={name}>
                    <dt>{column.label}</dt>
                    <dd>{textOf(index, name, column)}</dd>
                  </div>
                ))}
            </dl>
          ) : (
            <FieldGrid>{columns.map(([name, column]) => inputOf(index, name, column))}</FieldGrid>
          )}
          {below && !input.isReadOnly && !isClosed(index) && lockOf(index) === null && below(index)}
        </>
      )}
      isNewestFirst={field.dated !== undefined}
      actions={input.isReadOnly ? undefined : actions}
      onAdd={add}
    />
  );
}

interface RowInputProps extends InputProps {
  /** the field that holds the rows */
  rows: Field;
  index: number;
}

/** An input of one row, drawn and marked by the values of the row. Only inputs with a condition listen to the row. */
function RowInput({ rows, index, path, name, bare, ...props }: RowInputProps) {
  const own = { ...props, name, path: `${path}.${index}.${name}`, bare };
  const input =
    rows.visibleWhen?.[name] || rows.requiredWhen?.[name] ? (
      <ConditionalInput rows={rows} row={`${path}.${index}`} {...own} />
    ) : (
      <PlainInput {...own} />
    );
  return bare || rows.visibleWhen?.[name] ? input : <FieldGrid.Cell field={props.field}>{input}</FieldGrid.Cell>;
}

function ConditionalInput({ rows, row, ...props }: InputProps & { rows: Field; row: string }) {
  const world = useCheckContext();
  const values = (useWatch({ control: props.control, name: row }) ?? {}) as Record<string, unknown>;
  const drawn = drawnAs(rows, props.name, props.field, values, world);
  if (!drawn) return null;
  const input = <PlainInput {...props} required={drawn.required && !props.readOnly} />;
  return props.bare || !rows.visibleWhen?.[props.name] ? input : <FieldGrid.Cell field={props.field}>{input}</FieldGrid.Cell>;
}

/**
 * After a refused save the form library judges the whole list whenever a row comes or goes. A row added since shows no faults
 * before the next save.
 */
function useCalmNewRows({ control, path, field }: InputProps, rows: readonly { _key: string }[]) {
  const form = useFormContext();
  const { errors, isSubmitting, submitCount } = useFormState({ control, name: path });
  const seen = useRef({ submitCount, keys: new Set(rows.map(({ _key }) => _key)) });
  // At every drawing: the library changes its object of errors in place.
  useEffect(() => {
    if (isSubmitting) return;
    if (seen.current.submitCount !== submitCount) {
      seen.current = { submitCount, keys: new Set(rows.map(({ _key }) => _key)) };
      return;
    }
    for (const [index, { _key }] of rows.entries()) {
      if (seen.current.keys.has(_key)) continue;
      for (const [name, column] of Object.entries(field.fields ?? {})) {
        const at = `${path}.${index}.${name}`;
        const value: unknown = form?.getValues(at);
        const isUntyped = value === (column.initial ?? emptyValue(column)) || (Array.isArray(value) && value.length === 0);
        if (isUntyped && get(errors, at)) form?.clearErrors(at);
      }
    }
  });
}
