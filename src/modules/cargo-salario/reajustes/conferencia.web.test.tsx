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

function show(authorities: string[], exibirSalario: boolean) {
  cleanup();
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string) => Promise<Response>>(async (url) => Response.json(url.includes('equidade') ? [] : FOLHA)),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={authorities} user={{ id: 1 }} settings={{ exibirSalario }}>
          <MemoryRouter>
            <Conferencia path="planos" planejamento={{ id: 7, situacao: 'P', tipoReajuste: 'P' } as Planejamento} />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it('does not say that nothing prevents the application to whoever may not apply lines of people', async () => {
  show(['ROLE_VER_SALARIO'], true);
  expect(await screen.findByText('Nada impede a aplicação')).toBeTruthy();
  show([], true);
  expect(await screen.findByText(/Peça a aplicação a quem vê salários\.$/)).toBeTruthy();
  show([], false);
  expect(await screen.findByText(/Antes da aplicação, ligue “Exibir salário” na configuração da empresa/)).toBeTruthy();
  expect(screen.queryByText('Nada impede a aplicação')).toBeNull();
});
