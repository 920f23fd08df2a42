// @vitest-environment happy-dom
import { MantineProvider, Menu } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { LateMenu } from './late-menu.web.tsx';

it('a menu is made when its button is pressed, holds the focus as it opens, and gives it back at Escape', async () => {
  const items = vi.fn<() => ReactNode>(() => <Menu.Item>Desligar</Menu.Item>);
  render(
    <MantineProvider env="test">
      <LateMenu target={<button type="button">Mais ações</button>}>{items}</LateMenu>
    </MantineProvider>,
  );
  const button = () => screen.getByRole('button', { name: 'Mais ações' });
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  expect(button().getAttribute('aria-expanded')).toBe('false');
  expect(items).not.toHaveBeenCalled();
  fireEvent.click(button());
  const item = await screen.findByRole('menuitem', { name: 'Desligar' });
  expect(button().getAttribute('aria-expanded')).toBe('true');
  fireEvent.keyDown(item, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(button()));
  expect(button().getAttribute('aria-expanded')).toBe('false');
});
