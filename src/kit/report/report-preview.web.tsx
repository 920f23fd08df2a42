import { Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useMemo, useRef } from 'react';
import { fieldText } from '#kit/fields/cells.web.tsx';
import type { Field, Fields } from '#kit/fields/field.ts';
import { traits } from '#kit/fields/kinds.ts';
import listClasses from '#kit/registry/list-table.module.css';
import type { CellType } from '#kit/sheet/column.ts';
import { alignOf, formatCell } from '#kit/sheet/format.ts';
import type { AnyReport } from './report.ts';
import classes from './report-preview.module.css';

interface PreviewColumn {
  key: string;
  label: string;
  type?: CellType;
  decimals?: number;
}

/** What the report answers as JSON: the very rows that PDF and XLSX print. */
export interface Preview {
  columns: PreviewColumn[];
  rows: Record<string, unknown>[];
  totals?: Record<string, unknown> | null;
}

const ROW = 36;

interface Line {
  heading?: string;
  row?: Record<string, unknown>;
}

/** The rows on the screen; long ones are drawn only where one looks. */
export function PreviewTable({ report, preview }: { report: AnyReport; preview: Preview }) {
  const fields = report.row as Fields;
  const columns = preview.columns.filter(({ key }) => key !== report.group);
  const lines = useMemo(() => grouped(preview.rows, report.group, fields), [preview, report, fields]);
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const items = drawn.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = drawn.getTotalSize() - (items.at(-1)?.end ?? 0);
  const text = (column: PreviewColumn, value: unknown) => {
    const field = Object.hasOwn(fields, column.key) ? fields[column.key] : undefined;
    return field ? fieldText(field, value) : formatCell(column.type ?? 'text', value, column.decimals);
  };
  const align = (column: PreviewColumn) => ({ textAlign: alignOf(column.type ?? typeOf(fields[column.key])) });
  return (
    <section className={`${listClasses.card} ${classes.preview}`} aria-label="Prévia do relatório">
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
              return (
                <Fragment key={index}>
                  {line?.heading !== undefined && (
                    <Table.Tr className={classes.group}>
                      <Table.Th colSpan={columns.length} scope="rowgroup">
                        {line.heading}
                      </Table.Th>
                    </Table.Tr>
                  )}
                  {line?.row && (
                    <Table.Tr>
                      {columns.map((column) => (
                        <Table.Td key={column.key} style={align(column)}>
                          {text(column, line.row?.[column.key])}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  )}
                </Fragment>
              );
            })}
            {after > 0 && <Gap height={after} span={columns.length} />}
          </Table.Tbody>
          {preview.totals && Object.keys(preview.totals).length > 0 && (
            <Table.Tfoot className={classes.totals}>
              <Table.Tr>
                {columns.map((column, index) => {
                  const total = preview.totals?.[column.key];
                  return (
                    <Table.Td key={column.key} style={align(column)}>
                      {total === undefined || total === null ? (index === 0 ? 'Total' : '') : text(column, total)}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            </Table.Tfoot>
          )}
        </Table>
      </div>
      <div className={listClasses.foot}>
        <span role="status">{`${preview.rows.length.toLocaleString('pt-BR')} registro(s) encontrado(s).`}</span>
      </div>
    </section>
  );
}

const typeOf = (field: Field | undefined): CellType => (field ? traits[field.kind].cell : 'text');

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space */}
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}

/** Rows with equal values stand under one heading; the query sorted them. */
function grouped(rows: readonly Record<string, unknown>[], group: string | undefined, fields: Fields): Line[] {
  if (group === undefined) return rows.map((row) => ({ row }));
  const field = fields[group];
  const lines: Line[] = [];
  let last: string | undefined;
  for (const row of rows) {
    const value = field ? fieldText(field, row[group]) : formatCell('text', row[group]);
    if (value !== last) lines.push({ heading: field ? `${field.label}: ${value}` : value });
    last = value;
    lines.push({ row });
  }
  return lines;
}
