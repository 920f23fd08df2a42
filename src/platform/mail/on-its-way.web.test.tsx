// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useOnItsWay } from './on-its-way.web.ts';

const session = vi.hoisted(() => ({ enviaEmail: true }));
vi.mock('#platform/session/session.web.tsx', () => ({ useSession: () => session }));

it('a mail is on its way only where a server sends it', () => {
  const { result, rerender } = renderHook(() => useOnItsWay());
  expect(result.current('O link está a caminho.')).toBe('O link está a caminho.');
  session.enviaEmail = false;
  rerender();
  expect(result.current('O link está a caminho.')).toMatch(/espera na Caixa de Saída/);
});
