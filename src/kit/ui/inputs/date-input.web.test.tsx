// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DateInput } from './date-input.web.tsx';

function Filter({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  return <DateInput label="Como estava em" value={value} onChange={setValue} error={error} />;
}
const open = (error?: string) => {
  render(
    <MantineProvider env="test">
      <Filter {...(error ? { error } : {})} />
    </MantineProvider>,
  );
  const box = screen.getByLabelText('Como estava em');
  fireEvent.focus(box);
  return box;
};
const type = (box: HTMLElement, value: string) => fireEvent.input(box, { target: { value } });

test('a day that no calendar has is told as soon as it is whole: a filter would be passed over in silence', () => {
  const box = open();
  type(box, '31/02/2024');
  expect(screen.getByText('Data inválida')).toBeDefined();
  type(box, '29/02/2024');
  expect(screen.queryByText('Data inválida')).toBeNull();
});

test('half a date is told when the input is left', () => {
  const box = open();
  type(box, '31/0');
  expect(screen.queryByText('Data inválida')).toBeNull();
  fireEvent.blur(box);
  expect(screen.getByText('Data inválida')).toBeDefined();
});

test('what the form says of it goes first', () => {
  const box = open('Data final inferior à data inicial.');
  type(box, '31/02/2024');
  expect(screen.queryByText('Data inválida')).toBeNull();
  expect(screen.getByText('Data final inferior à data inicial.')).toBeDefined();
});

test('what is only read asks for nothing: no mask and no calendar', () => {
  render(
    <MantineProvider env="test">
      <DateInput label="Data de desligamento" value="" onChange={() => undefined} readOnly />
    </MantineProvider>,
  );
  expect(screen.getByLabelText('Data de desligamento').getAttribute('placeholder')).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
});
