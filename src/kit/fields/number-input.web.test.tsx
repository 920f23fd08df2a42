// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Field } from './field.ts';
import { integer, money, number } from './number.ts';
import { meantNumber, NumberBox, typedNumber } from './number-input.web.tsx';

function Probe({ field, first = null }: { field: Field; first?: number | null }) {
  const [value, setValue] = useState<number | null>(first);
  return (
    <MantineProvider env="test">
      <NumberBox label="Valor" field={field} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </MantineProvider>
  );
}

const type = (text: string) => {
  const input = screen.getByLabelText('Valor');
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  return input as HTMLInputElement;
};

test('money typed with points and a comma is a number in the state', () => {
  render(<Probe field={money('Valor')} />);
  type('1.234,56');
  expect(screen.getByRole('status').textContent).toBe('1234.56');
});

test('a half-typed decimal keeps its comma under the fingers', () => {
  render(<Probe field={money('Valor')} />);
  expect(type('12,').value).toBe('12,');
  expect(screen.getByRole('status').textContent).toBe('12');
});

test('money shows its currency when nobody types', () => {
  render(<Probe field={money('Valor')} first={5432.1} />);
  expect((screen.getByLabelText('Valor') as HTMLInputElement).value).toBe('R$\u00a05.432,10');
});

test.each(['Tab', 'mouse'])('who enters a filled box by %s has all of it selected: what is typed replaces it', (way) => {
  render(<Probe field={money('Valor')} first={0.99} />);
  const input = screen.getByLabelText('Valor') as HTMLInputElement;
  fireEvent.focus(input);
  if (way === 'mouse') {
    input.setSelectionRange(4, 4);
    fireEvent.click(input);
  }
  expect(input.value).toBe('0,99');
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('0,99');
});

test('a second click puts the caret where it is wanted', () => {
  render(<Probe field={money('Valor')} first={0.99} />);
  const input = screen.getByLabelText('Valor') as HTMLInputElement;
  fireEvent.focus(input);
  fireEvent.click(input);
  input.setSelectionRange(1, 1);
  fireEvent.click(input);
  expect([input.selectionStart, input.selectionEnd]).toEqual([1, 1]);
});

test('an emptied number is null, not zero', () => {
  render(<Probe field={integer('Valor')} first={7} />);
  type('');
  expect(screen.getByRole('status').textContent).toBe('null');
});

test('letters do not get into a number', () => {
  render(<Probe field={integer('Valor')} />);
  expect(type('1a2b').value).toBe('12');
});

test('a number takes no more decimals than its field has', () =>
  expect(typedNumber('1,23456', number('Fator', 4).decimals ?? 0)).toBe('1,2345'));

test('a lone minus is no number yet', () => expect(meantNumber('-', 2)).toBeNull());

test.each([
  ['2.5', '2'],
  ['2,5', '2'],
  ['2.500', '2500'],
  ['25', '25'],
])('a whole number of %s is %s', (text, expected) => {
  render(<Probe field={integer('Valor')} />);
  type(text);
  expect(screen.getByRole('status').textContent).toBe(expected);
});
