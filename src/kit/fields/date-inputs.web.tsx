import { TextInput } from '@mantine/core';
import type { MaskitoOptions } from '@maskito/core';
import { useMaskito } from '@maskito/react';
import { formatMonth, parseMonth } from '#kit/br/date.ts';
import { formatDuration, parseDuration, typedDuration } from '#kit/br/time.ts';
import { DateInput } from '#kit/ui/inputs/date-input.web.tsx';
import { type InputProps, pickerFrame, textFrame, useInput } from './input-state.web.ts';

export function CivilDateInput(props: InputProps) {
  const input = useInput<string | null>(props);
  const { clearable: _clearable, ...frame } = pickerFrame(input);
  return <DateInput {...frame} value={input.value ?? null} onChange={(date) => input.onChange(date === '' ? null : date)} />;
}

const monthMask: MaskitoOptions = { mask: [/\d/, /\d/, '/', /\d/, /\d/, /\d/, /\d/] };

/** `MM/aaaa`; an incomplete month stays in the form's state as typed, and the schema refuses it. */
export function MonthInput(props: InputProps) {
  const input = useInput<string | null>(props);
  return <MonthBox {...textFrame(input)} value={input.value ?? ''} onChange={input.onChange} />;
}

interface MonthProps extends Omit<React.ComponentProps<typeof TextInput>, 'onChange' | 'value'> {
  value: string;
  onChange: (value: string | null) => void;
}

export function MonthBox({ value, onChange, ...frame }: MonthProps) {
  const ref = useMaskito({ options: monthMask });
  return (
    <TextInput
      {...frame}
      ref={ref}
      value={/^\d{4}-\d\d$/.test(value) ? formatMonth(value) : value}
      onInput={(event) => {
        const text = event.currentTarget.value;
        onChange(text === '' ? null : (parseMonth(text) ?? text));
      }}
      onChange={() => undefined}
      placeholder="mm/aaaa"
      inputMode="numeric"
      autoComplete="off"
    />
  );
}

// Digits enter from the right, so 0:00 could never be erased otherwise.
const typed = (text: string, before: string) => (text.length < before.length && /^[0:]*$/.test(text) ? '' : typedDuration(text));

/** A time of day, `H:MM`, typed as digits. */
export function TimeInput(props: InputProps) {
  const input = useInput<string | null>(props);
  const { value, onChange } = input;
  return (
    <TextInput
      {...textFrame(input)}
      value={value ?? ''}
      onChange={(event) => onChange(typed(event.currentTarget.value, value ?? '').slice(0, 5) || null)}
      placeholder="h:mm"
      inputMode="numeric"
      autoComplete="off"
    />
  );
}

/** Minutes in the form's state, `220:00` on the screen; `0:75` stays text until it makes sense. */
export function DurationInput(props: InputProps) {
  const input = useInput<number | string | null>(props);
  const { value, onChange } = input;
  const shown = typeof value === 'number' ? formatDuration(value) : (value ?? '');
  return (
    <TextInput
      {...textFrame(input)}
      value={shown}
      onChange={(event) => {
        const text = typed(event.currentTarget.value, shown);
        onChange(text === '' ? null : (parseDuration(text) ?? text));
      }}
      placeholder="0:00"
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
