// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { type FieldValues, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { formValues } from '#kit/fields/form-values.web.ts';
import { dissidioDeColaboradores } from './dissidio.ts';
import { QuemFicaDeFora } from './quem-fica-de-fora.web.tsx';

function Form() {
  const inputs = useForm<FieldValues>({
    defaultValues: { ...formValues(dissidioDeColaboradores.fields), tabelaReajuste: { id: 3, nome: 'Dezembro' } },
  });
  const choose = () => {
    inputs.setValue('estabelecimentosIds', [1]);
    inputs.setValue('areasIds', [2]);
  };
  return (
    <>
      <button type="button" onClick={choose}>
        Escolher
      </button>
      <QuemFicaDeFora inputs={inputs} />
    </>
  );
}

test('whom an adjustment reaches is asked once areas are chosen, and not before', async () => {
  const sent: string[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async (_url, init) => {
      sent.push(init?.body as string);
      return Response.json({ alcancados: 7, deixamFaixa: 0, fora: [] });
    }),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Escolher' }));
  expect((await screen.findByRole('status')).textContent).toContain('7 talentos alcançados');
  expect(sent).toHaveLength(1);
});
