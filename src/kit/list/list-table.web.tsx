import { Checkbox, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import type { Field } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { isIdentity } from '#kit/fields/identity.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { cellTypeOf, traits } from '#kit/fields/traits.ts';
import { filledColumns, type ListColumn, namingColumn } from '#kit/query/list-column.ts';
import { isSortable } from '#kit/query/list-query.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { alignOf } from '#kit/sheet/format.ts';
import { usePrinting } from '#kit/ui/print.web.ts';
import shared from '#kit/ui/table.module.css';
import { EditableCell } from './editable-cell.web.tsx';
import { cellOf, headingOf, type RowsProps, secondaryOf, toggled } from './list-cell.web.tsx';
import classes from './list-table.module.css';
import { MOST_INLINE, RowActions } from './row-actions.web.tsx';
import { rowLink } from './row-link.web.ts';
import { useFitting } from './use-fitting.web.ts';

/** The list on a desk. */
export function ListTable(props: RowsProps) {
  const { registry, rows, selected, onSelect, isChosen = false, density = 'confortavel' } = props;
  const isPrinting = usePrinting();
  const opens = namingColumn(registry, props.columns);
  const isKept = (name: string) => name === opens || name === props.sort.field || props.cells?.[name] !== undefined;
  const filled = isChosen ? props.columns : filledColumns(props.columns, rows, isKept);
  const { scroller, columns, gone } = useFitting({
    registry,
    columns: filled,
    rows,
    before: selected ? 1 : 0,
    isWhole: isChosen || isPrinting,
  });
  const all = rows.length > 0 && rows.every(({ id }) => selected?.has(id));
  const some = rows.some(({ id }) => selected?.has(id));
  const actions = rows.map((row) => props.actionsOf(row));
  // One width for the column: a single row with many actions makes every row short.
  const isShort = actions.some((some) => some.length > MOST_INLINE);
  return (
    <div ref={scroller} className={shared.scroll}>
      <Table className={`${shared.table} ${classes.table}`} data-density={density} highlightOnHover aria-label={registry.title}>
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
            <Table.Th className={classes.actions}>
              <span className="vinculo-hidden">Ações</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            <Row
              key={row.id}
              {...props}
              columns={columns}
              said={filled}
              opens={opens}
              row={row}
              actions={actions[place] ?? []}
              isShort={isShort}
            />
          ))}
        </Table.Tbody>
      </Table>
      {gone.length > 0 && (
        <p className={`${classes.gone} vinculo-no-print`}>
          Sem espaço nesta janela: {gone.map(({ field }) => headingOf(field)).join(', ')}
        </p>
      )}
    </div>
  );
}

interface RowProps extends RowsProps {
  row: RecordRow;
  /** the columns with those that found no room */
  said: readonly ListColumn[];
  opens: string | undefined;
  actions: readonly RowAction[];
  isShort: boolean;
}

function Row({ row, columns, said, opens, actions, isShort, ...props }: RowProps) {
  const { registry, selected, onSelect, inline } = props;
  const name = nameOfRow(row, registry);
  const secondary = secondaryOf({ registry, columns: said }, row);
  return (
    <Table.Tr data-selected={selected?.has(row.id) || undefined} {...rowLink}>
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
        const isName = column === opens;
        const content = cellOf(props, row, column, field);
        const className = [
          classes.cell,
          isName ? classes.name : '',
          alignOf(cellTypeOf(field)) === 'right' ? shared.right : '',
        ].join(' ');
        const shown = isName ? (
          <Link to={props.linkOf(row)} data-row-link="">
            {content}
          </Link>
        ) : (
          content
        );
        const text = fieldText(field, row[column]);
        const body = isName ? (
          <div className={classes.naming}>
            <div className={classes.whole} data-tip={text} data-tip-cut="">
              {shown}
            </div>
            {secondary !== '' && <span className={classes.secondary}>{secondary}</span>}
            {props.below?.(row)}
          </div>
        ) : isProse(field) ? (
          <Shrinking text={text}>{shown}</Shrinking>
        ) : (
          shown
        );
        if (inline && !isName && inline.canEdit(row, column))
          return (
            <EditableCell key={column} className={className} {...{ row, name: column, field, inline }} called={name}>
              {body}
            </EditableCell>
          );
        return (
          <Table.Td key={column} className={className}>
            {body}
          </Table.Td>
        );
      })}
      <Table.Td className={classes.actions}>
        <RowActions name={name} actions={actions} isShort={isShort} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Prose may be cut when room is short; a number, a date, a document or the badge of a state may not. */
const isProse = ({ kind, tones }: Field) =>
  traits[kind].cell === 'text' && traits[kind].width >= 18 && !isIdentity(kind) && !tones;

/** Characters of a text that stay readable however narrow the list gets; the name alone is whole. */
const LEAST = 10;

/** A text that shrinks in favour of its neighbours, down to its first characters; the tooltip has all of it. */
function Shrinking({ text, children }: { text: string; children: ReactNode }) {
  const style = { '--least': Math.min(text.length, LEAST) } as CSSProperties;
  return (
    <div className={classes.shrinking} style={style}>
      <div data-tip={text} data-tip-cut="">
        {children}
      </div>
    </div>
  );
}

interface HeadingProps extends ListColumn, Pick<RowsProps, 'sort' | 'onSort'> {}

function Heading({ name, field, sort, onSort }: HeadingProps) {
  const isOn = sort.field === name;
  const className = alignOf(cellTypeOf(field)) === 'right' ? shared.right : undefined;
  const label = headingOf(field);
  const can = useCan();
  if (!isSortable(field) || isHidden(field, can)) return <Table.Th className={className}>{label}</Table.Th>;
  const Icon = isOn ? (sort.order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <Table.Th className={className} aria-sort={isOn ? (sort.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton
        className={shared.sort}
        data-on={isOn || undefined}
        onClick={() => onSort({ field: name, order: isOn && sort.order === 'asc' ? 'desc' : 'asc' })}
      >
        {label}
        <Icon size={15} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}
