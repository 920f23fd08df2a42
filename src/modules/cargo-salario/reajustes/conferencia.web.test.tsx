// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { Conferencia } from './conferencia.web.tsx';
import type { TotalFolha } from './painel.ts';
import type { Planejamento } from './planejamento-lido.web.ts';

const FOLHA: TotalFolha = {
  talentos: 3,
  alcancados: null,
  totalAtual: null,
  totalProposto: null,
  diferenca: null,
  percentual: null,
  retroativo: null,
  teto: null,
  acimaDoTeto: null,
  naoAplica: null,
  naoAlcancados: 0,
  avisos: {
    linhasColaboradores: 3,
    linhasFaixas: 0,
    linhasIndices: 0,
    emDuplicidade: 0,
    desligados: 0,
    semSalario: null,
    reducoes: null,
    historicosPosteriores: 0,
    desatualizadas: null,
  },
  areas: [],
};

function show(more: Partial<TotalFolha>) {
  cleanup();
  const folha = { ...FOLHA, ...more };
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string) => Promise<Response>>(async (url) => Response.json(url.includes('equidade') ? [] : folha)),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={['ROLE_VER_SALARIO']} user={{ id: 1 }}>
          <MemoryRouter>
            <Conferencia path="planos" planejamento={{ id: 7, situacao: 'P', tipoReajuste: 'P' } as Planejamento} />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it('does not say that nothing prevents the application to whoever may not apply the plan, nor that it has no lines', async () => {
  show({});
  expect(await screen.findByText('Nada impede a aplicação')).toBeTruthy();
  const semLinhas = { ...FOLHA.avisos, linhasColaboradores: 0 };
  show({ avisos: semLinhas });
  expect(await screen.findByText('Este planejamento ainda não tem linhas')).toBeTruthy();
  for (const avisos of [FOLHA.avisos, { ...semLinhas, linhasFaixas: 2 }, semLinhas]) {
    show({ avisos, naoAplica: 'Peça a aplicação a quem vê todas as áreas.' });
    expect(await screen.findByText('Peça a aplicação a quem vê todas as áreas.')).toBeTruthy();
    expect(screen.queryByText(/Nada impede a aplicação|ainda não tem linhas/)).toBeNull();
  }
});
