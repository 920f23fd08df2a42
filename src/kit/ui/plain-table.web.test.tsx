// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PlainTable } from './plain-table.web.tsx';

afterEach(() => vi.unstubAllGlobals());

const draw = (isPhone: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone, addEventListener: () => {}, removeEventListener: () => {} }));
  render(
    <MantineProvider env="test">
      <PlainTable
        caption="Talentos"
        cards
        rows={[{ id: 1, nome: 'Ana', cargo: 'Compradora' }]}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Nome', cell: ({ nome }) => nome },
          { title: 'Cargo', cell: ({ cargo }) => cargo },
        ]}
      />
    </MantineProvider>,
  );
};

test('a row is a card on a phone, under its first column', () => {
  draw(true);
  expect(screen.getByRole('list', { name: 'Talentos' })).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('AnaCargoCompradora');
  expect(screen.queryByRole('table')).toBeNull();
});

test('a row is a line of a table where there is room', () => {
  draw(false);
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Ana', 'Compradora']);
});
