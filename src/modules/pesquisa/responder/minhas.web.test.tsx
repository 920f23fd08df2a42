// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import type { ColaboradorQuestionario } from './colaborador-questionario.ts';
import { MinhasPesquisas } from './minhas.web.tsx';

const uma = (id: number, mais: Partial<ColaboradorQuestionario>): ColaboradorQuestionario => ({
  id,
  questionario: { id, nome: 'Clima' },
  colaborador: { id: 1, nome: 'Ana' },
  titulo: 'Clima',
  ativa: true,
  sobre: null,
  pesquisa: true,
  modo: 'I',
  ate: null,
  aberta: true,
  respondida: false,
  respondidoParcialmente: false,
  minha: true,
  ...mais,
});

it('RUL-423: whoever was asked is told too that a survey is no longer active', async () => {
  const linhas = [
    uma(1, { titulo: 'Clima' }),
    uma(2, { titulo: 'Saída', sobre: 'Bia', ativa: false, aberta: false, respondida: true }),
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(linhas)));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }}>
          <MemoryRouter>
            <MinhasPesquisas />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText('Clima')).toBeTruthy();
  expect(screen.getByText('Saída (INATIVA): Bia')).toBeTruthy();
});
