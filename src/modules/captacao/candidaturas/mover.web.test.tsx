// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { MoverDialog } from './mover.web.tsx';

vi.mock('#kit/acting/acting.web.tsx', () => ({ useActing: () => ({ empresaId: 1 }) }));
vi.mock('#kit/form/form-dialog.web.tsx', () => ({
  FormDialog: ({ send }: { send(valores: object): Promise<unknown> }) => (
    <button type="button" onClick={() => void send({ etapa: '4', apto: 'I', observacao: null }).catch(() => undefined)}>
      Mover
    </button>
  ),
}));

test('whoever was told where somebody else has moved the candidate moves them from there', async () => {
  const de: unknown[] = [];
  vi.stubGlobal('fetch', (_path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return Promise.resolve(Response.json({ etapas: [{ id: 4, nome: 'Entrevista', total: 0 }] }));
    de.push((JSON.parse(init.body as string) as { de: number | null }).de);
    const falhas = [{ id: 7, nome: 'Ana', motivo: 'Outra pessoa já levou Ana.', etapa: { id: 5, nome: 'Teste' } }];
    const [status, body] = de.length > 1 ? [200, {}] : [409, { code: 'CANDIDATO_NAO_MOVIDO', message: 'Não', falhas }];
    return Promise.resolve(Response.json(body, { status }));
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MoverDialog
          path="captacao/candidaturas"
          record={{ id: 7, versao: 1, resumo: 'Ana', solicitacao: 9, etapaSeletiva: null }}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const mover = await screen.findByRole('button', { name: 'Mover' });
  fireEvent.click(mover);
  await waitFor(() => expect(de).toEqual([null]));
  await waitFor(() => {
    fireEvent.click(mover);
    expect(de.slice(1)).toContain(5);
  });
});
