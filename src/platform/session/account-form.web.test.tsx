// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#kit/client/client.web.ts';
import { AccountForm, passwordFields } from './account-form.web.tsx';

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));

test('what the form finds by itself stands at its field and is not sent', async () => {
  const send = vi.fn<() => Promise<void>>();
  render(
    <MantineProvider env="test">
      <AccountForm fields={passwordFields} judge={() => ({ novaSenha: 'Nova senha é obrigatória' })} send={send} />
    </MantineProvider>,
  );
  press();
  await screen.findByText('Nova senha é obrigatória');
  expect(document.activeElement?.getAttribute('name')).toBe('novaSenha');
  expect(send).not.toHaveBeenCalled();
});

test('what the server refuses keeps what was typed; what it takes is forgotten', async () => {
  const send = vi
    .fn<(values: Record<string, string>) => Promise<void>>()
    .mockRejectedValueOnce(
      new ApiError(400, 'FIELD_VALIDATION_VIOLATION', 'Inválido', [{ field: 'senha', message: 'Senha incorreta' }]),
    )
    .mockResolvedValueOnce();
  render(
    <MantineProvider env="test">
      <AccountForm fields={passwordFields} send={send} />
    </MantineProvider>,
  );
  type('Senha atual', 'antiga');
  press();
  await screen.findByText('Senha incorreta');
  expect(document.activeElement?.getAttribute('name')).toBe('senha');
  expect(screen.getByLabelText<HTMLInputElement>('Senha atual', { exact: false }).value).toBe('antiga');
  press();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Senha atual', { exact: false }).value).toBe(''));
  expect(send).toHaveBeenLastCalledWith({ senha: 'antiga', novaSenha: '', confNovaSenha: '' });
  expect(screen.queryByText('Senha incorreta')).toBeNull();
});
