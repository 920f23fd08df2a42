import { ActionIcon, Button, Group, Input, Stack, Table, Text, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { get, useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { confirm } from '#kit/ui/confirm.web.tsx';
import type { Field } from './field.ts';
import { FieldGrid } from './field-grid.web.tsx';
import { emptyRow, emptyValue } from './form-values.web.ts';
import { type InputProps, inputId, useInput } from './input-state.web.ts';
import classes from './inputs.module.css';
import { PlainInput } from './plain-input.web.tsx';

// A table with more columns than this would squeeze its inputs.
const MOST_COLUMNS = 5;
const roomy = (field: Field) => ['longText', 'richText', 'rows', 'refs', 'emails', 'file', 'image'].includes(field.kind);

/** A child table, edited where it stands and saved with its record. */
export function RowsInput(props: InputProps) {
  const { field, control, path } = props;
  const { error, isReadOnly, frame } = useInput<unknown[]>(props);
  const { fields: rows, append, remove, move } = useFieldArray({ control, name: path, keyName: '_key' });
  useCalmNewRows(props, rows);
  const isWide = useMediaQuery('(min-width: 62em)', true);
  const columns = Object.entries(field.fields ?? {});
  const asTable = isWide && columns.length <= MOST_COLUMNS && !columns.some(([, column]) => roomy(column));

  const removeAt = async (index: number) => {
    if (await confirm({ message: 'Tem certeza que deseja remover?', ok: 'Remover', danger: true })) remove(index);
  };
  // The button that was pressed goes along with its row, and so does the focus.
  const moveTo = (from: number, to: number) => {
    move(from, to);
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-move="${path}.${to}.${to < from ? 'up' : 'down'}"]`)?.focus(),
    );
  };
  const actions = (index: number) => (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <Move
        label={`Reordenar: mover o item ${index + 1} para cima`}
        id={`${path}.${index}.up`}
        disabled={index === 0}
        onClick={() => moveTo(index, index - 1)}
      >
        <IconArrowUp size={16} />
      </Move>
      <Move
        label={`Reordenar: mover o item ${index + 1} para baixo`}
        id={`${path}.${index}.down`}
        disabled={index === rows.length - 1}
        onClick={() => moveTo(index, index + 1)}
      >
        <IconArrowDown size={16} />
      </Move>
      <Tooltip label="Remover">
        <ActionIcon
          variant="subtle"
          color="red.8"
          aria-label={`Remover o item ${index + 1}`}
          onClick={() => void removeAt(index)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );

  return (
    <Input.Wrapper
      label={frame.label}
      withAsterisk={frame.withAsterisk}
      description={field.hint}
      error={error}
      labelElement="div"
      id={inputId(path)}
    >
      <Stack gap="xs" mt={4} role="group" aria-label={field.label}>
        {rows.length === 0 && <div className={classes.empty}>Nenhum item adicionado.</div>}
        {rows.length > 0 && asTable && (
          <Table className={classes.rowsTable} withTableBorder>
            <Table.Thead>
              <Table.Tr>
                {columns.map(([name, column]) => (
                  <Table.Th key={name}>
                    {column.label}
                    {column.required && (
                      <Text span c="var(--mantine-color-error)" aria-hidden>
                        {' *'}
                      </Text>
                    )}
                  </Table.Th>
                ))}
                {!isReadOnly && <Table.Th className={classes.rowsActions}>Ações</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row, index) => (
                <Table.Tr key={row._key}>
                  {columns.map(([name, column]) => (
                    <Table.Td key={name}>
                      <PlainInput
                        name={name}
                        field={column}
                        control={control}
                        path={`${path}.${index}.${name}`}
                        readOnly={isReadOnly}
                        bare
                      />
                    </Table.Td>
                  ))}
                  {!isReadOnly && <Table.Td className={classes.rowsActions}>{actions(index)}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {!asTable &&
          rows.map((row, index) => (
            <div key={row._key} className={classes.row}>
              <Group justify="space-between" mb={4}>
                <Text size="sm" c="dimmed">
                  {`Item ${index + 1}`}
                </Text>
                {!isReadOnly && actions(index)}
              </Group>
              <FieldGrid>
                {columns.map(([name, column]) => (
                  <FieldGrid.Cell key={name} field={column}>
                    <PlainInput
                      name={name}
                      field={column}
                      control={control}
                      path={`${path}.${index}.${name}`}
                      readOnly={isReadOnly}
                    />
                  </FieldGrid.Cell>
                ))}
              </FieldGrid>
            </div>
          ))}
        {!isReadOnly && (
          <Group>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => append(emptyRow(field.fields ?? {}))}>
              Adicionar mais um
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

/**
 * After a refused save the form library judges the whole list whenever a row comes or goes. A row that no save has seen yet is not red for
 * what nobody had the time to type.
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

interface MoveProps {
  label: string;
  id: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Move({ label, id, disabled, onClick, children }: MoveProps) {
  return (
    <Tooltip label="Reordenar">
      <ActionIcon
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        aria-label={label}
        data-move={id}
        aria-disabled={disabled}
        className={disabled ? classes.still : undefined}
        onClick={() => !disabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
