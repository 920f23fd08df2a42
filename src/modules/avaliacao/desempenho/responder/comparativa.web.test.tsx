// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Comparativa } from '../questionarios.ts';
import { QuestionariosComparados } from './comparativa.web.tsx';

vi.mock('#kit/acting/acting.web.tsx', () => ({ useActing: () => ({ moduleTitle: (id: string) => id }) }));

const lado = (id: number, avaliador: string) => ({
  id,
  titulo: 'Anual',
  avaliado: 'Ana',
  avaliador,
  papel: 'P' as const,
  desempenho: 50,
  potencial: null,
  performance: 50,
});
const dita = (resposta: string, percentual: number | null) => ({ resposta, percentual, comentario: '' });
const dados: Comparativa = {
  um: lado(1, 'Beto'),
  outro: lado(2, 'Caio'),
  linhas: [
    { parte: 'Competências', item: 'Comunicação', um: dita('Corre', 100), outro: dita('Anda', 62.5) },
    { parte: 'Perguntas', item: 'Por quê?', um: dita('Porque sim', null), outro: null },
  ],
};

test('two questionnaires stand side by side, with how far they are apart', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const asked = vi.fn<(url: string) => void>();
  vi.stubGlobal('fetch', (url: string) => {
    asked(String(url));
    return Promise.resolve(Response.json(dados));
  });
  const at = '/avaliacao/avaliacoes-desempenhos-questionarios/1/comparativa?com=2';
  const router = createMemoryRouter(
    [{ path: '/avaliacao/avaliacoes-desempenhos-questionarios/:id/comparativa', element: <QuestionariosComparados /> }],
    { initialEntries: [at] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const tabela = await screen.findByRole('table', { name: 'Competências' });
  expect(asked).toHaveBeenCalledWith(expect.stringContaining('/1/2/comparativa'));
  expect(
    within(tabela)
      .getAllByRole('columnheader')
      .map((one) => one.textContent),
  ).toEqual(['Competência', 'Beto', 'Caio', 'Diferença']);
  expect(within(tabela).getByRole('row', { name: /Comunicação/ }).textContent).toBe(
    'ComunicaçãoCorre · 100,0%Anda · 62,5%−37,5 p.p.',
  );
  expect(screen.getByText('Não perguntada')).toBeTruthy();
});
