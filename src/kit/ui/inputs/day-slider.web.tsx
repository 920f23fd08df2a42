import { useDebouncedCallback } from '@mantine/hooks';
import { type CSSProperties, useEffect, useState } from 'react';
import { addDays, addMonths, daysBetween, formatDate, isDate, today } from '#kit/br/date.ts';
import { DateInput } from './date-input.web.tsx';
import classes from './day-slider.module.css';

interface SliderProps {
  label: string;
  from: string;
  to: string;
  value: string;
  onChange: (day: string) => void;
  style?: CSSProperties;
}

/** A day between two others, by dragging or by the arrow keys. */
export function DaySlider({ label, from, to, value, onChange, style }: SliderProps) {
  const days = Math.max(0, daysBetween(from, to));
  const place = Math.min(Math.max(daysBetween(from, value), 0), days);
  return (
    <input
      type="range"
      className={`${classes.slider} vinculo-no-print`}
      style={style}
      aria-label={label}
      aria-valuetext={formatDate(addDays(from, place))}
      min={0}
      max={days}
      value={place}
      onChange={(event) => onChange(addDays(from, Number(event.currentTarget.value)))}
    />
  );
}

/** Years back that the slider of a past day reaches; older days are typed. */
const YEARS = 10;

interface PastDayProps {
  label: string;
  /** '' is today */
  value: string;
  onChange: (text: string) => void;
}

/** A past day, typed or found by a slider. */
export function PastDayInput({ label, value, onChange }: PastDayProps) {
  const now = today();
  const [moved, setMoved] = useState(value);
  useEffect(() => setMoved(value), [value]);
  // A slider passes many days on its way, and each would be asked of the server.
  const settle = useDebouncedCallback((day: string) => onChange(day === now ? '' : day), 250);
  return (
    <div>
      <DateInput label={label} value={moved} max={now} onChange={onChange} />
      <DaySlider
        label={label}
        from={addMonths(now, -12 * YEARS)}
        to={now}
        value={isDate(moved) ? moved : now}
        onChange={(day) => {
          setMoved(day);
          settle(day);
        }}
      />
    </div>
  );
}
