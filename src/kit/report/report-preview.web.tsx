import { Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { countSentence } from '#kit/br/text.ts';
import type { Fields } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import type { CellType, Column, Row } from '#kit/sheet/column.ts';
import { alignOf, formatCell } from '#kit/sheet/format.ts';
import { usePrinting } from '#kit/ui/print.web.ts';
import listClasses from '#kit/ui/table.module.css';
import type { Mark, Preview } from './preview.ts';
import type { AnyReport } from './report.ts';
import classes from './report-preview.module.css';

const ROW = 36;

type TotalMark = Extract<Mark, { kind: 'total' }>;
type Line = Mark | { kind: 'row'; row: Row };

/** The rows on the screen; long tables draw only the visible rows. */
export function PreviewTable({ report, preview }: { report: AnyReport; preview: Preview }) {
  const fields = report.row as Fields;
  const columns = useMemo(() => {
    const grouped = new Set(preview.groups.map(({ key }) => key));
    return preview.columns.filter(({ key }) => !grouped.has(key));
  }, [preview]);
  const lines = useMemo(() => linesOf(preview), [preview]);
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  // Paper has all rows.
  const isPrinting = usePrinting();
  const items = isPrinting ? lines.map((_, index) => ({ index, start: 0, end: 0 })) : drawn.getVirtualItems();
  // It comes below a form that may fill the window.
  const shown = useRef<HTMLElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: 'nearest' }), [preview]);
  const before = items[0]?.start ?? 0;
  const after = isPrinting ? 0 : drawn.getTotalSize() - (items.at(-1)?.end ?? 0);
  const text = ({ key, type, decimals }: Column, value: unknown) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return field ? fieldText(field, value) : formatCell(type, value, decimals);
  };
  const align = ({ type }: Pick<Column, 'type'>) => ({ textAlign: alignOf(type) });
  return (
    <section ref={shown} className={`${listClasses.card} ${classes.preview}`} aria-label="Prévia do relatório">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div ref={scroller} className={classes.scroll} tabIndex={0} role="region" aria-label="Linhas do relatório">
        <Table stickyHeader className={listClasses.table} aria-rowcount={lines.length + 1}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column.key} style={align(column)}>
                  {column.label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {before > 0 && <Gap height={before} span={columns.length} />}
            {items.map(({ index }) => {
              const line = lines[index];
              if (!line) return null;
              if (line.kind === 'heading') return <Heading key={index} line={line} span={columns.length} />;
              if (line.kind === 'total') return <Total key={index} line={line} columns={columns} />;
              return (
                <Table.Tr key={index}>
                  {columns.map((column) => (
                    <Table.Td key={column.key} style={align(column)}>
                      {text(column, line.row[column.key])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
            {after > 0 && <Gap height={after} span={columns.length} />}
          </Table.Tbody>
          <Table.Tfoot className={classes.whole}>
            {preview.marks.map((mark) => isWhole(mark) && <Total key={mark.words} line={mark} columns={columns} />)}
          </Table.Tfoot>
        </Table>
      </div>
      <div className={listClasses.foot}>
        <span role="status">{countSentence(preview.rows.length)}</span>
      </div>
    </section>
  );
}

function Heading({ line, span }: { line: Extract<Mark, { kind: 'heading' }>; span: number }) {
  return (
    <Table.Tr className={classes.group}>
      <Table.Th colSpan={span} scope="rowgroup" style={{ paddingInlineStart: 12 + line.level * 18 }}>
        <span className={classes.label}>{line.label}: </span>
        {line.value}
      </Table.Th>
    </Table.Tr>
  );
}

/** Words in the free columns before the first total. */
function Total({ line, columns }: { line: TotalMark; columns: readonly Column[] }) {
  const first = columns.findIndex(({ key }) => line.columns[key]);
  const words = first < 0 ? columns.length : Math.max(1, first);
  return (
    <Table.Tr className={classes.totals}>
      <Table.Th scope="row" colSpan={words} style={{ paddingInlineStart: 12 + (line.level ?? 0) * 18 }}>
        {line.words}
        {first === 0 && `: ${shown(line, columns[0])}`}
      </Table.Th>
      {columns.slice(words).map((column) => (
        <Table.Td key={column.key} style={{ textAlign: alignOf(line.columns[column.key]?.type ?? column.type) }}>
          {shown(line, column)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

function shown(line: TotalMark, column: Column | undefined): string {
  const how = column && line.columns[column.key];
  return how ? formatCell(how.type as CellType, line.values[column.key], how.decimals) : '';
}

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space */}
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}

const isWhole = (mark: Mark): mark is TotalMark => mark.kind === 'total' && mark.level === null;

function linesOf({ rows, marks }: Preview): Line[] {
  const lines: Line[] = [];
  let next = 0;
  for (let at = 0; at <= rows.length; at++) {
    for (let mark = marks[next]; mark?.at === at; mark = marks[++next]) if (!isWhole(mark)) lines.push(mark);
    const row = rows[at];
    if (row) lines.push({ kind: 'row', row });
  }
  return lines;
}
