import { Checkbox } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Field } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { cellTypeOf } from '#kit/fields/traits.ts';
import { namingColumn } from '#kit/query/list-column.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import classes from './list-cards.module.css';
import { cellOf, headingOf, type RowsProps, secondaryOf, toggled } from './list-cell.web.tsx';
import { RowActions } from './row-actions.web.tsx';
import { rowLink } from './row-link.web.ts';

/** What a card says in its first line, beside the name: where the record stands. */
const isState = (field: Field) => field.activity === true || field.tones !== undefined;

/** Words need no heading; a number, a date or a yes does. */
const speaksForItself = (field: Field) => cellTypeOf(field) === 'text';

/** The list on a phone: a card a record, its name and state first and its values in a line below. */
export function ListCards(props: RowsProps) {
  const { registry, columns, rows, selected, onSelect } = props;
  const opens = namingColumn(registry, columns);
  const naming = columns.find(({ name }) => name === opens);
  if (!naming) return null;
  const others = columns.filter(({ name }) => name !== opens);
  return (
    <ul className={classes.cards} aria-label={registry.title}>
      {rows.map((row) => {
        const name = nameOfRow(row, registry);
        const secondary = secondaryOf(props, row);
        const said = others.filter(({ name: column, field }) => props.cells?.[column] || fieldText(field, row[column]) !== '');
        const states = said.filter(({ field }) => isState(field));
        const values = said.filter(({ field }) => !isState(field));
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- for the keyboard the link does it
          <li key={row.id} data-selected={selected?.has(row.id) || undefined} {...rowLink}>
            {selected && (
              <Checkbox
                className={classes.tick}
                aria-label={`Selecionar ${name}`}
                checked={selected.has(row.id)}
                onChange={() => onSelect(toggled(selected, [row], !selected.has(row.id)))}
              />
            )}
            <div className={classes.body}>
              <div className={classes.head}>
                <Link className={classes.name} to={props.linkOf(row)} data-row-link="">
                  {cellOf(props, row, naming.name, naming.field) ?? name}
                </Link>
                {states.map(({ name: column, field }) => (
                  <Fragment key={column}>{cellOf(props, row, column, field)}</Fragment>
                ))}
              </div>
              {props.below?.(row)}
              <dl className={classes.values}>
                {secondary !== '' && (
                  <div>
                    <dd>{secondary}</dd>
                  </div>
                )}
                {values.map(({ name: column, field }) => (
                  <div key={column}>
                    <dt className={speaksForItself(field) ? 'vinculo-hidden' : undefined}>{headingOf(field)}</dt>
                    <dd>{cellOf(props, row, column, field)}</dd>
                  </div>
                ))}
              </dl>
            </div>
            <RowActions name={name} actions={props.actionsOf(row)} isMenu />
          </li>
        );
      })}
    </ul>
  );
}
