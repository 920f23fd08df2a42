import { Badge, Group, Title } from '@mantine/core';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { FieldCell } from '#kit/fields/cells.web.tsx';
import { type Field, holdsNumber } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { isAbsent } from '#kit/fields/sensitive.ts';
import { type Row, rowsOf } from '#kit/registry/record.ts';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import classes from './reading.module.css';

/** Columns beyond these are read better one below the other. */
const MOST_COLUMNS = 8;

/** The rows of a dated list, newest first; those of any other as they stand. */
const inOrder = ({ dated }: Field, rows: readonly Row[]): Row[] =>
  dated === undefined ? [...rows] : rows.toSorted((a, b) => String(b[dated]).localeCompare(String(a[dated])));

/** Child rows to be read: a table of the columns that say something, or one row below the other. */
export function ReadRows({ field, value }: { field: Field; value: unknown }) {
  const world = useCheckContext();
  const rows = inOrder(field, rowsOf(value));
  const { dated } = field;
  const dayOf = (row: Row) => (dated === undefined ? '' : String(row[dated]));
  const inForce = rows.find((row) => dayOf(row) <= world.today);
  const columns = Object.entries(field.fields ?? {}).filter(
    ([name, column]) => !isAbsent(column, world.can) && rows.some((row) => fieldText(column, row[name]) !== ''),
  );
  const cell = (row: Row, name: string, column: Field) =>
    name === dated ? (
      <Group gap="4px 8px">
        <FieldCell field={column} value={row[name]} />
        {row === inForce && (
          <Badge size="sm" variant="light">
            Hoje
          </Badge>
        )}
        {dayOf(row) > world.today && (
          <Badge size="sm" variant="light" color="gray">
            Previsto
          </Badge>
        )}
      </Group>
    ) : (
      <FieldCell field={column} value={row[name]} />
    );
  const asTable = columns.length <= MOST_COLUMNS;
  return (
    <section className={classes.wide} aria-label={field.label}>
      <Title order={3} fz={14} mb={8}>
        {field.label}
      </Title>
      {rows.length === 0 && <div className={classes.none}>Nenhum item adicionado.</div>}
      {rows.length > 0 && asTable && (
        <PlainTable
          caption={field.label}
          rows={rows}
          keyOf={(row, index) => row.id ?? index}
          withTableBorder
          minWidth={columns.length * 100}
          cards
          columns={columns.map(([name, column]) => ({
            title: column.label,
            figures: holdsNumber(column) && !column.isCode,
            cell: (row: Row) => cell(row, name, column),
          }))}
        />
      )}
      {!asTable &&
        rows.map((row, index) => (
          <dl key={row.id ?? index} className={`${classes.row} ${classes.grid}`}>
            {columns
              .filter(([name, column]) => fieldText(column, row[name]) !== '')
              .map(([name, column]) => (
                <div key={name} className={classes.item}>
                  <dt>{column.label}</dt>
                  <dd>{cell(row, name, column)}</dd>
                </div>
              ))}
          </dl>
        ))}
    </section>
  );
}
