import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
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
import { useHover } from '#kit/ui/hover.web.ts';
import { usePrinting } from '#kit/ui/print.web.ts';
import shared from '#kit/ui/table.module.css';
import { EditableCell } from './editable-cell.web.tsx';
import { cellOf, headingOf, type RowsProps, secondaryOf, toggled } from './list-cell.web.tsx';
import classes from './list-table.module.css';
import { MOST_INLINE, RowActions } from './row-actions.web.tsx';
import { rowLink } from './row-link.web.ts';
import { Tick } from './tick.web.tsx';
import { useFitting } from './use-fitting.web.ts';

/** The list on a desk. */
export function ListTable(props: RowsProps) {
  const { registry, rows, selected, onSelect, isChosen = false, density = 'confortavel' } = props;
  const isPrinting = usePrinting();
  const isHovered = useHover();
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
      {/* Its parts are plain: a component of the library for each cell took half of the time that a list is drawn in. */}
      <Table className={`${shared.table} ${classes.table}`} data-density={density} aria-label={registry.title}>
        <thead>
          <tr>
            {selected && (
              <th className={classes.tick}>
                <Tick
                  label="Selecionar todos desta página"
                  isOn={all}
                  isPartly={some && !all}
                  onChange={() => onSelect(toggled(selected, rows, !all))}
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.name} {...column} sort={props.sort} onSort={props.onSort} />
            ))}
            <th className={classes.actions}>
              <span className="vinculo-hidden">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
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
              isHovered={isHovered}
            />
          ))}
        </tbody>
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
  /** actions of a row are seen only when it is pointed at, has the focus or is selected, as the style sheet says */
  isHovered: boolean;
}

function Row({ row, columns, said, opens, actions, isShort, isHovered, ...props }: RowProps) {
  const { registry, selected, onSelect, inline } = props;
  const [isReached, setReached] = useState(false);
  const isSelected = selected?.has(row.id) === true;
  const reach = () => setReached(true);
  const name = nameOfRow(row, registry);
  const secondary = secondaryOf({ registry, columns: said }, row);
  return (
    // Without a label a row is called by all that it holds: the same name at its tick, its link and each of its actions.
    <tr aria-label={name} data-selected={isSelected || undefined} {...rowLink} onPointerOver={reach} onFocus={reach}>
      {selected && (
        <td className={classes.tick}>
          <Tick label={`Selecionar ${name}`} isOn={isSelected} onChange={() => onSelect(toggled(selected, [row], !isSelected))} />
        </td>
      )}
      {columns.map(({ name: column, field }) => {
        const isName = column === opens;
        const content = cellOf(props, row, column, field);
        const className = [
          classes.cell,
          isName ? classes.name : '',
          isName && secondary !== '' ? classes.two : '',
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
          <td key={column} className={className}>
            {body}
          </td>
        );
      })}
      <td className={classes.actions}>
        <RowActions name={name} actions={actions} isShort={isShort} isUnseen={isHovered && !isReached && !isSelected} />
      </td>
    </tr>
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
  if (!isSortable(field) || isHidden(field, can)) return <th className={className}>{label}</th>;
  const Icon = isOn ? (sort.order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
  return (
    <th className={className} aria-sort={isOn ? (sort.order === 'asc' ? 'ascending' : 'descending') : 'none'}>
      <UnstyledButton
        className={shared.sort}
        data-on={isOn || undefined}
        onClick={() => onSort({ field: name, order: isOn && sort.order === 'asc' ? 'desc' : 'asc' })}
      >
        {label}
        <Icon size={15} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </th>
  );
}
