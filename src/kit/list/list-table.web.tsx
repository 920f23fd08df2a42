import { Checkbox, Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { FieldCell } from '#kit/fields/cells.web.tsx';
import type { Field } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { isIdentity } from '#kit/fields/identity.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { cellTypeOf, traits } from '#kit/fields/traits.ts';
import type { ListColumn } from '#kit/query/list-column.ts';
import { isSortable } from '#kit/query/list-query.ts';
import type { ListState } from '#kit/query/use-list-state.web.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import type { OfRow, RecordRow, RegistryView, RowAction } from '#kit/registry/view.web.tsx';
import { alignOf } from '#kit/sheet/format.ts';
import classes from '#kit/ui/table.module.css';
import { MOST_INLINE, RowActions } from './row-actions.web.tsx';

interface Props {
  registry: AnyRegistry;
  columns: readonly ListColumn[];
  rows: readonly RecordRow[];
  linkOf: OfRow<string>;
  cells?: RegistryView['cells'];
  actionsOf: OfRow<readonly RowAction[]>;
  sort: ListState['sort'];
  onSort: (sort: ListState['sort']) => void;
  /** null: nothing can be selected */
  selected: ReadonlySet<number> | null;
  onSelect: (ids: ReadonlySet<number>) => void;
}

/** The column whose cell opens the record: the label's column, or the first one when the label is not shown. */
const opening = (columns: readonly ListColumn[], { label }: AnyRegistry) =>
  columns.some(({ name }) => name === label) ? label : columns[0]?.name;

/** The list on a desk. */
export function ListTable(props: Props) {
  const { registry, columns, rows, selected, onSelect } = props;
  const opens = opening(columns, registry);
  const all = rows.length > 0 && rows.every(({ id }) => selected?.has(id));
  const some = rows.some(({ id }) => selected?.has(id));
  const actions = rows.map((row) => props.actionsOf(row));
  // One width for the column: a single row with many actions makes every row short.
  const isShort = actions.some((some) => some.length > MOST_INLINE);
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} highlightOnHover aria-label={registry.title}>
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
          {rows.map((row, place) => {
            const name = nameOfRow(row, registry);
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
                {columns.map(({ name: column, field }) => {
                  const content = cellOf(props, row, column, field);
                  const shown = column === opens ? <Link to={props.linkOf(row)}>{content}</Link> : content;
                  const text = fieldText(field, row[column]);
                  const isName = column === opens;
                  return (
                    <Table.Td
                      key={column}
                      className={[
                        classes.cell,
                        isName ? classes.name : '',
                        alignOf(cellTypeOf(field)) === 'right' ? classes.right : '',
                      ].join(' ')}
                    >
                      {isProse(field) ? (
                        <Shrinking text={text} least={isName ? LEAST_NAME : LEAST}>
                          {shown}
                        </Shrinking>
                      ) : (
                        shown
                      )}
                    </Table.Td>
                  );
                })}
                <Table.Td className={classes.actions}>
                  <RowActions name={name} actions={actions[place] ?? []} isShort={isShort} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Prose may be cut when room is short; a number, a date, a document or the badge of a state may not. */
const isProse = ({ kind, tones }: Field) =>
  traits[kind].cell === 'text' && traits[kind].width >= 18 && !isIdentity(kind) && !tones;

/** Characters of a text that stay readable however narrow the list gets. */
const LEAST = 10;
const LEAST_NAME = 16;

/** A text that shrinks in favour of its neighbours, down to its first characters; the tooltip has all of it. */
function Shrinking({ text, least, children }: { text: string; least: number; children: ReactNode }) {
  const style = { '--least': Math.min(text.length, least) } as CSSProperties;
  return (
    <div className={classes.shrinking} style={style}>
      <div data-tip={text} data-tip-cut="">
        {children}
      </div>
    </div>
  );
}

/** The same list on a phone: a card a record. */
export function ListCards(props: Props) {
  const { registry, columns, rows, selected, onSelect } = props;
  const [first, ...rest] = columns;
  if (!first) return null;
  return (
    <ul className={classes.cards} aria-label={registry.title}>
      {rows.map((row) => {
        const name = nameOfRow(row, registry);
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
              {rest
                .filter(({ name: column, field }) => props.cells?.[column] || fieldText(field, row[column]) !== '')
                .map(({ name: column, field }) => (
                  <Pair key={column} term={headingOf(field)}>
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
  return Cell ? <Cell value={row[name]} row={row} /> : <FieldCell field={field} value={row[name]} />;
}

const headingOf = (field: Field) => (field.activity ? 'Situação' : field.label);

interface HeadingProps extends ListColumn {
  sort: ListState['sort'];
  onSort: (sort: ListState['sort']) => void;
}

function Heading({ name, field, sort, onSort }: HeadingProps) {
  const isOn = sort.field === name;
  const className = alignOf(cellTypeOf(field)) === 'right' ? classes.right : undefined;
  const label = headingOf(field);
  const can = useCan();
  if (!isSortable(field) || isHidden(field, can)) return <Table.Th className={className}>{label}</Table.Th>;
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
