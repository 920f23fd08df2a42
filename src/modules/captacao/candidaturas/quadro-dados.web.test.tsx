// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useColuna, useMove, useSelecao } from './quadro-dados.web.ts';

vi.mock('#kit/acting/acting.web.tsx', () => ({ useActing: () => ({ empresaId: 1 }) }));
const { offered } = vi.hoisted(() => ({ offered: [] as { message: string; label: string; deed: () => unknown }[] }));
vi.mock('#kit/client/offer.web.tsx', () => ({
  offer: (message: string, label: string, deed: () => unknown) => offered.push({ message, label, deed }),
}));

const daEtapa = new Map<number, number | null>();

beforeEach(() => {
  offered.length = 0;
  daEtapa.clear();
  for (let id = 1; id <= 60; id++) daEtapa.set(id, null);
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => Response.json(server(path, init)));
});

/** A selection of sixty candidates in the first column, which answers fifty at a time. */
function server(path: string, init: RequestInit | undefined): unknown {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  if (pathname.endsWith('/mover')) {
    const { ids, etapaId, de } = JSON.parse(init?.body as string) as Record<'etapaId' | 'de', number | null> & { ids: number[] };
    const movidas = ids.filter((id) => daEtapa.get(id) === de);
    for (const id of movidas) daEtapa.set(id, etapaId);
    return { movidas, falhas: ids.filter((id) => !movidas.includes(id)).map((id) => ({ id, motivo: `${id} já foi movido.` })) };
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

function onBoard() {
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
  return { result, shown };
}

const ENTREVISTA = { id: 4, nome: 'Entrevista' };
const todos = Array.from({ length: 60 }, (_, n) => n + 1);

test('whoever is not loaded yet is not skipped when others leave the column', async () => {
  const { result, shown } = onBoard();
  await waitFor(() => expect(shown()).toHaveLength(50));
  await act(() => result.current.move(shown().slice(0, 5), ENTREVISTA));
  await act(async () => void (await result.current.coluna.fetchNextPage()));
  expect(shown().map(({ id }) => id)).toEqual(todos.slice(5));
});

test('a stage that moves as a whole comes back, but for whoever did not go or has gone on since', async () => {
  const { result, shown } = onBoard();
  await waitFor(() => expect(shown()).toHaveLength(50));
  daEtapa.set(7, 5);
  await act(() =>
    result.current.move(
      todos.map((id) => ({ id, etapa: null })),
      ENTREVISTA,
    ),
  );
  expect(todos.filter((id) => daEtapa.get(id) === 4)).toEqual(todos.filter((id) => id !== 7));
  expect(offered).toMatchObject([{ message: '59 candidatos foram para Entrevista.', label: 'Desfazer' }]);
  daEtapa.set(8, 6);
  await act(async () => void (await offered[0]?.deed()));
  expect(todos.filter((id) => daEtapa.get(id) !== null)).toEqual([7, 8]);
  await waitFor(() => expect(shown()[0]?.id).toBe(1));
});
