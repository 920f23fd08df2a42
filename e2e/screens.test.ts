import { expect, it } from 'vitest';
import type { MenuItem } from '#platform/menu/menu.ts';
import { leavesOf } from '#platform/menu/menu-leaves.ts';
import { inspect, menuScreens } from './inspect.ts';
import { journeys, seen } from './product.ts';

const at = journeys();

it('as telas públicas: o axe não encontra nada, e a 360 px nenhuma rola para o lado', async () => {
  const found: string[] = [];
  for (const [path, role, name] of [
    ['/login', 'button', 'Entrar'],
    ['/recuperar-senha', 'button', 'Enviar'],
    ['/novaInstalacao/gerarTicket', 'link', 'Voltar para o login'],
    ['/externo/login?empresaId=1', 'button', 'Entrar'],
    ['/externo/candidatos/new?empresaId=1', 'button', 'Continuar'],
  ] as const) {
    const page = await at.visit({ at: path });
    await seen(page.getByRole(role, { name }));
    found.push(...(await inspect(page, path)));
  }
  expect(found).toEqual([]);
});

it('as telas inspecionadas (screens-1, screens-2) são as do menu de quem pode tudo', async () => {
  const page = await at.visit({ as: 'admin' });
  const { menu } = (await (await page.request.get('/api/userinfo')).json()) as { menu: MenuItem[] };
  expect(['/', ...leavesOf(menu).map(({ caminho }) => caminho)]).toEqual(menuScreens);
});

it('no celular o menu é uma gaveta que leva à tela e se fecha', async () => {
  const page = await at.visit({ as: 'admin', width: 360 });
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('button', { name: 'SST', exact: true }).click();
  await drawer.getByRole('link', { name: 'Vacinas' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await seen(page.getByRole('heading', { level: 1, name: 'Vacinas' }));
  expect(await drawer.count()).toBe(0);
});

it('Ctrl K acha uma tela sem acentos e leva a ela', async () => {
  const page = await at.visit({ as: 'admin' });
  await page.keyboard.press('Control+k');
  await seen(page.getByRole('combobox', { name: 'Pesquisar Menu' }));
  await page.keyboard.type('areas de interesse');
  await seen(page.getByRole('option', { name: /Áreas de Interesse/ }));
  await page.keyboard.press('Enter');
  await seen(page.getByRole('heading', { level: 1, name: 'Áreas de Interesse' }));
  expect(new URL(page.url()).pathname).toBe('/captacao/areas-interesse');
});
