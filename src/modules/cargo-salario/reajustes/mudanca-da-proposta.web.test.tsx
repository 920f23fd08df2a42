// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { MudancaDaProposta } from './linha.web.tsx';

const previa = {
  mudancas: [],
  salario: { de: 2_000, para: 2_500, faixa: { nome: 'Analista I', valor: 2_400 } },
  passos: [],
  confirmar: [],
  avisos: [],
  futura: false,
};

function Form({ values, children }: { values: object; children: ReactNode }) {
  return <FormProvider {...useForm({ defaultValues: values })}>{children}</FormProvider>;
}

test('a proposed salary is shown from what to what, as of the day of its plan', async () => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async (url, init) => {
      if (init?.method === 'POST') sent.push([url, JSON.parse(init.body as string)]);
      return Response.json(url.includes('/previa') ? previa : { data: '2026-12-01' });
    }),
  );
  const values = {
    tabelaReajuste: { id: 3, nome: 'Dezembro' },
    colaborador: { id: 7, nome: 'Ana' },
    faixaSalarialProposta: { id: 5, nome: 'Analista I' },
    tipoSalarioProposto: '3',
    salarioProposto: 2_500,
  };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Form values={values}>
          <MudancaDaProposta />
        </Form>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect((await screen.findByText(/2\.000,00 → .*2\.500,00/)).textContent).toContain('+25');
  expect(screen.getByText(/Analista I/)).toBeTruthy();
  expect(sent[0]).toEqual([
    expect.stringContaining('gestao-talentos/talentos/7/historicos/previa'),
    { data: '2026-12-01', faixaSalarial: values.faixaSalarialProposta, tipoSalario: '3', salario: 2_500 },
  ]);
});
