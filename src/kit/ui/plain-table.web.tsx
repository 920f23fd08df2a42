import { Box, Group, Paper, Stack, Table, type TableProps, Text } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { usePhone } from './phone.web.ts';
import classes from './plain-table.module.css';

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
  /** on a phone each row is a card: its first column is the heading, the others follow with their titles */
  cards?: boolean;
  /** the class of a row that stands out */
  rowClass?: (row: Row) => string | undefined;
}

const FIGURES = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

/** A table that is only read: no search, no order, no pages. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const Shown = usePhone() && props.cards ? Cards : Rows;
  return <Shown {...props} />;
}

function Cards<Row>({ caption, columns, rows, keyOf, mb }: PlainTableProps<Row>) {
  const [heading, ...others] = columns;
  return (
    <Stack component="ul" gap="xs" p={0} m={0} mb={mb} aria-label={caption} style={{ listStyle: 'none' }}>
      {rows.map((row, index) => (
        <Paper component="li" withBorder p="sm" key={keyOf(row, index)}>
          <Box fw={600}>{heading?.cell(row, index)}</Box>
          {others.map((column, place) => (
            <Group key={place} mt={4} gap="sm" wrap="nowrap" justify="space-between" align="baseline">
              <Text component="span" size="sm" c="dimmed" flex="none" maw="45%">
                {column.title}
              </Text>
              <Box ta="right" miw={0} flex={1} style={{ overflowWrap: 'anywhere', ...(column.figures ? FIGURES : {}) }}>
                {column.cell(row, index)}
              </Box>
            </Group>
          ))}
        </Paper>
      ))}
    </Stack>
  );
}

function Rows<Row>({
  caption,
  columns,
  rows,
  keyOf,
  minWidth,
  maxHeight,
  rowClass,
  mb,
  cards: _,
  ...look
}: PlainTableProps<Row>) {
  const sideOf = ({ figures, visibleFrom }: PlainColumn<Row>) => ({
    ...(figures ? { ta: 'right' as const } : {}),
    ...(visibleFrom ? { visibleFrom } : {}),
  });
  const table = (
    <Table
      className={classes.table}
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
      className={classes.scroll}
      minWidth={minWidth}
      mb={mb}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      // The bar of a high table lies over it: with room of its own the table would end before the edge.
      scrollAreaProps={{ offsetScrollbars: 'x', viewportProps: { tabIndex: 0 } }}
    >
      {table}
    </Table.ScrollContainer>
  );
}
