import { Checkbox, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import { api } from '#kit/client/client.web.ts';
import { toast } from '#kit/client/toast.web.ts';
import { FieldCell } from '#kit/fields/cells.web.tsx';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { exportQuery } from '#kit/query/list-state.ts';
import type { Lifecycle } from '#kit/registry/lifecycle.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { Pill } from '#kit/ui/pill.web.tsx';
import { BulkBar } from './bulk-bar.web.tsx';
import classes from './list-board.module.css';
import type { PageOf } from './page-of.web.ts';
import { RowActions } from './row-actions.web.tsx';
import { TipArea } from './tip-area.web.tsx';
import { useColumn } from './use-column.web.ts';
import type { ListController } from './use-list-controller.web.ts';

const PAGE = 50;
const CARD = 132;
/** Values that a card shows under its name. */
const MOST_VALUES = 3;
/** The data type of a dragged card. */
const CARRIED = 'application/x-vinculo-registro';

interface Props extends ListPageProps {
  controller: ListController;
  linkOf: (row: RecordRow) => string;
  actionsOf: (row: RecordRow) => readonly RowAction[];
}

/**
 * The records of a list in a column for each state. A card dropped on another column goes through the transition that leads
 * there; the menu of a card offers the same to the keyboard.
 */
export function ListBoard(props: Props) {
  const { registry, controller } = props;
  const { field, states } = registry.lifecycle as Lifecycle;
  const asked = controller.asked.filters[field]?.split(',');
  const [dragged, setDragged] = useState<RecordRow | null>(null);
  return (
    <TipArea>
      <div className={classes.board} role="group" aria-label={registry.title}>
        {Object.keys(states)
          .filter((state) => !asked || asked.includes(state))
          .map((state) => (
            <Column key={state} {...props} state={state} dragged={dragged} onDrag={setDragged} />
          ))}
      </div>
      <BulkBar {...props} />
    </TipArea>
  );
}

interface ColumnProps extends Props {
  state: string;
  /** the card that is being dragged */
  dragged: RecordRow | null;
  onDrag: (row: RecordRow | null) => void;
}

function Column({ path, registry, controller, linkOf, actionsOf, state, dragged, onDrag }: ColumnProps) {
  const { field } = registry.lifecycle as Lifecycle;
  const { options = {}, tones = {} } = fieldOf(registry, field);
  const query = { ...exportQuery(controller.asked), [field]: state, size: PAGE };
  const pages = useInfiniteQuery({
    queryKey: ['registro', path, 'quadro', query],
    queryFn: ({ pageParam, signal }) => api.get<PageOf>(path, { ...query, page: pageParam }, { quiet: true, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (all.length < last.totalPages ? all.length : undefined),
    retry: false,
  });
  const { rows, scroller, shown, items } = useColumn(pages, CARD);
  const mayDrop = dragged !== null && controller.deeds.leadsTo(dragged, state) !== undefined;
  const isElsewhere = dragged !== null && dragged[field] !== state;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (dragged && isElsewhere) {
      const name = controller.deeds.leadsTo(dragged, state);
      if (name) controller.deeds.ask(name, dragged);
      else toast.warn(`Este registro não vai de ${options[String(dragged[field])]} para ${options[state]}.`);
    }
    onDrag(null);
  };
  const label = options[state] ?? state;
  const total = pages.data?.pages[0]?.totalElements;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu of a card offers the same to the keyboard
    <section
      className={classes.column}
      aria-label={label}
      data-drop={mayDrop || undefined}
      data-refuses={(isElsewhere && !mayDrop) || undefined}
      onDragOver={(event) => isElsewhere && event.preventDefault()}
      onDrop={drop}
    >
      <Group justify="space-between" className={classes.head}>
        <Pill tone={tones[state] ?? 'quiet'}>{label}</Pill>
        <Text size="sm" c="dimmed" role="status" aria-label={total === undefined ? undefined : `${label}: ${total}`}>
          {total?.toLocaleString('pt-BR')}
        </Text>
      </Group>
      <div ref={scroller} className={classes.cards}>
        {pages.isSuccess && rows.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" py="lg">
            Nenhum registro
          </Text>
        )}
        {pages.isError && (
          <Text size="sm" c="dimmed" ta="center" py="lg">
            Não foi possível carregar os registros.
          </Text>
        )}
        <ul style={{ height: shown.getTotalSize() }} aria-label={`Registros em ${label}`}>
          {items.map(({ index, start, key }) => {
            const row = rows[index];
            return (
              row && (
                <li key={key} data-index={index} ref={shown.measureElement} style={{ transform: `translateY(${start}px)` }}>
                  <Card {...{ row, registry, controller, linkOf, actionsOf, onDrag }} isDragged={dragged?.id === row.id} />
                </li>
              )
            );
          })}
        </ul>
      </div>
    </section>
  );
}

interface CardProps extends Pick<ColumnProps, 'registry' | 'controller' | 'linkOf' | 'actionsOf' | 'onDrag'> {
  row: RecordRow;
  isDragged: boolean;
}

function Card({ row, registry, controller, linkOf, actionsOf, onDrag, isDragged }: CardProps) {
  const { selected, select, columns } = controller;
  const name = nameOfRow(row, registry);
  const values = columns
    .filter(({ name: column, field }) => column !== registry.lifecycle?.field && fieldText(field, row[column]) !== name)
    .filter(({ name: column, field }) => fieldText(field, row[column]) !== '')
    .slice(0, MOST_VALUES);
  const toggle = (ids: ReadonlySet<number>) => {
    const next = new Set(ids);
    if (!next.delete(row.id)) next.add(row.id);
    select(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu offers the same to the keyboard
    <article
      className={classes.card}
      data-dragged={isDragged || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(CARRIED, String(row.id));
        event.dataTransfer.effectAllowed = 'move';
        onDrag(row);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Link to={linkOf(row)} className={classes.name} draggable={false}>
          {name}
        </Link>
        {selected && (
          <Checkbox
            size="xs"
            aria-label={`Selecionar ${name}`}
            checked={selected.has(row.id)}
            onChange={() => toggle(selected)}
          />
        )}
      </Group>
      {values.map(({ name: column, field }) => (
        <div key={column} className={classes.value}>
          <FieldCell field={field} value={row[column]} />
        </div>
      ))}
      <RowActions name={name} actions={actionsOf(row)} isShort />
    </article>
  );
}
