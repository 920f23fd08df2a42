// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toast } from '#kit/client/toast.web.ts';
import { PontoMobile } from './ponto-mobile.web.tsx';

/** Takes the answers over by a task that ends so, with the questionnaire in this state after it. */
function busca(tarefa: object, status: string) {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('fetch', (url: string | URL | Request, init?: RequestInit) => {
    const address = url instanceof Request ? url.url : String(url);
    if (init?.method === 'POST') asked.push([address, JSON.parse(init.body as string)]);
    if (address.includes('tarefas/7')) return Promise.resolve(Response.json({ progresso: 2, total: 4, ...tarefa }));
    if (address.endsWith('/status')) return Promise.resolve(Response.json({ status }));
    return Promise.resolve(Response.json({ tarefaId: 7 }, { status: 202 }));
  });
  const onClose = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PontoMobile
          path="pesquisa/questionarios"
          record={{ id: 3, versao: 1, titulo: 'Clima', statusSincronizacaoColabore: 'ENVIADO' }}
          onClose={onClose}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Buscar respostas' }));
  return { asked, onClose };
}
afterEach(cleanup);

it('shows how far the task is', async () => {
  const { asked, onClose } = busca({ estado: 'executando', mensagem: null }, 'SINCRONIZANDO');
  expect(await screen.findByText('Buscando respostas · 50%')).toBeTruthy();
  expect(asked).toEqual([[expect.stringContaining('pesquisa/questionarios/3/sincronizacao-colabore'), { async: true }]]);
  expect(onClose).not.toHaveBeenCalled();
});

it('warns where some answers could not be read', async () => {
  const [warn, success] = [vi.spyOn(toast, 'warn'), vi.spyOn(toast, 'success')];
  const mensagem = '2 respostas recebidas do ponto mobile. 1 não pôde ser lida.';
  const { onClose } = busca({ estado: 'concluida', mensagem }, 'COM_ERRO');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(warn).toHaveBeenCalledWith(mensagem);
  expect(success).not.toHaveBeenCalled();
});

it('says why the task failed, and can begin again', async () => {
  const mensagem = 'O ponto mobile não respondeu. Tente novamente mais tarde.';
  const { onClose } = busca({ estado: 'falhou', mensagem }, 'COM_ERRO');
  expect((await screen.findByRole('alert')).textContent).toContain(mensagem);
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buscar respostas' }).disabled).toBe(false);
});
