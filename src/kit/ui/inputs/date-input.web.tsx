import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { useMaskito } from '@maskito/react';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { addMonths, formatDate, isDate, parseDate, today } from '#kit/br/date.ts';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import type { InputFrame } from './input-frame.web.ts';
import { dateMask } from './masks.web.ts';

const Calendar = lazy(() => import('./calendar.web.tsx').then((module) => ({ default: module.Calendar })));

const YEARS_BACK = 60;
const YEARS_AHEAD = 10;

interface DateInputProps extends InputFrame {
  /** `YYYY-MM-DD`, '' when empty; a text that is no date passes through, and `check` refuses it with its own sentence */
  value: string | null;
  onChange: (value: string) => void;
  /** first and last day of the calendar; by default 60 years back and 10 ahead */
  min?: string;
  max?: string;
}

const textOf = (value: string | null) => (value && isDate(value) ? formatDate(value) : (value ?? ''));
const valueOf = (text: string) => (text.length < 10 ? text : (parseDate(text) ?? text));

/** A civil date: typed as 99/99/9999 or picked from a calendar that is loaded when first opened. */
export function DateInput({ value, onChange, min, max, ref, ...rest }: DateInputProps) {
  const [text, setText] = useState(() => textOf(value));
  const [opened, setOpened] = useState(false);
  const mask = useMaskito({ options: dateMask });
  useEffect(() => {
    setText((was) => (valueOf(was) === (value ?? '') ? was : textOf(value)));
  }, [value]);
  const put = (next: string) => {
    setText(next);
    onChange(valueOf(next));
  };
  const { required, disabled, readOnly, label, error, onBlur, ...input } = rest;
  // A half-typed date is no fault while somebody types.
  const [isLeft, setIsLeft] = useState(true);
  const isWrong = text !== '' && (isLeft || text.length >= 10) && !isDate(valueOf(text));
  const name = typeof label === 'string' ? label : (rest['aria-label'] ?? 'data');
  return (
    <TextInput
      {...input}
      {...{ label, disabled, readOnly }}
      error={error ?? (isWrong ? 'Data inválida' : undefined)}
      onFocus={() => setIsLeft(false)}
      onBlur={() => {
        setIsLeft(true);
        onBlur?.();
      }}
      ref={(element) => {
        mask(element);
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      withAsterisk={required ?? false}
      aria-required={required || undefined}
      inputMode="numeric"
      autoComplete="off"
      placeholder={readOnly ? '' : 'dd/mm/aaaa'}
      value={text}
      onChange={(event) => put(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' && event.altKey) setOpened(true);
      }}
      rightSection={
        !readOnly && (
          <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withinPortal position="bottom-end" shadow="md">
            <Popover.Target>
              <ActionIcon
                variant="transparent"
                c="var(--mantine-color-text)"
                aria-label={`Abrir calendário: ${name}`}
                disabled={disabled}
                onClick={() => setOpened((was) => !was)}
              >
                <IconCalendar size={18} stroke={1.7} aria-hidden="true" />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown aria-label={`Calendário: ${name}`}>
              {opened && (
                <Suspense fallback={<ScreenLoading />}>
                  <Calendar
                    value={value && isDate(value) ? value : null}
                    min={min ?? addMonths(today(), -12 * YEARS_BACK)}
                    max={max ?? addMonths(today(), 12 * YEARS_AHEAD)}
                    onPick={(iso) => {
                      setText(formatDate(iso));
                      onChange(iso);
                      setOpened(false);
                    }}
                  />
                </Suspense>
              )}
            </Popover.Dropdown>
          </Popover>
        )
      }
    />
  );
}
