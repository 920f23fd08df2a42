// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { SessionProvider } from '#platform/session/session.web.tsx';
import { ConvidarVarios } from './invite-many.web.tsx';
import { SemServidorDeEmail } from './no-mail-server.web.tsx';
import { usuariosDeeds } from './user-links.web.tsx';
import { usuarios } from './usuarios.registry.ts';
import { VerComoBar } from './ver-como.web.tsx';

const EDITS = 'ROLE_CAD_USUARIO_EDITAR';
const record = { id: 4, nome: 'Bruna Lima', email: 'bruna@exemplo.com.br', acesso: 'CONVIDADO' };

function open(shown: ReactNode, { enviaEmail = false, autoridades = [EDITS], at = '/', vendoComo = null as object | null } = {}) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    if (url.includes('userinfo'))
      return Promise.resolve(
        Response.json({
          autenticado: true,
          usuario: { id: 1 },
          empresas: [],
          menu: [],
          parametros: {},
          enviaEmail,
          autoridades,
          vendoComo,
        }),
      );
    if (url.endsWith('usuarios/convidar'))
      return Promise.resolve(
        Response.json({
          convidados: [],
          links: [{ id: 4, nome: 'Bruna', link: 'https://rh/x' }],
          fora: [{ id: 1, nome: 'Ana', message: 'Não.' }],
        }),
      );
    if (url.endsWith('copiar-link'))
      return Promise.resolve(Response.json({ link: 'https://rh.exemplo.com.br/redefinir-senha?token=abc' }));
    return Promise.resolve(new Response(null, { status: 204 }));
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[at]}>
          <SessionProvider>
            {shown}
            <p>pronto</p>
          </SessionProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return asked;
}
afterEach(cleanup);

const WARNING = 'Os e-mails não estão sendo enviados';
const dialogOf = (name: string) => {
  const deed = usuariosDeeds[name];
  if (!deed || !('dialog' in deed)) throw new Error(name);
  const Dialog = deed.dialog as (props: DeedProps) => ReactNode;
  return Dialog;
};

it('every deed of a user has its dialog', () => {
  expect(Object.keys(usuariosDeeds).toSorted()).toEqual(Object.keys(usuarios.deeds ?? {}).toSorted());
});

it('while no mail server is configured, who edits users is told that links are copied', async () => {
  open(<SemServidorDeEmail />);
  expect(await screen.findByText(WARNING)).toBeTruthy();
  for (const otherwise of [{ enviaEmail: true }, { autoridades: [] }]) {
    cleanup();
    open(<SemServidorDeEmail />, otherwise);
    await screen.findByText('pronto');
    await waitFor(() => expect(screen.queryByText(WARNING)).toBeNull());
  }
});

it('an invitation goes out when it is confirmed, and the dialog says to whom', async () => {
  const Dialog = dialogOf('reenviar-convite');
  const close = vi.fn<() => void>();
  const asked = open(<Dialog path="utilitario/usuarios" record={record} onClose={close} />, { enviaEmail: true });
  expect((await screen.findByRole('dialog')).textContent).toContain('bruna@exemplo.com.br');
  fireEvent.click(screen.getByRole('button', { name: 'Reenviar' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(asked).toContain('POST /api/utilitario/usuarios/4/convidar');
});

it('a link is made only when it is asked for, and shown in the dialog', async () => {
  const Dialog = dialogOf('copiar-link');
  const asked = open(<Dialog path="utilitario/usuarios" record={record} onClose={() => {}} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Criar link' }));
  const input = await screen.findByLabelText('Link de acesso');
  expect((input as HTMLInputElement).value).toContain('token=abc');
  expect(asked.filter((one) => one.endsWith('copiar-link'))).toHaveLength(1);
});

it('a dialog that closes leaves the focus where it was', async () => {
  const Dialog = dialogOf('por-que');
  function Trial() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Por que vê?
        </button>
        {isOpen && <Dialog path="utilitario/usuarios" record={record} onClose={() => setOpen(false)} />}
      </>
    );
  }
  open(<Trial />);
  const opener = await screen.findByRole('button', { name: 'Por que vê?' });
  opener.focus();
  fireEvent.click(opener);
  fireEvent.click(await screen.findByText('Fechar'));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

it('seeing as somebody else loads the page anew, and leads back to where one was', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const Dialog = dialogOf('ver-como');
  const asked = open(<Dialog path="utilitario/usuarios" record={record} onClose={() => {}} />, {
    at: '/utilitario/usuarios/4?aba=acessos',
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Ver como' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(asked).toContain('POST /api/utilitario/usuarios/4/ver-como');

  cleanup();
  open(<VerComoBar />, { vendoComo: { tipo: 'usuario', id: 4, nome: 'Bruna Lima' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Sair' }));
  await waitFor(() => expect(assign).toHaveBeenLastCalledWith('/utilitario/usuarios/4?aba=acessos'));
});

it('links for several users are told where the focus goes, and so is who gets none', async () => {
  open(<ConvidarVarios ids={[1, 4]} onEdited={() => {}} onClose={() => {}} />);
  const make = await screen.findByRole('button', { name: 'Criar links' });
  make.focus();
  fireEvent.click(make);
  const told = await screen.findByRole('group', { name: 'Convites' });
  expect(document.activeElement).toBe(told);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '1 link de acesso' }).value).toBe('Bruna: https://rh/x');
  expect(told.textContent).toContain('Ana: Não.');
});
