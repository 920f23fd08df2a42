import { Button, Table, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
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

/** Pixels of a line; the style sheet says them too. */
const ROW = 38;

type TotalMark = Extract<Mark, { kind: 'total' }>;
type Line = Mark | { kind: 'row'; row: Row };

/** The rows on the screen; long tables draw only the visible rows. */
export function PreviewTable({ report, preview }: { report: AnyReport; preview: Preview }) {
  const fields = report.row as Fields;
  const columns = useMemo(() => {
    const grouped = new Set(preview.groups.map(({ key }) => key));
    return preview.columns.filter(({ key }) => !grouped.has(key));
  }, [preview]);
  const all = useMemo(() => linesOf(preview), [preview]);
  // Groups that are folded, by the place of their heading.
  const [folded, fold] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => fold(new Set()), [preview]);
  const headings = useMemo(() => all.flatMap((line, place) => (line.kind === 'heading' ? [place] : [])), [all]);
  // Paper has all rows.
  const isPrinting = usePrinting();
  const lines = useMemo(() => (isPrinting ? all.map(placed) : unfolded(all, folded)), [all, folded, isPrinting]);
  const toggle = (place: number) =>
    fold((was) => (was.has(place) ? new Set([...was].filter((one) => one !== place)) : new Set([...was, place])));
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const items = isPrinting ? lines.map((_, index) => ({ index, start: 0, end: 0 })) : drawn.getVirtualItems();
  // It comes below a form that may fill the window.
  const shown = useRef<HTMLElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: 'start' }), [preview]);
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
              const there = lines[index];
              if (!there) return null;
              const { line, place } = there;
              if (line.kind === 'heading')
                return (
                  <Heading
                    key={place}
                    line={line}
                    span={columns.length}
                    isFolded={folded.has(place)}
                    onFold={() => toggle(place)}
                  />
                );
              if (line.kind === 'total') return <Total key={place} line={line} columns={columns} />;
              return (
                <Table.Tr key={place}>
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
        {headings.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            className="vinculo-no-print"
            onClick={() => fold(new Set(folded.size < headings.length ? headings : []))}
          >
            {folded.size < headings.length ? 'Recolher os grupos' : 'Abrir os grupos'}
          </Button>
        )}
      </div>
    </section>
  );
}

interface HeadingProps {
  line: Extract<Mark, { kind: 'heading' }>;
  span: number;
  isFolded: boolean;
  onFold: () => void;
}

function Heading({ line, span, isFolded, onFold }: HeadingProps) {
  return (
    <Table.Tr className={classes.group}>
      <Table.Th colSpan={span} scope="rowgroup" style={{ paddingInlineStart: 10 + line.level * 18 }}>
        <UnstyledButton className={classes.fold} aria-expanded={!isFolded} onClick={onFold}>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} data-folded={isFolded || undefined} />
          <span>
            <span className={classes.label}>{line.label}: </span>
            {line.value}
          </span>
        </UnstyledButton>
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
      <Table.Th scope="row" colSpan={words} style={{ paddingInlineStart: 10 + (line.level ?? 0) * 18 }}>
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

const placed = (line: Line, place: number) => ({ line, place });

/** The lines without what stands in folded groups; their headings and totals stay. */
function unfolded(all: readonly Line[], folded: ReadonlySet<number>) {
  let within: number | null = null;
  return all.map(placed).filter(({ line, place }) => {
    if (within !== null) {
      const ends = line.kind !== 'row' && (line.level ?? -1) <= within;
      if (!ends) return false;
      // The total of the folded group itself closes it.
      if (line.kind === 'total' && line.level === within) return true;
      within = null;
    }
    if (line.kind === 'heading' && folded.has(place)) within = line.level;
    return true;
  });
}

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
