import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCheckContext } from '#kit/acting/authority.web.tsx';
import { addDays, addMonths, daysBetween, formatDate } from '#kit/br/date.ts';
import { counted } from '#kit/br/text.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { type SpansProps, spokenDay } from './calendar-agenda.web.tsx';
import { type Bar, layWeek } from './calendar-layout.ts';
import classes from './list-calendar.module.css';
import type { useMoveDays } from './use-move-days.web.ts';

/** Records shown on a day of the week; the others are counted. */
const LANES = 3;

const WEEKDAYS = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.'];

interface MonthProps extends SpansProps {
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

/** The weeks of a month: the arrows walk from day to day, and a record is dragged to another. */
export function Month({ weeks, month, onMonth, ...shared }: MonthProps) {
  const { today } = useCheckContext();
  const frame = useRef<HTMLDivElement>(null);
  const inMonth = today.startsWith(month) ? today : `${month}-01`;
  const [focused, setFocused] = useState(inMonth);
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
  const carrying = useCarried(shared.onMove);
  return (
    <div ref={frame}>
      <div className={classes.weekdays} aria-hidden>
        {WEEKDAYS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <Week
          key={week[0]}
          {...shared}
          {...carrying}
          week={week}
          month={month}
          tabDay={focused.startsWith(month) ? focused : inMonth}
          onFocus={setFocused}
          onWalk={walk}
        />
      ))}
    </div>
  );
}

/** The record that is being dragged, and the day that it is over. */
function useCarried(onMove: MonthProps['onMove']) {
  // A drop may come before the state of its drag is drawn.
  const carried = useRef<Dragged | null>(null);
  const [dragged, setDragged] = useState<RecordRow | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const carry = (next: Dragged | null) => {
    carried.current = next;
    setDragged(next?.row ?? null);
    setOver(null);
  };
  return {
    dragged,
    over,
    carry,
    onDragOver: (event: DragEvent<HTMLElement>, week: readonly string[]) => {
      if (!carried.current) return;
      event.preventDefault();
      setOver(dayUnder(event, week));
    },
    onDrop: (event: DragEvent<HTMLElement>, week: readonly string[]) => {
      event.preventDefault();
      const { current } = carried;
      if (current) void onMove.move(current.row, daysBetween(current.held, dayUnder(event, week)));
      carry(null);
    },
  };
}

const dayUnder = (event: DragEvent<HTMLElement>, week: readonly string[]) => {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return week[Math.min(6, Math.max(0, Math.floor(((event.clientX - left) / width) * 7)))] ?? '';
};

interface WeekProps extends Omit<MonthProps, 'weeks' | 'onMonth'>, ReturnType<typeof useCarried> {
  week: readonly string[];
  /** the day that the Tab key stops at */
  tabDay: string;
  onFocus: (day: string) => void;
  onWalk: (event: KeyboardEvent, day: string) => void;
}

function Week({ week, month, spans, over, onDragOver, onDrop, onDay, ...rest }: WeekProps) {
  const { today } = useCheckContext();
  const { bars, hidden } = layWeek(week, spans, LANES);
  const ofDay = (column: number) =>
    bars.filter((bar) => bar.column <= column && column < bar.column + bar.days).length + (hidden[column] ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a record's form offers the same to the keyboard
    <div
      className={classes.week}
      role="group"
      aria-label={`Semana de ${formatDate(week[0] ?? '')} a ${formatDate(week[6] ?? '')}`}
      onDragOver={(event) => onDragOver(event, week)}
      onDrop={(event) => onDrop(event, week)}
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
          tabIndex={day === rest.tabDay ? 0 : -1}
          onClick={() => onDay(day)}
          onFocus={() => rest.onFocus(day)}
          onKeyDown={(event) => rest.onWalk(event, day)}
        >
          {Number(day.slice(8))}
        </button>
      ))}
      {bars.map((bar) => (
        <BarOf
          key={bar.of.id}
          bar={bar}
          name={rest.callOf(bar.of)}
          link={rest.linkOf(bar.of)}
          canMove={rest.onMove.canMove(bar.of)}
          isDragged={rest.dragged?.id === bar.of.id}
          onDrag={(part) => {
            const held = week[bar.column + Math.min(bar.days - 1, Math.floor(part * bar.days))];
            rest.carry(held === undefined ? null : { row: bar.of, held });
          }}
          onEnd={() => rest.carry(null)}
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
