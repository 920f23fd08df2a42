// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import type { Analysis } from './analysis.ts';
import { ImportPanel } from './panel.web.tsx';

const pessoas = defineRegistry({
  id: 'pessoas',
  title: 'Pessoas',
  singular: 'Pessoa',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'empresa',
  fields: { nome: text('Nome', 60) },
  columns: ['nome'],
});

test('corrections whose judgement did not end are judged again before they are imported', async () => {
  const analysis: Analysis = {
    importacaoId: 7,
    nome: 'p.csv',
    estado: 'analisada',
    colunas: [],
    campos: [],
    total: 2,
    validos: 2,
    existentes: 0,
    falhas: [],
    ensaiada: null,
    mensagem: null,
  };
  vi.spyOn(api, 'get').mockResolvedValue(analysis);
  const judge = vi.spyOn(api, 'post').mockResolvedValue({ ...analysis, ensaiada: true });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }} empresaId={1} settings={{}}>
          <ImportPanel path="/api/x/pessoas" registry={pessoas} unfinished={7} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(await screen.findByText('A última análise não terminou')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Conferir de novo' }));
  expect(await screen.findByRole('button', { name: 'Importar 2 registros' })).toBeDefined();
  expect(judge).toHaveBeenCalledWith('/api/x/pessoas/importar/7/corrigir', {}, { quiet: true });
});
