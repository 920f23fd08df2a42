import { Text, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatMoney, formatNumber, parseNumber } from '#kit/br/number.ts';
import type { Field } from './field.ts';
import { type InputProps, textFrame, useInput } from './input-state.web.ts';

const decimalsOf = (field: Field) => (field.kind === 'integer' ? 0 : (field.decimals ?? 2));

/** The text of a value while the input is not being edited. */
function shownNumber(field: Field, value: number | null | undefined): string {
  if (typeof value !== 'number') return '';
  if (field.kind === 'money') return formatMoney(value);
  if (field.isCode) return String(value);
  // 12,5 is not filled up to 12,50: only money has a fixed number of decimals.
  return formatNumber(value);
}

/** What the input accepts while a number is being typed: digits, one comma, points between thousands, a leading minus. */
export function typedNumber(text: string, decimals: number): string {
  const kept = text.replace(/[\u2212\u2013]/g, '-').replace(/[^\d.,-]/g, '');
  const minus = kept.startsWith('-') ? '-' : '';
  const body = kept.replaceAll('-', '');
  const comma = body.indexOf(',');
  if (comma < 0) return minus + body;
  const whole = body.slice(0, comma);
  const fraction = body.slice(comma + 1).replace(/[^\d]/g, '');
  return decimals === 0 ? minus + whole : `${minus}${whole},${fraction.slice(0, decimals)}`;
}

/**
 * The number of a half-typed text ('12,' is 12, '-' is none yet). For a whole number, the digits before the point of '2.5' or the
 * comma of '2,5' count.
 */
export function meantNumber(text: string, decimals: number): number | null {
  const digits = parseNumber(text.replace(/,$/, '').replace(/\.$/, ''));
  if (digits === null) return null;
  return decimals === 0 ? Math.trunc(Number(digits)) : Number(Number(digits).toFixed(decimals));
}

/** Numbers as Brazilians type them. The form's state is a number or null; the input keeps the typed text itself. */
export function NumberInput(props: InputProps) {
  const input = useInput<number | null>(props);
  return <NumberBox {...textFrame(input)} field={props.field} value={input.value} onChange={input.onChange} />;
}

interface BoxProps {
  field: Field;
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  readOnly?: boolean;
}

/** The box without its frame; filters use it too. */
export function NumberBox({
  field,
  value,
  onChange,
  onBlur,
  ...frame
}: BoxProps & Omit<React.ComponentProps<typeof TextInput>, keyof BoxProps>) {
  const decimals = decimalsOf(field);
  // null: not being edited, so the formatted value is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isTyping = typed !== null;
  const hasJustEntered = useRef(false);
  // Entering the input changes its text ('R$ 12,00' becomes '12,00') and leaves the caret at the end, where a full fraction takes
  // no digit and typing would be lost. So all of the text is selected and typing replaces it, as in any box that Tab reaches.
  useLayoutEffect(() => {
    if (isTyping) input.current?.select();
  }, [isTyping]);
  return (
    <TextInput
      {...frame}
      ref={input}
      value={typed ?? shownNumber(field, value)}
      onFocus={() => {
        if (!frame.readOnly)
          setTyped(typeof value === 'number' ? formatNumber(value, field.kind === 'money' ? 2 : undefined) : '');
        hasJustEntered.current = true;
      }}
      // The mouse sets its caret after the focus; a second click sets it where the user wants it.
      onClick={({ currentTarget }) => {
        if (hasJustEntered.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select();
        hasJustEntered.current = false;
      }}
      onChange={(event) => {
        const text = typedNumber(event.currentTarget.value, decimals);
        setTyped(text);
        onChange(meantNumber(text, decimals));
      }}
      onBlur={() => {
        setTyped(null);
        onBlur?.();
      }}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      rightSection={
        field.kind === 'percentage' ? (
          <Text size="sm" c="dimmed" aria-hidden>
            %
          </Text>
        ) : undefined
      }
    />
  );
}
