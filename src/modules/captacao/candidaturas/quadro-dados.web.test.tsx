// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { useColuna, useMove, useSelecao } from './quadro-dados.web.ts';
import type { CandidatoNaSelecao } from './selecao.ts';

vi.mock('#kit/acting/acting.web.tsx', () => ({ useActing: () => ({ empresaId: 1 }) }));
vi.mock('#kit/client/offer.web.tsx', () => ({ offer: () => undefined }));

const daEtapa = new Map<number, number | null>(Array.from({ length: 60 }, (_, n) => [n + 1, null]));

/** A selection of sixty candidates in the first column, which answers fifty at a time. */
function server(path: string, init: RequestInit | undefined): unknown {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  if (pathname.endsWith('/mover')) {
    const { ids, etapaId } = JSON.parse(init?.body as string) as { ids: number[]; etapaId: number };
    for (const id of ids) daEtapa.set(id, etapaId);
    return { movidas: ids, falhas: [] };
  }
  const em = (etapa: number | null) => [...daEtapa].filter(([, uma]) => uma === etapa).map(([id]) => id);
  if (!pathname.endsWith('/candidatos'))
    return { vaga: { id: 9 }, etapas: [{ id: null, nome: 'Inscritos', total: em(null).length }], encerradas: {}, ultimo: 1 };
  const ids = em(Number(searchParams.get('etapa')) || null);
  const from = Number(searchParams.get('page')) * 50;
  return {
    content: ids.slice(from, from + 50).map((id) => ({ id, etapa: null, candidato: { id, nome: `Candidato ${id}` } })),
    totalElements: ids.length,
    totalPages: Math.ceil(ids.length / 50),
  };
}

test('whoever is not loaded yet is not skipped when others leave the column', async () => {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => Response.json(server(path, init)));
  const client = new QueryClient();
  const { result } = renderHook(
    () => {
      const selecao = useSelecao(9);
      return { coluna: useColuna(9, null, ''), selecao, move: useMove(9, '', selecao) };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <MantineProvider env="test">
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        </MantineProvider>
      ),
    },
  );
  const shown = () => result.current.coluna.data?.pages.flatMap(({ content }) => content) ?? [];
  await waitFor(() => expect(shown()).toHaveLength(50));
  await act(() => result.current.move(shown().slice(0, 5) as CandidatoNaSelecao[], { id: 4, nome: 'Entrevista' }));
  await act(async () => void (await result.current.coluna.fetchNextPage()));
  expect(shown().map(({ id }) => id)).toEqual(Array.from({ length: 55 }, (_, n) => n + 6));
});
