// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TermoPendente } from './termo.web.tsx';

vi.mock('#platform/externo/portal-state.web.tsx', async (original) => ({
  ...(await original<object>()),
  usePortal: () => ({ empresa: { termo: { texto: '<p>Guardamos <strong>pouco</strong>.</p>', versao: 'v1', exigido: true } } }),
}));

afterEach(cleanup);

test('RUL-039 to 041: the notice is shown as it was written, stays open, and goes on once it is accepted', () => {
  render(<TermoPendente contaId={1} onAceito={() => undefined} />);
  const termo = document.querySelector('dialog') as HTMLDialogElement;
  expect(termo.querySelector('strong')?.textContent).toBe('pouco');
  const cancel = new Event('cancel', { cancelable: true });
  termo.dispatchEvent(cancel);
  expect(cancel.defaultPrevented).toBe(true);
  expect(screen.queryByRole('button', { name: /Fechar/, hidden: true })).toBe(null);
  const continuar = screen.getByRole<HTMLButtonElement>('button', { name: 'Continuar', hidden: true });
  expect(continuar.disabled).toBe(true);
  fireEvent.click(
    screen.getByRole('checkbox', { name: 'Li e aceito o Termo de Privacidade e Política de Segurança', hidden: true }),
  );
  expect(continuar.disabled).toBe(false);
});
