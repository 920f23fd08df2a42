import { Button, Group, Input, Stack, Table } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Field } from './field.ts';
import { type InputProps, inputId, type useInput } from './input-state.web.ts';
import classes from './inputs.module.css';

const lower = (text: string) => text.toLocaleLowerCase('pt-BR');

/** What an empty list says. */
const nothingIn = ({ label, singular }: Field): string =>
  singular === undefined ? 'Nenhum item adicionado.' : `Ainda não há ${lower(label)}.`;

interface RowsFrameProps<Row> extends Pick<InputProps, 'field' | 'path'> {
  input: Pick<ReturnType<typeof useInput>, 'frame' | 'error' | 'isReadOnly'>;
  rows: readonly Row[];
  /** columns of the table, if `asTable`; otherwise each row is a card */
  columns: readonly (readonly [name: string, column: Field])[];
  asTable: boolean;
  heading?: (column: Field) => ReactNode;
  cell: (index: number, name: string, column: Field) => ReactNode;
  /** draws a row as a card, with its actions */
  card: (index: number) => ReactNode;
  /** the last row stands first, below the button that adds one */
  isNewestFirst?: boolean;
  /** absent: rows have no actions */
  actions?: ((index: number) => ReactNode) | undefined;
  onAdd: () => void;
  /** what a row is called */
  singular?: string;
  /** the button names its list: the row is added outside of the table */
  namesList?: boolean;
  children?: ReactNode;
}

/** The frame of every input of child rows: label, fault, table or cards, and the button that adds a row. */
export function RowsFrame<Row extends { _key: string }>({
  field,
  path,
  input: { frame, error, isReadOnly },
  rows,
  columns,
  asTable,
  heading = ({ label }) => label,
  cell,
  card,
  isNewestFirst = false,
  actions,
  onAdd,
  singular = field.singular,
  namesList = false,
  children,
}: RowsFrameProps<Row>) {
  const places = rows.map(({ _key }, index) => ({ _key, index }));
  if (isNewestFirst) places.reverse();
  const add = rows.length > 0 ? 'Adicionar mais um' : singular ? `Adicionar ${lower(singular)}` : 'Adicionar';
  const addition = !isReadOnly && (
    <Group>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        aria-label={namesList || rows.length === 0 ? `${add}: ${field.label}` : undefined}
        onClick={onAdd}
        data-mark={`${path}.add`}
      >
        {add}
      </Button>
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
        {isNewestFirst && addition}
        {rows.length === 0 && <div className={classes.empty}>{nothingIn(field)}</div>}
        {rows.length > 0 && asTable && (
          <Table className={classes.rowsTable} withTableBorder>
            <Table.Thead>
              <Table.Tr>
                {columns.map(([name, column]) => (
                  <Table.Th key={name}>{heading(column)}</Table.Th>
                ))}
                {actions && <Table.Th className={classes.rowsActions}>Ações</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {places.map(({ _key, index }) => (
                <Table.Tr key={_key}>
                  {columns.map(([name, column]) => (
                    <Table.Td key={name}>{cell(index, name, column)}</Table.Td>
                  ))}
                  {actions && <Table.Td className={classes.rowsActions}>{actions(index)}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {!asTable &&
          places.map(({ _key, index }) => (
            <div key={_key} className={classes.row}>
              {card(index)}
            </div>
          ))}
        {!isNewestFirst && addition}
      </Stack>
      {children}
    </Input.Wrapper>
  );
}

/** The actions at the end of a row. */
export const RowButtons = ({ children }: { children: ReactNode }) => (
  <Group gap={2} wrap="nowrap" justify="flex-end">
    {children}
  </Group>
);
