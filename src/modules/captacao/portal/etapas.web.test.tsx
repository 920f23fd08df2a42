// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EtapasDoCadastro } from './etapas.web.tsx';

vi.mock('#platform/externo/portal-state.web.tsx', async (original) => ({
  ...(await original<object>()),
  usePortal: () => ({ say: () => undefined, renew: () => Promise.resolve(), empresa: { id: 1 } }),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const secoes = ['um', 'dois'].map((id) => ({
  id,
  titulo: `Passo ${id}`,
  campos: [{ nome: id, rotulo: `Campo ${id}`, tipo: 'text', obrigatorio: false }],
}));
const completo = {
  candidato: null,
  rascunho: null,
  termo: { versao: '1', pendente: false },
  banco: true,
  oQueNaoEsta: '',
  uniao: null,
};

test('a draft waits for the one before it, and the registration for both', async () => {
  const enviados: { oQue: string; um: unknown; responde: () => void }[] = [];
  const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  vi.stubGlobal('fetch', (endereco: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    if (method === 'GET') return Promise.resolve(json(endereco.includes('/formulario') ? { secoes } : completo));
    const { um } = JSON.parse(body ?? '{}') as { um?: unknown };
    return new Promise((responde) => {
      const oQue = endereco.split('/').at(-1) ?? '';
      enviados.push({
        oQue,
        um,
        responde: () => responde(oQue === 'completo' ? json({ versao: 1 }) : new Response(null, { status: 204 })),
      });
    });
  });
  render(<EtapasDoCadastro conta={{ id: 7, nome: 'Ana', empresa: { id: 1, nome: 'A' } } as never} />);
  const passo = await screen.findByRole('combobox', { name: 'Ir para o passo' });
  const anda = (para: string, um: string) => {
    fireEvent.change(passo, { target: { value: '0' } });
    fireEvent.change(screen.getByRole('textbox', { name: /Campo um/ }), { target: { value: um } });
    fireEvent.change(passo, { target: { value: para } });
  };
  anda('1', 'antes');
  anda('1', 'depois');
  fireEvent.click(screen.getByRole('button', { name: 'Concluir cadastro' }));
  const chegaram: unknown[] = [];
  for (let n = 0; chegaram.at(-1) !== 'completo depois'; n += 1) {
    await waitFor(() => expect(enviados).toHaveLength(n + 1));
    chegaram.push(`${enviados[n]?.oQue} ${String(enviados[n]?.um)}`);
    enviados[n]?.responde();
  }
  expect(chegaram.slice(-2)).toEqual(['rascunho depois', 'completo depois']);
});

test('a draft that is never answered holds the registration for a while only', async () => {
  const prazo = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(prazo.signal);
  const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  const enviados: string[] = [];
  vi.stubGlobal('fetch', (endereco: string, { method = 'GET', signal }: { method?: string; signal?: AbortSignal } = {}) => {
    if (method === 'GET') return Promise.resolve(json(endereco.includes('/formulario') ? { secoes } : completo));
    enviados.push(endereco.split('/').at(-1) ?? '');
    if (endereco.endsWith('/completo')) return Promise.resolve(json({ versao: 1 }));
    return new Promise((_, recusa) => signal?.addEventListener('abort', () => recusa(signal.reason)));
  });
  render(<EtapasDoCadastro conta={{ id: 7, nome: 'Ana', empresa: { id: 1, nome: 'A' } } as never} />);
  fireEvent.change(await screen.findByRole('combobox', { name: 'Ir para o passo' }), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Concluir cadastro' }));
  await waitFor(() => expect(enviados).toEqual(['rascunho']));
  prazo.abort();
  await waitFor(() => expect(enviados).toEqual(['rascunho', 'completo']));
});
