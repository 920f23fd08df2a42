import { Table, type TableProps } from '@mantine/core';
import type { Key, ReactNode } from 'react';

interface PlainColumn<Row> {
  title: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** figures: on the right */
  figures?: boolean;
  /** the heading cell of the row */
  isHeading?: boolean;
  width?: number | string;
  /** hidden on a narrower screen */
  visibleFrom?: 'xs' | 'sm';
}

interface PlainTableProps<Row>
  extends Pick<TableProps, 'striped' | 'withTableBorder' | 'fz' | 'layout' | 'verticalSpacing' | 'mb'> {
  /** the description of the table for screen readers */
  caption: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => Key;
  /** the width, in pixels, below which it scrolls sideways */
  minWidth?: number;
  /** the height beyond which it scrolls below its heading */
  maxHeight?: number | string;
  /** the class of a row that stands out */
  rowClass?: (row: Row) => string | undefined;
}

const FIGURES = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

/** A table that is only read: no search, no order, no pages. */
export function PlainTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  minWidth,
  maxHeight,
  rowClass,
  mb,
  ...look
}: PlainTableProps<Row>) {
  const sideOf = ({ figures, visibleFrom }: PlainColumn<Row>) => ({
    ...(figures ? { ta: 'right' as const } : {}),
    ...(visibleFrom ? { visibleFrom } : {}),
  });
  const table = (
    <Table
      stickyHeader={maxHeight !== undefined}
      // A table that does not scroll must fit.
      {...(minWidth === undefined ? { mb, style: { overflowWrap: 'anywhere' } } : {})}
      {...look}
    >
      <caption className="vinculo-hidden">{caption}</caption>
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, place) => (
            <Table.Th key={place} scope="col" w={column.width} {...sideOf(column)}>
              {column.title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr key={keyOf(row, index)} className={rowClass?.(row)}>
            {columns.map((column, place) =>
              column.isHeading ? (
                <Table.Th key={place} scope="row" fw={400} {...sideOf(column)}>
                  {column.cell(row, index)}
                </Table.Th>
              ) : (
                <Table.Td key={place} {...sideOf(column)} {...(column.figures ? { style: FIGURES } : {})}>
                  {column.cell(row, index)}
                </Table.Td>
              ),
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
  if (minWidth === undefined) return table;
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      mb={mb}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      {table}
    </Table.ScrollContainer>
  );
}
