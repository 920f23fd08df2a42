import { ActionIcon, Button, Group, Modal, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { addDays, addMonths, daysBetween, formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import { api } from '#kit/client/client.web.ts';
import { fieldOf } from '#kit/fields/field.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { exportQuery } from '#kit/query/use-list-state.web.ts';
import { nameOfRow } from '#kit/registry/record-name.ts';
import type { ListPageProps, RecordRow, RowAction } from '#kit/registry/view.web.tsx';
import { Empty } from '#kit/ui/empty.web.tsx';
import { usePhone } from '#kit/ui/phone.web.ts';
import { type Bar, layWeek, type Span, weeksOf } from './calendar-layout.ts';
import classes from './list-calendar.module.css';
import type { PageOf } from './list-card.web.tsx';
import { RowActions } from './row-actions.web.tsx';
import { TipArea } from './tip-area.web.tsx';
import type { ListController } from './use-list-controller.web.ts';
import { useMoveDays } from './use-move-days.web.ts';

/** Most records that a month shows; beyond it the calendar says so. */
const MOST_SHOWN = 500;
/** Records shown on a day of the week; the others are counted. */
const LANES = 3;
/** Values that a day's list shows beside the days. */
const MOST_VALUES = 2;

const WEEKDAYS = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.'];
const spoken = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'UTC' });
const spokenDay = (day: string) => spoken.format(new Date(`${day}T00:00:00Z`));
const months = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const spokenMonth = (month: string) => months.format(new Date(`${month}-01T00:00:00Z`));

interface Props extends ListPageProps {
  controller: ListController;
  linkOf: (row: RecordRow) => string;
  actionsOf: (row: RecordRow) => readonly RowAction[];
}

/** The records of a list on their days: a month in weeks, or on a phone the days that have any. */
export function ListCalendar(props: Props) {
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
          <Empty
            message="Não foi possível carregar os registros."
            action={
              <Button variant="default" onClick={() => void list.refetch()}>
                Tentar de novo
              </Button>
            }
          />
        ) : isPhone ? (
          <Agenda {...shared} month={month} isReady={list.isSuccess} />
        ) : (
          <Month {...shared} weeks={weeks} month={month} onMonth={go} onDay={openDay} onMove={move} />
        )}
      </section>
      {day !== null && (
        <Modal opened onClose={() => openDay(null)} title={<span className={classes.month}>{spokenDay(day)}</span>} size="lg">
          <Day {...shared} spans={spans.filter((span) => span.from <= day && (span.to === null || span.to >= day))} />
        </Modal>
      )}
    </TipArea>
  );
}

const monthFrom = (month: string, by: number) => addMonths(`${month}-01`, by).slice(0, 7);

interface Shared extends Props {
  spans: readonly Span<RecordRow>[];
  callOf: (row: RecordRow) => string;
}

interface MonthProps extends Shared {
  weeks: readonly (readonly string[])[];
  month: string;
  onMonth: (month: string) => void;
  onDay: (day: string) => void;
  onMove: ReturnType<typeof useMoveDays>;
}

/** A dragged record, and the day of it that was grabbed. */
interface Dragged {
  row: RecordRow;
  held: string;
}

