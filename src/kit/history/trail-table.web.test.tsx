// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TrailTable } from './trail-table.web.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a phone has the two states below the name of the field, with the words of the screen', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  render(
    <MantineProvider env="test">
      <TrailTable lines={[{ campo: 'Nome', de: '', para: 'Ana' }]} from="Era" to="Agora" />
    </MantineProvider>,
  );
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('list', { name: 'Alterações' })).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('NomeEra: (vazio)Agora: Ana');
});
