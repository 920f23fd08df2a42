import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { addMonths } from '#kit/br/date.ts';
import { api } from '#kit/client/client.web.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { exportQuery } from '#kit/query/list-state.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { Dialog } from '#kit/ui/dialog.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { Agenda, type CalendarProps, Day, spokenDay } from './calendar-agenda.web.tsx';
import { type Span, weeksOf } from './calendar-layout.ts';
import { Month } from './calendar-month.web.tsx';
import classes from './list-calendar.module.css';
import type { PageOf } from './page-of.web.ts';
import { TipArea } from './tip-area.web.tsx';
import { useMoveDays } from './use-move-days.web.ts';

/** Most records that a month shows; beyond it the calendar says so. */
const MOST_SHOWN = 500;
const months = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const spokenMonth = (month: string) => months.format(new Date(`${month}-01T00:00:00Z`));

/** The records of a list on their days: a month in weeks, or on a phone the days that have any. */
export function ListCalendar(props: CalendarProps) {
  const { path, registry, controller } = props;
  const { from = '', to, goesOn, title = registry.label } = registry.calendar ?? {};
  const { today } = useCheckContext();
  const { state, asked, change } = controller;
  const month = state.month || today.slice(0, 7);
  const weeks = useMemo(() => weeksOf(month), [month]);
  const [first, last] = [weeks[0]?.[0] ?? '', weeks.at(-1)?.[6] ?? ''];
  const query = { ...exportQuery(asked), sort: `${from},asc`, calendario: `${first},${last}`, page: 0, size: MOST_SHOWN };
  const list = useQuery({
    queryKey: ['registro', path, 'lista', 'calendario', query],
    queryFn: ({ signal }) => api.get<PageOf>(path, query, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data } = list;
  const spans = useMemo(() => {
    const endOf = (row: RecordRow) => {
      const end = to === undefined ? row[from] : (row[to] ?? (goesOn ? null : row[from]));
      return typeof end === 'string' ? end : null;
    };
    return (data?.content ?? []).map((row): Span<RecordRow> => ({ of: row, from: String(row[from]), to: endOf(row) }));
  }, [data, from, to, goesOn]);
  const callOf = (row: RecordRow) => fieldText(fieldOf(registry, title), row[title]) || nameOfRow(row, registry);
  const [day, openDay] = useState<string | null>(null);
  const move = useMoveDays(props, callOf);
  const go = (next: string) => change({ month: next === today.slice(0, 7) ? '' : next });
  const isPhone = usePhone();
  const total = data?.totalElements ?? 0;
  const shared = { ...props, spans, callOf };
  return (
    <TipArea>
      <section className={classes.card} aria-label={registry.title} aria-busy={list.isFetching}>
        <Group justify="space-between" className={classes.head}>
          <Title order={2} size="h4" className={classes.month} aria-live="polite">
            {spokenMonth(month)}
          </Title>
          <Group gap="xs">
            <Button variant="default" size="sm" onClick={() => go(today.slice(0, 7))}>
              Hoje
            </Button>
            <ActionIcon.Group>
              <ActionIcon variant="default" size={36} aria-label="Mês anterior" onClick={() => go(monthFrom(month, -1))}>
                <IconChevronLeft size={18} />
              </ActionIcon>
              <ActionIcon variant="default" size={36} aria-label="Próximo mês" onClick={() => go(monthFrom(month, 1))}>
                <IconChevronRight size={18} />
              </ActionIcon>
            </ActionIcon.Group>
          </Group>
        </Group>
        {total > MOST_SHOWN && (
          <Text size="sm" className={classes.notice} role="status">
            {`São mostrados ${MOST_SHOWN} de ${total.toLocaleString('pt-BR')} registros. Use os filtros para ver os que procura.`}
          </Text>
        )}
        {list.isError ? (
          <Fault message="Não foi possível carregar os registros." isBusy={list.isFetching} onRetry={list.refetch} />
        ) : isPhone ? (
          <Agenda {...shared} month={month} isReady={list.isSuccess} />
        ) : (
          <Month {...shared} weeks={weeks} month={month} onMonth={go} onDay={openDay} onMove={move} />
        )}
      </section>
      {day !== null && (
        <Dialog onClose={() => openDay(null)} title={<span className={classes.month}>{spokenDay(day)}</span>} size="lg">
          <Day {...shared} spans={spans.filter((span) => span.from <= day && (span.to === null || span.to >= day))} />
        </Dialog>
      )}
    </TipArea>
  );
}

const monthFrom = (month: string, by: number) => addMonths(`${month}-01`, by).slice(0, 7);
