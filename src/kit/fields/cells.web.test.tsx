// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FieldCell } from './cells.web.tsx';
import { refId } from './reference.ts';

test('a bare id is shown by its name, asked once for all rows', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json([{ id: 2, nome: 'Segundo período' }]));
  });
  const field = refId('Período', 'avaliacao/periodos-experiencia');
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <FieldCell field={field} value={2} />
        <FieldCell field={field} value={2} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('Segundo períodoSegundo período');
  expect(asked).toHaveLength(1);
  vi.unstubAllGlobals();
});
