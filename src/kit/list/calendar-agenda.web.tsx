import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { addMonths, formatDate } from '#kit/br/date.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import type { Span } from './calendar-layout.ts';
import classes from './list-calendar.module.css';
import { RowActions } from './row-actions.web.tsx';
import type { ListController } from './use-list-controller.web.ts';

/** Values that a day's list shows beside the days. */
const MOST_VALUES = 2;

const spoken = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'UTC' });
export const spokenDay = (day: string) => spoken.format(new Date(`${day}T00:00:00Z`));

export interface CalendarProps extends ListPageProps {
  controller: ListController;
  linkOf: (row: RecordRow) => string;
  actionsOf: (row: RecordRow) => readonly RowAction[];
}

/** What month and agenda draw. */
export interface SpansProps extends CalendarProps {
  spans: readonly Span<RecordRow>[];
  callOf: (row: RecordRow) => string;
}

/** The records of one day, with their actions. */
export function Day({ registry, controller, spans, callOf, linkOf, actionsOf }: SpansProps) {
  const { from: begin, to: end, title = registry.label } = registry.calendar ?? {};
  const others = controller.columns.filter(({ name }) => ![begin, end, title].includes(name));
  const daysOf = ({ from, to }: Span<RecordRow>) =>
    to === from ? formatDate(from) : to === null ? `desde ${formatDate(from)}` : `${formatDate(from)} a ${formatDate(to)}`;
  if (spans.length === 0) return <Empty />;
  return (
    <ul className={classes.records}>
      {spans.map((span) => {
        const row = span.of;
        const values = others.map(({ name, field }) => fieldText(field, row[name])).filter(Boolean);
        return (
          <li key={row.id}>
            <div>
              <Link to={linkOf(row)} className={classes.name}>
                {callOf(row)}
              </Link>
              <Text size="sm" c="dimmed">
                {[daysOf(span), ...values.slice(0, MOST_VALUES)].join(' · ')}
              </Text>
            </div>
            <RowActions name={nameOfRow(row, registry)} actions={actionsOf(row)} isShort />
          </li>
        );
      })}
    </ul>
  );
}

/** The days of a month on which records begin, or into which they continue. */
export function Agenda({ month, isReady, ...shared }: SpansProps & { month: string; isReady: boolean }) {
  const first = `${month}-01`;
  const inMonth = shared.spans.filter(({ from, to }) => from < addMonths(first, 1) && (to === null || to >= first));
  const days = Map.groupBy(inMonth, ({ from }) => (from < first ? first : from));
  if (isReady && inMonth.length === 0) return <Empty message="Nenhum registro neste mês." />;
  return (
    <ol className={classes.agenda}>
      {[...days]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, spans]) => (
          <li key={day}>
            <Text component="h3" size="sm" fw={600} className={classes.agendaDay}>
              {spokenDay(day)}
            </Text>
            <Day {...shared} spans={spans} />
          </li>
        ))}
    </ol>
  );
}
