// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { defineModule } from '#kit/module/module.ts';
import { ModuleMenu } from './module-menu.web.tsx';

const paineis = defineModule({
  id: 'analytics',
  title: 'Analytics',
  registries: [],
  reports: [],
  screens: [
    { path: 'talento', title: 'Painel de Talentos', description: 'Quem trabalha aqui.', authority: 'ROLE_TALENTO' },
    { path: 'cargos-salarios', title: 'Painel de Cargos e Salários', authority: 'ROLE_CARGOS' },
  ],
});

const open = (authorities: string[]) =>
  render(
    <MantineProvider env="test">
      <AuthorityProvider authorities={authorities} user={{ id: 1 }}>
        <MemoryRouter>
          <ModuleMenu declaration={paineis} />
        </MemoryRouter>
      </AuthorityProvider>
    </MantineProvider>,
  );
const links = () =>
  screen.getAllByRole('listitem').flatMap((item) => [...item.querySelectorAll('a')].map((a) => a.getAttribute('href')));

test('a module shows what may be opened of it, a card each', () => {
  open(['ROLE_TALENTO', 'ROLE_CARGOS']);
  expect(links()).toEqual(expect.arrayContaining(['/analytics/talento', '/analytics/cargos-salarios']));
  expect(screen.getByText('Quem trabalha aqui.')).toBeTruthy();
  expect(screen.getByText('2 telas')).toBeTruthy();
});

test('what the session may not open has no card', () => {
  open(['ROLE_TALENTO']);
  expect(links()).toContain('/analytics/talento');
  expect(screen.queryByText('Painel de Cargos e Salários')).toBeNull();
});

test('the cards stand in the groups of the menu, each with its sentence', () => {
  const declaration = defineModule({
    ...paineis,
    menu: [{ title: 'Pessoas', items: ['talento'] }],
  });
  render(
    <MantineProvider env="test">
      <AuthorityProvider authorities={['ROLE_TALENTO', 'ROLE_CARGOS']} user={{ id: 1 }}>
        <MemoryRouter>
          <ModuleMenu declaration={declaration} />
        </MemoryRouter>
      </AuthorityProvider>
    </MantineProvider>,
  );
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Pessoas', 'Cadastros']);
});
