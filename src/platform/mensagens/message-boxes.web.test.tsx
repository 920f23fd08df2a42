// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { ConfirmHost } from '#kit/ui/confirm.web.tsx';
import { MessageBoxes } from './message-boxes.web.tsx';

const mensagem = (n: number, lida = false) => ({
  usuarioMensagemId: n,
  remetente: 'Rafael Antunes',
  data: '2026-11-20T12:00:00Z',
  titulo: `Assunto ${n}`,
  texto: `Texto inteiro ${n}`,
  textoAbreviado: `Texto ${n}…`,
  lida,
  link: '/gestao-talentos/desligamentos/1',
});

let asked: { method: string; url: string; body: unknown }[];
let caixas: { tipo: string; titulo: string; total: number; naoLidas: number; mensagens: object[] }[];
let organizacao: object;

/** The boxes of a user, and a server that keeps what it is told. */
beforeEach(() => {
  asked = [];
  caixas = [
    { tipo: 'a', titulo: 'Talentos', total: 31, naoLidas: 1, mensagens: [mensagem(1), mensagem(2, true)] },
    { tipo: 'b', titulo: 'Cargos', total: 0, naoLidas: 0, mensagens: [] },
  ];
  organizacao = { caixasEsquerda: ['a', 'b'], caixasDireita: [], caixasMinimizadas: [] };
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    asked.push({ method: String(method), url, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    if (method !== 'GET') return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(Response.json(url.endsWith('caixa-mensagens') ? organizacao : caixas));
  });
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuthorityProvider authorities={[]} user={{ id: 1 }}>
          <ConfirmHost header="RH" />
          <MemoryRouter>
            <MessageBoxes empresaId={1} />
          </MemoryRouter>
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
});
afterEach(cleanup);

const kept = () => asked.findLast(({ method }) => method === 'PUT')?.body;
const box = (name: string) => screen.findByRole('region', { name });

it('RUL-391, RUL-226, RUL-227: say what is unread, how many they show, and lead to all', async () => {
  const talentos = await box('Talentos');
  expect(within(talentos).getByText('1 não lida')).toBeTruthy();
  expect(within(talentos).getByText('1-2 de muitas')).toBeTruthy();
  expect(within(talentos).getByRole('link', { name: 'Ver todas: Talentos' }).getAttribute('href')).toBe('/mensagens?tipo=a');
  expect(within(await box('Cargos')).getByText('Parabéns! Você leu todas as mensagens da caixa.')).toBeTruthy();
});

it('RUL-415: are collapsed and moved by the keyboard, and stay so', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Minimizar a caixa Talentos' }));
  await waitFor(() => expect(kept()).toMatchObject({ caixasMensagens: { caixasMinimizadas: ['a'] } }));
  expect(screen.getByRole('button', { name: 'Expandir a caixa Talentos' }).getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(screen.getByRole('button', { name: 'Mover a caixa Talentos' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Mover para a direita' }));
  await waitFor(() => expect(kept()).toMatchObject({ caixasMensagens: { caixasEsquerda: ['b'], caixasDireita: ['a'] } }));
  expect(screen.getByText('Talentos: agora à direita.')).toBeTruthy();
});

it('are dragged before another box', async () => {
  const handle = await screen.findByRole('button', { name: 'Mover a caixa Cargos' });
  const dataTransfer = { setData() {}, setDragImage() {}, effectAllowed: '' };
  const start = createEvent.dragStart(handle);
  Object.defineProperty(start, 'dataTransfer', { value: dataTransfer });
  fireEvent(handle, start);
  fireEvent.drop(await box('Talentos'));
  await waitFor(() => expect(kept()).toMatchObject({ caixasMensagens: { caixasEsquerda: ['b', 'a'] } }));
});

it('STA-034: a message is read when it is opened, marked unread again, and removed after a question', async () => {
  fireEvent.click(await screen.findByRole('button', { name: /Assunto 1/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Assunto 1' });
  expect(within(dialog).getByText('Texto inteiro 1')).toBeTruthy();
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toContain('PATCH /api/userinfo/mensagens/1/lida/true');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remover' }));
  expect(await screen.findByText('Tem certeza que deseja remover?')).toBeTruthy();
  const question = screen.getByRole('dialog', { name: 'Remover' });
  fireEvent.click(within(question).getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(asked.map(({ method, url }) => `${method} ${url}`)).toContain('DELETE /api/userinfo/mensagens/1'));
});
