import { Checkbox, Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { FieldCell, fieldText } from '#kit/fields/cells.web.tsx';
import type { Field } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/kinds.ts';
import { alignOf } from '#kit/sheet/format.ts';
import classes from './list-table.module.css';
import { RowActions } from './row-actions.web.tsx';
import { isSortable, type ListState } from './use-list-state.web.ts';
import type { RecordRow, RegistryView, RowAction } from './view.web.tsx';

export interface ListColumn {
  name: string;
  field: Field;
}

interface Props {
  caption: string;
  columns: readonly ListColumn[];
  rows: readonly RecordRow[];
  /** field whose cell opens the record */
  label: string;
  linkOf: (row: RecordRow) => string;
  cells?: RegistryView['cells'];
  actionsOf: (row: RecordRow) => readonly RowAction[];
  sort: ListState['sort'];
  onSort: (sort: ListState['sort']) => void;
  /** null: nothing can be selected */
  selected: ReadonlySet<number> | null;
  onSelect: (ids: ReadonlySet<number>) => void;
}

export const nameOfRow = (row: RecordRow, label: string, field: Field | undefined) =>
  (field && fieldText(field, row[label])) || `Registro ${row.id}`;

/** The list on a desk. */
export function ListTable(props: Props) {
  const { columns, rows, selected, onSelect, label } = props;
  const all = rows.length > 0 && rows.every(({ id }) => selected?.has(id));
  const some = rows.some(({ id }) => selected?.has(id));
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} highlightOnHover aria-label={props.caption}>
        <Table.Thead>
          <Table.Tr>
            {selected && (
              <Table.Th className={classes.tick}>
                <Checkbox
                  size="xs"
                  aria-label="Selecionar todos desta página"
                  checked={all}
                  indeterminate={some && !all}
                  onChange={() => onSelect(toggled(selected, rows, !all))}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} {...column} sort={props.sort} onSort={props.onSort} />
            ))}
            <Table.Th className={classes.actions}>Ações</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const name = nameOfRow(row, label, columns.find((column) => column.name === label)?.field);
            return (
              <Table.Tr key={row.id} data-selected={selected?.has(row.id) || undefined}>
                {selected && (
                  <Table.Td className={classes.tick}>
                    <Checkbox
                      size="xs"
                      aria-label={`Selecionar ${name}`}
                      checked={selected.has(row.id)}
                      onChange={() => onSelect(toggled(selected, [row], !selected.has(row.id)))}
                    />
                  </Table.Td>
                )}
                {columns.map(({ name: column, field }) => (
                  <Table.Td
                    key={column}
                    className={[
                      classes.cell,
                      column === label ? classes.name : '',
                      alignOf(traits[field.kind].cell) === 'right' ? classes.right : '',
                    ].join(' ')}
                    data-tip={fieldText(field, row[column])}
                    data-tip-cut=""
                  >
                    {column === label ? (
                      <Link to={props.linkOf(row)}>{cellOf(props, row, column, field)}</Link>
                    ) : (
                      cellOf(props, row, column, field)
                    )}
                  </Table.Td>
                ))}
                <Table.Td className={classes.actions}>
                  <RowActions name={name} actions={props.actionsOf(row)} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** The same list on a phone: a card a record. */
export function ListCards(props: Props) {
  const { columns, rows, selected, onSelect, label } = props;
  const [first, ...rest] = columns;
  if (!first) return null;
  return (
    <ul className={classes.cards} aria-label={props.caption}>
      {rows.map((row) => {
        const name = nameOfRow(row, label, columns.find((column) => column.name === label)?.field);
        return (
          <li key={row.id}>
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <span className={classes.name}>
                <Link to={props.linkOf(row)}>{cellOf(props, row, first.name, first.field) ?? name}</Link>
              </span>
              {selected && (
                <Checkbox
                  aria-label={`Selecionar ${name}`}
                  checked={selected.has(row.id)}
                  onChange={() => onSelect(toggled(selected, [row], !selected.has(row.id)))}
                />
              )}
            </Group>
            <dl className={classes.pairs}>
              {rest.map(({ name: column, field }) => (
                <Pair key={column} term={headingOf(column, field)}>
                  {cellOf(props, row, column, field)}
                </Pair>
              ))}
            </dl>
            <RowActions name={name} actions={props.actionsOf(row)} />
          </li>
        );
      })}
    </ul>
  );
}

function Pair({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

function cellOf({ cells }: Props, row: RecordRow, name: string, field: Field): ReactNode {
  const Cell = cells?.[name];
  return Cell ? <Cell value={row[name]} row={row} /> : <FieldCell field={field} value={row[name]} name={name} />;
}

const headingOf = (name: string, field: Field) => (name === 'ativo' || name === 'ativa' ? 'Situação' : field.label);

interface HeadingProps extends ListColumn {
  sort: ListState['sort'];
  onSort: (sort: ListState['sort']) => void;
}

function Heading({ name, field, sort, onSort }: HeadingProps) {
  const isOn = sort.field === name;
  const className = alignOf(traits[field.kind].cell) === 'right' ? classes.right : undefined;
  const label = headingOf(name, field);
  if (!isSortable(field)) return <Table.Th className={className}>{label}</Table.Th>;
  const Icon = isOn ? (sort.order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <Table.Th className={className} aria-sort={isOn ? (sort.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton
        className={classes.sort}
        data-on={isOn || undefined}
        onClick={() => onSort({ field: name, order: isOn && sort.order === 'asc' ? 'desc' : 'asc' })}
      >
        {label}
        <Icon size={15} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

function toggled(selected: ReadonlySet<number>, rows: readonly RecordRow[], on: boolean): ReadonlySet<number> {
  const next = new Set(selected);
  for (const { id } of rows) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}
