// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { having, optional } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { cpf, telefone } from '#kit/fields/identity.ts';
import { email, text } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { defineDoor } from './door.ts';
import { PublicForm } from './public-form.web.tsx';

const inscrever = defineDoor({
  who: 'publico',
  method: 'POST',
  path: '/api/publico/interessados',
  summary: 'Inscrever-se',
  form: defineForm({
    fields: {
      nome: text('Nome', 100),
      cpf: cpf(),
      telefone: telefone('Telefone'),
      email: optional(email('E-mail')),
      salario: having(optional(text('Salário', 10)), { sensitive: 'ROLE_VER_SALARIO' }),
      curriculo: optional(file('Currículo')),
    },
  }),
});

interface Call {
  url: string;
  key: string | null;
  body: unknown;
}
let calls: Call[] = [];

function answer(...answers: { status: number; body?: unknown }[]) {
  calls = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { headers, body }: RequestInit) => {
      const key = new Headers(headers).get('Idempotency-Key');
      calls.push({ url, key, body: typeof body === 'string' ? JSON.parse(body) : body });
      const { status, body: told } = answers[Math.min(calls.length, answers.length) - 1] ?? { status: 200 };
      return new Response(JSON.stringify(told ?? {}), { status });
    }),
  );
}
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  render(
    <MantineProvider env="test">
      <AuthorityProvider authorities={['ROLE_VER_SALARIO']} user={{ id: 1 }}>
        <MemoryRouter initialEntries={['/publico/interessados?empresaId=7']}>
          <PublicForm door={inscrever} ok="Enviar" sent="Recebemos a sua inscrição." />
        </MemoryRouter>
      </AuthorityProvider>
    </MantineProvider>,
  );
const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.input(input(name), { target: { value } });
const fill = () => {
  type('nome', 'Iara');
  type('cpf', '52998224725');
  type('telefone', '85987654321');
};
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));

test('numbers are masked as they are typed, and what is for users alone is not drawn, whoever is logged in', () => {
  answer();
  open();
  fill();
  expect(input('cpf').value).toBe('529.982.247-25');
  expect(input('telefone').value).toBe('(85) 98765-4321');
  expect(input('salario')).toBeNull();
});

test('faults stand at their inputs before anything is sent', async () => {
  answer();
  open();
  type('cpf', '11111111111');
  press();
  await screen.findByText('Nome é obrigatório');
  expect(screen.getByRole('alert').textContent).toContain('Preencha os campos indicados');
  expect(calls).toEqual([]);
});

test('what is refused keeps what was typed, and is sent again under the same key until it is taken', async () => {
  answer(
    { status: 429, body: { code: 'MUITAS_TENTATIVAS', message: 'Muitas tentativas. Aguarde 3 minutos e tente de novo.' } },
    {
      status: 400,
      body: { code: 'FIELD_VALIDATION_VIOLATION', message: 'x', errors: [{ field: 'nome', message: 'Nome já usado' }] },
    },
    { status: 200, body: { id: 3 } },
  );
  open();
  fill();
  press();
  await screen.findByText(/Aguarde 3 minuto/);
  press();
  await screen.findByText('Nome já usado');
  expect(input('nome').value).toBe('Iara');
  press();
  await screen.findByText('Recebemos a sua inscrição.');
  expect(calls.map(({ url }) => url)).toEqual(Array(3).fill('/api/publico/interessados?empresaId=7'));
  expect(calls[0]?.body).toMatchObject({ nome: 'Iara', cpf: '52998224725', telefone: '85987654321' });
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  expect(calls[0]?.key).toMatch(/^[\da-f-]{36}$/);
});

test('a file goes to the door under the key of its form', async () => {
  answer({ status: 201, body: { id: 9, nome: 'cv.pdf' } }, { status: 200, body: { id: 3 } });
  open();
  fill();
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  fireEvent.change(chooser, { target: { files: [new File(['x'], 'cv.pdf', { type: 'application/pdf' })] } });
  await screen.findByText('cv.pdf');
  press();
  await screen.findByText('Recebemos a sua inscrição.');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]?.url).toBe('/api/publico/interessados/arquivos?empresaId=7');
  expect(calls[1]).toMatchObject({ key: calls[0]?.key, body: { curriculo: 9 } });
});
