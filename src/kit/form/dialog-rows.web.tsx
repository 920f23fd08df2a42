import { Group, Text } from '@mantine/core';
import { IconEdit, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { get, useFieldArray, useFormState } from 'react-hook-form';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { toast } from '#kit/client/toast.web.ts';
import type { Field, Fields, Values } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { emptyRow } from '#kit/fields/form-values.web.ts';
import { type InputProps, useInput } from '#kit/fields/input-state.web.ts';
import { RowButtons, RowsFrame } from '#kit/fields/rows-frame.web.tsx';
import { isHidden } from '#kit/fields/sensitive.ts';
import { confirmRemoval } from '#kit/ui/confirm.web.tsx';
import { IconButton, RemoveButton } from '#kit/ui/icon-button.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { firstMessage } from './form-faults.web.ts';
import { type DialogRow, RowDialog, type RowDialogOptions } from './row-dialog.web.tsx';

interface DialogRowsOptions<R extends object = DialogRow> extends RowDialogOptions<R> {
  /** columns of the list; the dialog has all */
  columns: readonly string[];
  /** replaces the text of a column that needs more than its own value */
  texts?: Readonly<Record<string, (row: DialogRow) => string | undefined>>;
  /** the messages after each action, shown for 3 s */
  told: { saved: string; edited: string; removed: string };
}

/** Child rows edited in a dialog each: shown as a list, added, edited and removed in memory, saved with their record. */
export function dialogRows<F extends Fields>(_rows: { fields: F }, options: DialogRowsOptions<Values<F>>) {
  return function DialogRowsInput(props: InputProps) {
    return <DialogRows {...props} {...options} />;
  };
}

interface Opened {
  /** undefined for a new row */
  index?: number;
  row: DialogRow;
}

function DialogRows({ columns: shown, texts, told, singular, ...props }: InputProps & DialogRowsOptions) {
  const { field, control, path } = props;
  const input = useInput<unknown[]>(props);
  const { isReadOnly } = input;
  const { fields: held, append, update, remove } = useFieldArray({ control, name: path, keyName: '_key' });
  const { errors } = useFormState({ control, name: path });
  const isWide = !usePhone();
  const [opened, setOpened] = useState<Opened | null>(null);
  const all: Fields = field.fields ?? {};
  const { can } = useCheckContext();
  const columns = shown.flatMap((name) => (all[name] && !isHidden(all[name], can) ? [[name, all[name]] as const] : []));
  const rows = held as unknown as (DialogRow & { _key: string })[];

  const close = (row: DialogRow | null) => {
    if (row && opened) {
      if (opened.index === undefined) append(row);
      else update(opened.index, row);
      toast.success(opened.index === undefined ? told.saved : told.edited);
    }
    setOpened(null);
  };
  const removeAt = async (index: number) => {
    const what = columns.map(([name, column]) => textOf(index, name, column)).find(Boolean);
    if (!(await confirmRemoval(undefined, what ?? `${field.label}: item ${index + 1}`))) return;
    remove(index);
    toast.success(told.removed);
  };
  const open = (index: number) => {
    const { _key, ...row } = rows[index] as DialogRow & { _key: string };
    setOpened({ index, row });
  };
  const verb = isReadOnly ? 'Visualizar' : 'Editar';
  const actions = (index: number) => (
    <RowButtons>
      <IconButton
        icon={isReadOnly ? IconEye : IconEdit}
        tip={verb}
        label={`${verb} o item ${index + 1}`}
        color="marca"
        onClick={() => open(index)}
      />
      {!isReadOnly && <RemoveButton of={`o item ${index + 1}`} onClick={() => void removeAt(index)} />}
    </RowButtons>
  );
  const textOf = (index: number, name: string, column: Field) => {
    const row: DialogRow = rows[index] ?? {};
    return texts?.[name]?.(row) ?? fieldText(column, row[name]);
  };
  const fault = (index: number) => <Fault message={firstMessage(get(errors, `${path}.${index}`))} />;

  return (
    <RowsFrame
      field={field}
      path={path}
      input={input}
      rows={rows}
      columns={columns}
      asTable={isWide}
      cell={(index, name, column) => (
        <>
          {textOf(index, name, column) || '—'}
          {name === columns[0]?.[0] && fault(index)}
        </>
      )}
      card={(index) => (
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            {columns.map(([name, column], place) => (
              <Text key={name} size="sm" c={place === 0 ? undefined : 'dimmed'} fw={place === 0 ? 600 : undefined}>
                {textOf(index, name, column)}
              </Text>
            ))}
            {fault(index)}
          </div>
          {actions(index)}
        </Group>
      )}
      actions={actions}
      onAdd={() => setOpened({ row: emptyRow(all) })}
      singular={singular}
      namesList
    >
      {opened && (
        <RowDialog
          {...props}
          singular={singular}
          field={field}
          row={opened.row}
          isNew={opened.index === undefined}
          isReadOnly={isReadOnly}
          others={rows.filter((_row, index) => index !== opened.index)}
          onClose={close}
        />
      )}
    </RowsFrame>
  );
}

function Fault({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <Text size="xs" c="var(--mantine-color-error)" role="alert">
      {message}
    </Text>
  );
}
