// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoginPage } from './login-page.web.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ autenticado: false })));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

it('tells who has just made a password that it counts', () => {
  history.replaceState(null, '', '/login?senha-nova=1');
  render(<LoginPage />);
  expect(screen.getByRole('status').textContent).toBe('Senha alterada com sucesso. Entre com ela.');
});

it('tells nobody else', () => {
  history.replaceState(null, '', '/login');
  render(<LoginPage />);
  expect(screen.queryByRole('status')).toBeNull();
});
