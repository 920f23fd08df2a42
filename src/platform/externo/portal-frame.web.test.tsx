// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PortalFrame } from './portal-frame.web.tsx';
import type { Portal } from './portal-state.web.tsx';

const empresa = { id: 3, nome: 'Oficina do Sol', corPrincipal: null, logo: null };
const conta = { id: 7, nome: 'Iracema Guaraciaba de Alencar', cpf: '52998224725', empresa };
const visitor = {
  conta: null,
  deOutra: null,
  contas: [],
  empresa,
  empresaId: 3,
  isFaulty: false,
  query: '?empresaId=3',
  said: '',
};
let portal: object = visitor;

vi.mock('./portal-state.web.tsx', async (original) => ({
  ...(await original<object>()),
  usePortal: () => portal as Portal,
}));

beforeEach(() => history.replaceState(null, '', '/externo/anuncios?empresaId=3'));
afterEach(cleanup);

const show = (one: object) => {
  portal = one;
  render(
    <MantineProvider env="test">
      <PortalFrame>
        <h1>Vagas abertas</h1>
      </PortalFrame>
    </MantineProvider>,
  );
};

test('RUL-022, 023: the head leads to the ads of the company, and lets a visitor in', () => {
  show(visitor);
  expect(screen.getByRole('link', { name: 'Oficina do Sol, vagas abertas' }).getAttribute('href')).toBe(
    '/externo/anuncios?empresaId=3',
  );
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/externo/login?empresaId=3');
  expect(screen.queryByRole('navigation', { name: 'Área do candidato' })).toBe(null);
});

test('RUL-024, 025: a candidate is greeted by twenty characters of the name and the CPF, and has their ways', () => {
  show({ ...visitor, conta });
  const ways = screen.getByRole('navigation', { name: 'Área do candidato' });
  expect(ways.textContent).toContain('Olá, Iracema Guaraciaba d… · 529.982.247-25');
  const paths = ['Vagas Abertas', 'Editar Cadastro', 'Anexar Documentos', 'Alterar Senha'].map((name) =>
    within(ways).getByRole('link', { name }).getAttribute('href'),
  );
  expect(paths).toEqual([
    '/externo/anuncios?empresaId=3',
    '/externo/candidatos/7',
    '/externo/candidatos/7/documentos-anexos',
    '/externo/candidatos/7?tab=senha',
  ]);
  expect(within(ways).getByRole('button', { name: 'Sair' })).toBeTruthy();
});

test('RUL-026: an address whose company is no number says so, and shows nothing else', () => {
  show({ ...visitor, empresa: null, empresaId: null, isFaulty: true, query: '' });
  expect(screen.getByText('Empresa ID inválido. Revise ou solicite novamente o link')).toBeTruthy();
  expect(screen.queryByText('Vagas abertas')).toBe(null);
});
