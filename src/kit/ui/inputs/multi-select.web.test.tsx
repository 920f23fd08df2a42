// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { MultiSelect } from './multi-select.web.tsx';

// A virtual list draws the lines that fit, and happy-dom gives every element the height 0.
vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count, estimateSize }: { count: number; estimateSize: () => number }) => ({
    getTotalSize: () => count * estimateSize(),
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ key: index, index, start: index * estimateSize() })),
    scrollToIndex: () => undefined,
  }),
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const options = [
  { value: 1, label: 'Comprador' },
  { value: 2, label: 'Torneiro' },
];

function Cargos({ initial = [] }: { initial?: number[] }) {
  const [value, setValue] = useState(initial);
  return (
    <MantineProvider env="test">
      <MultiSelect<number> label="Cargos" value={value} options={options} onChange={setValue} />
      <output>{value.join()}</output>
    </MantineProvider>
  );
}

test('a choice adds and removes, one shows its name and more show their number', () => {
  render(<Cargos />);
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Cargos' });
  fireEvent.click(box);
  const pick = (name: string) => fireEvent.click(screen.getByRole('option', { name }));
  pick('Comprador');
  expect(screen.getByRole('status').textContent).toBe('1');
  pick('Torneiro');
  expect(screen.getByRole('status').textContent).toBe('1,2');
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(box.value).toBe('2 Itens selecionados');
  fireEvent.click(box);
  pick('Comprador');
  fireEvent.keyDown(box, { key: 'Escape' });
  expect([screen.getByRole('status').textContent, box.value]).toEqual(['2', 'Torneiro']);
});

test('a chosen value without a loaded option shows itself', () => {
  render(<Cargos initial={[9]} />);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Cargos' }).value).toBe('9');
});