function Month({ weeks, month, spans, callOf, linkOf, onMonth, onDay, onMove }: MonthProps) {
  const { today } = useCheckContext();
  // A drop may come before the state of its drag is drawn.
  const carried = useRef<Dragged | null>(null);
  const [dragged, setDragged] = useState<RecordRow | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const inMonth = today.startsWith(month) ? today : `${month}-01`;
  const [focused, setFocused] = useState(inMonth);
  const tabDay = focused.startsWith(month) ? focused : inMonth;

  const focus = (day: string) => {
    setFocused(day);
    if (!day.startsWith(month)) onMonth(day.slice(0, 7));
    // The month may have changed by then.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus());
  };
  const walk = (event: KeyboardEvent, day: string) => {
    const to = wayOf(event.key, day, today);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focus(to);
  };
  const dayUnder = (event: DragEvent<HTMLElement>, week: readonly string[]) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return week[Math.min(6, Math.max(0, Math.floor(((event.clientX - left) / width) * 7)))] ?? '';
  };
  const carry = (next: Dragged | null) => {
    carried.current = next;
    setDragged(next?.row ?? null);
    setOver(null);
  };
  const drop = (event: DragEvent<HTMLElement>, week: readonly string[]) => {
    event.preventDefault();
    const { current } = carried;
    if (current) void onMove.move(current.row, daysBetween(current.held, dayUnder(event, week)));
    carry(null);
  };
  return (
    <div ref={frame}>
      <div className={classes.weekdays} aria-hidden>
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {weeks.map((week) => {
        const { bars, hidden } = layWeek(week, spans, LANES);
        const ofDay = (column: number) =>
          bars.filter((bar) => bar.column <= column && column < bar.column + bar.days).length + (hidden[column] ?? 0);
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a record's form offers the same to the keyboard
          <div
            key={week[0]}
            className={classes.week}
            role="group"
            aria-label={`Semana de ${formatDate(week[0] ?? '')} a ${formatDate(week[6] ?? '')}`}
            onDragOver={(event) => {
              if (!carried.current) return;
              event.preventDefault();
              setOver(dayUnder(event, week));
            }}
            onDrop={(event) => drop(event, week)}
          >
            {week.map((day, column) => (
              <div
                key={day}
                className={classes.day}
                style={{ gridColumn: column + 1 }}
                data-outside={!day.startsWith(month) || undefined}
                data-over={over === day || undefined}
              />
            ))}
            {week.map((day, column) => (
              <button
                key={day}
                type="button"
                className={classes.number}
                style={{ gridColumn: column + 1 }}
                data-day={day}
                data-outside={!day.startsWith(month) || undefined}
                aria-current={day === today ? 'date' : undefined}
                aria-label={`${spokenDay(day)}: ${counted(ofDay(column), 'registro', 'registros')}`}
                tabIndex={day === tabDay ? 0 : -1}
                onClick={() => onDay(day)}
                onFocus={() => setFocused(day)}
                onKeyDown={(event) => walk(event, day)}
              >
                {Number(day.slice(8))}
              </button>
            ))}
            {bars.map((bar) => (
              <BarOf
                key={bar.of.id}
                bar={bar}
                name={callOf(bar.of)}
                link={linkOf(bar.of)}
                canMove={onMove.canMove(bar.of)}
                isDragged={dragged?.id === bar.of.id}
                onDrag={(part) => {
                  const held = week[bar.column + Math.min(bar.days - 1, Math.floor(part * bar.days))];
                  carry(held === undefined ? null : { row: bar.of, held });
                }}
                onEnd={() => carry(null)}
              />
            ))}
            {hidden.map(
              (count, column) =>
                count > 0 && (
                  <button
                    key={week[column]}
                    type="button"
                    className={classes.more}
                    style={{ gridColumn: column + 1, gridRow: LANES + 2 }}
                    tabIndex={-1}
                    aria-label={`Mais ${count} em ${formatDate(week[column] ?? '')}`}
                    onClick={() => onDay(week[column] ?? '')}
                  >
                    +{count}
                  </button>
                ),
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The day that a key moves the focus to. */
function wayOf(key: string, day: string, today: string): string | undefined {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const ways: Readonly<Record<string, string>> = {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    Home: addDays(day, -weekday),
    End: addDays(day, 6 - weekday),
    PageUp: addMonths(day, -1),
    PageDown: addMonths(day, 1),
    t: today,
  };
  return Object.hasOwn(ways, key) ? ways[key] : undefined;
}

interface BarProps {
  bar: Bar<RecordRow>;
  name: string;
  link: string;
  canMove: boolean;
  isDragged: boolean;
  /** the record was grabbed at this part of its length, from 0 to 1 */
  onDrag: (part: number) => void;
  onEnd: () => void;
}

function BarOf({ bar, name, link, canMove, isDragged, onDrag, onEnd }: BarProps) {
  const { column, days, lane, begins, ends } = bar;
  return (
    <Link
      to={link}
      // The keyboard reaches it in the day's own list.
      tabIndex={-1}
      className={classes.bar}
      style={{ gridColumn: `${column + 1} / span ${days}`, gridRow: lane + 2 }}
      data-begins={begins || undefined}
      data-ends={ends || undefined}
      data-moves={canMove || undefined}
      data-dragged={isDragged || undefined}
      data-tip={name}
      data-tip-cut=""
      draggable={canMove}
      onDragStart={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        onDrag((event.clientX - left) / width);
      }}
      onDragEnd={onEnd}
    >
      {name}
    </Link>
  );
}

/** The records of one day, with their actions. */
function Day({ registry, controller, spans, callOf, linkOf, actionsOf }: Shared) {
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
function Agenda({ month, isReady, ...shared }: Shared & { month: string; isReady: boolean }) {
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
