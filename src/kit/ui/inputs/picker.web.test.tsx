// @vitest-environment happy-dom
import { MantineProvider, Modal } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Select } from './select.web.tsx';

// The observers that a popover's place is computed with.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

test('Escape closes the open list, and only then the dialog that it stands in', () => {
  const onClose = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <Modal opened onClose={onClose} title="Copiar">
        <Select<number> label="Cargo" value={null} options={[{ value: 1, label: 'Comprador' }]} onChange={() => undefined} />
      </Modal>
    </MantineProvider>,
  );
  const box = screen.getByRole('combobox', { name: 'Cargo' });
  fireEvent.click(box);
  expect(box.getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(box.getAttribute('aria-expanded')).toBe('false');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('what is only read asks for no choice', () => {
  render(
    <MantineProvider env="test">
      <Select<number> label="Cargo" value={null} options={[]} onChange={() => undefined} readOnly />
    </MantineProvider>,
  );
  expect(screen.getByRole('combobox', { name: 'Cargo' }).getAttribute('placeholder')).toBe('');
});

test('an empty list says so, and a search without results something else', () => {
  render(
    <MantineProvider env="test">
      <Select<number> label="Motivo" value={null} options={[]} onChange={() => undefined} />
    </MantineProvider>,
  );
  const box = screen.getByRole('combobox', { name: 'Motivo' });
  fireEvent.click(box);
  expect(screen.getByText('Nada para escolher ainda')).toBeTruthy();
  fireEvent.change(box, { target: { value: 'ped' } });
  expect(screen.getByText('Sem resultados encontrados')).toBeTruthy();
});

test('a list that is loaded opens at what is chosen', async () => {
  const options = Array.from({ length: 40 }, (_, n) => ({ value: n, label: `Faixa ${n}` }));
  render(
    <MantineProvider env="test">
      <Select<number>
        label="Faixa"
        value={30}
        selected={options[30] ?? null}
        load={() => Promise.resolve(options)}
        onChange={() => undefined}
      />
    </MantineProvider>,
  );
  const box = screen.getByRole('combobox', { name: 'Faixa' });
  fireEvent.click(box);
  await waitFor(() => expect(box.getAttribute('aria-activedescendant')).toMatch(/-30$/));
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  expect(box.getAttribute('aria-activedescendant')).toMatch(/-31$/);
});
