// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { PastDayInput } from './day-slider.web.tsx';

test('a slider passes many days and tells the one where it rests; today is no day of its own', async () => {
  const told: string[] = [];
  render(
    <MantineProvider env="test">
      <PastDayInput label="Como estava em" value="" onChange={(day) => told.push(day)} />
    </MantineProvider>,
  );
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Como estava em' });
  expect(slider.getAttribute('aria-valuetext')).toBe(formatDate(today()));
  for (const back of [400, 200, 30]) fireEvent.change(slider, { target: { value: String(Number(slider.max) - back) } });
  const day = addDays(today(), -30);
  expect(slider.getAttribute('aria-valuetext')).toBe(formatDate(day));
  await waitFor(() => expect(told).toEqual([day]));
  fireEvent.change(slider, { target: { value: slider.max } });
  await waitFor(() => expect(told).toEqual([day, '']));
});
