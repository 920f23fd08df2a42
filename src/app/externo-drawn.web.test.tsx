// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Portal } from '#platform/externo/portal.web.tsx';
import type { PortalStart } from '#platform/externo/portal-start.ts';
import { draw } from './externo-drawn.web.tsx';
import { portalRoutes } from './portal-routes.web.tsx';

const start: PortalStart = {
  empresa: {
    id: 3,
    nome: 'Oficina <do> "Sol"',
    corPrincipal: '#0b5',
    logo: '/api/publico/empresa/logo?empresaId=3',
    maxCandidataCargo: 0,
    termo: { texto: '<p>Só para recrutar.</p>', versao: 'a1', exigido: true },
  },
  captcha: null,
};
const LOGIN = '/externo/login?empresaId=3';
const CADASTRO = '/externo/candidatos/new?empresaId=3';

let root: Root | undefined;
const asked = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>(async () =>
  Response.json([{ id: 3, nome: 'Oficina <do> "Sol"' }]),
);
beforeEach(() => vi.stubGlobal('fetch', asked));
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.innerHTML = '';
  cleanup();
  vi.unstubAllGlobals();
  asked.mockClear();
  history.replaceState(null, '', '/');
});

const startAt = (address: string): PortalStart => (address.includes('empresaId') ? start : { ...start, empresa: null });

/** The page as it stands before the program. */
async function drawn(address: string) {
  history.replaceState(null, '', address);
  document.body.innerHTML = `<div id="root">${await draw(address, startAt(address))}</div>`;
  return within(document.body);
}

/** The program takes the page over; answers what it had to draw anew. */
async function takenOver(): Promise<unknown[]> {
  const faults: unknown[] = [];
  const place = document.getElementById('root') as HTMLElement;
  await act(async () => {
    root = hydrateRoot(place, <Portal routes={portalRoutes} start={start} />, {
      onRecoverableError: (fault) => faults.push(fault),
    });
  });
  await waitFor(() => expect(place.querySelector('[type=submit]')?.hasAttribute('disabled')).toBe(false));
  return faults;
}

it.each([
  [LOGIN, 'Entrar', ['CPF', 'Senha', 'Empresa'], 'Entrar'],
  ['/externo/login', 'Entrar', ['CPF', 'Senha', 'Empresa'], 'Entrar'],
  [CADASTRO, 'Cadastro', ['CPF', 'Nome completo', 'E-mail', 'Senha', 'Confirmar senha'], 'Continuar'],
])(
  '%s has its words and fields before any program, and a button that sends nothing yet',
  async (address, title, labels, send) => {
    const page = await drawn(address);
    expect(page.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([title]);
    for (const label of labels) expect(page.getByLabelText(new RegExp(`^${label} \\*$`)).closest('form')?.method).toBe('post');
    expect(page.getByRole('button', { name: send })).toMatchObject({ disabled: true });
    expect(page.getByRole('link', { name: /vagas abertas$/ }).textContent).toBe(startAt(address).empresa?.nome ?? 'Vínculo');
    expect(document.querySelector('style')?.textContent).toContain("[data-mantine-color-scheme='dark']");
  },
);

it.each([[LOGIN], [CADASTRO]])('%s is taken over as it stands, and nothing is asked that the page told', async (address) => {
  await drawn(address);
  const before = document.querySelector('input[name=cpf]');
  expect(await takenOver()).toEqual([]);
  expect(document.querySelector('input[name=cpf]')).toBe(before);
  expect(asked.mock.calls.map(([path]) => path).filter((path) => /userinfo|configuracao/.test(path))).toEqual([]);
});

it('what was typed and ticked before the program came stays, and is sent', async () => {
  const page = await drawn(CADASTRO);
  const typed = {
    cpf: '529.982.247-25',
    nome: 'Iracema',
    email: 'iracema@exemplo.com.br',
    senha: 'Jangada-47',
    confirmaSenha: 'outra',
  };
  const input = (name: string) => document.querySelector(`input[name=${name}]`) as HTMLInputElement;
  for (const [name, value] of Object.entries(typed)) input(name).value = value;
  input('aceitoPoliticaSeguranca').checked = true;
  await takenOver();
  fireEvent.submit(document.forms[0] as HTMLFormElement);
  await screen.findByText('As senhas devem ser iguais');
  expect(page.queryByText(/obrigatóri|inválido|Leia e aceite/)).toBeNull();
  for (const [name, value] of Object.entries(typed)) expect(input(name).value).toBe(value);
  expect(input('aceitoPoliticaSeguranca').checked).toBe(true);
});

it('a login typed before the program came is the one that is sent', async () => {
  await drawn(LOGIN);
  const [cpf, senha] = document.querySelectorAll('input');
  if (cpf) cpf.value = '52998224725';
  if (senha) senha.value = 'Jangada-47';
  await takenOver();
  await act(async () => void fireEvent.submit(document.forms[0] as HTMLFormElement));
  const sent = asked.mock.calls.find(([path]) => path.includes('/api/externo/login'))?.[1]?.body;
  expect(JSON.parse(typeof sent === 'string' ? sent : 'null')).toEqual({ cpf: '52998224725', senha: 'Jangada-47', empresaId: 3 });
});

it('what stands in an address ends no element of the page', async () => {
  await drawn(`${LOGIN}&voltar=${encodeURIComponent('/externo/"><img src=x onerror=alert(1)>')}`);
  expect(document.querySelector('img[onerror]')).toBeNull();
  expect(document.querySelector('a[href*="candidatos/new"]')?.getAttribute('href')).toContain('voltar=%2Fexterno%2F%22%3E%3Cimg');
});
