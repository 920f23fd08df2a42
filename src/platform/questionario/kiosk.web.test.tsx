// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QuiosqueContent } from './kiosk.web.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(
        JSON.stringify({
          message: 'Preencha os campos indicados',
          code: 'FIELD_VALIDATION_VIOLATION',
          errors: [
            { field: 'cpf', message: 'CPF é obrigatório.' },
            { field: 'cpf', message: 'CPF inválido.' },
            { field: 'nascimento', message: 'Data de nascimento inválida' },
          ],
        }),
        { status: 400, headers: { 'content-type': 'application/json' } },
      ),
    ),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says what is wrong at its field, once', async () => {
  render(
    <MantineProvider>
      <MemoryRouter initialEntries={['/publico/quiosque?empresaId=1']}>
        <QuiosqueContent />
      </MemoryRouter>
    </MantineProvider>,
  );
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  expect((await screen.findByText('Preencha os campos indicados')).closest('[role="alert"]')).toBeTruthy();
  expect(screen.getByText('CPF é obrigatório.')).toBeTruthy();
  expect(screen.queryByText('CPF inválido.')).toBeNull();
  expect(screen.getByLabelText('Data de nascimento').getAttribute('aria-invalid')).toBe('true');
});
