// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, waitFor } from '@testing-library/react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { copiaDeFaixa } from './acoes-faixas.ts';
import { FaixaDoCargoInput } from './faixas-do-cargo.web.tsx';

test('another position leaves no band of the one before', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]')));
  let form: UseFormReturn | undefined;
  function Shown() {
    const own = useForm<FieldValues>({ defaultValues: { cargoOrigemId: 1, faixaId: 7 } });
    form = own;
    return <FaixaDoCargoInput name="faixaId" path="faixaId" field={copiaDeFaixa.fields.faixaId} control={own.control} />;
  }
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Shown />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(form?.getValues('faixaId')).toBe(7);
  for (const cargo of [2, 3]) {
    act(() => form?.setValue('cargoOrigemId', cargo));
    await waitFor(() => expect(form?.getValues('faixaId')).toBeNull());
  }
  unmount();
  vi.unstubAllGlobals();
});
