// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { text } from '#kit/fields/text.ts';
import { useKnown } from '#kit/registry/known.web.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { HistoryDrawer } from './history-drawer.web.tsx';

const pessoas = defineRegistry({
  id: 'pessoas',
  title: 'Pessoas',
  singular: 'Pessoa',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'empresa',
  fields: { texto1: text('Texto 1', 10) },
  columns: ['texto1'],
  called: ({ titulo }) => ({ texto1: String(titulo) }),
});
const Known = () => <HistoryDrawer path="x/pessoas" id={1} registry={useKnown(pessoas)} name="Ana" onClose={() => undefined} />;
const entry = { quando: '2026-11-20T12:00:00Z', usuario: 'Ana', acao: 'A' };

test('fields have the names that the company gives them, and a save without a change says so', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([
    { ...entry, mudancas: [{ campo: 'texto1', de: null, para: 'GG' }] },
    { ...entry, mudancas: [] },
  ]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }} empresaId={1} settings={{ titulo: 'Tamanho da camisa' }}>
          <Known />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText('Tamanho da camisa')).toBeDefined();
  expect(screen.queryByText('Texto 1')).toBeNull();
  expect(screen.getAllByText('Salvo sem mudanças que você veja.')).toHaveLength(1);
});
