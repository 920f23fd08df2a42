import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goTo, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface MenuItem {
  caminho?: string;
  itens?: MenuItem[];
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary?: string }[];
}

const leaves = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ caminho, itens = [] }) => [...(caminho === undefined ? [] : [caminho]), ...leaves(itens)]);

/** Every screen of the menu, and the form of each list that one may insert into. */
async function screens(page: Page): Promise<string[]> {
  const response = await page.request.get('/api/userinfo');
  const { menu } = (await response.json()) as { menu: MenuItem[] };
  return ['/', ...leaves(menu)];
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** What axe finds, one line an element. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<{ violations: Violation[] }> } };
    return (await axe.run({ resultTypes: ['violations'], ...(runOnly ? { runOnly } : {}) })).violations;
  }, rules);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** One screen in light and dark (where only colours differ), then on a phone: axe's findings and what sticks out at the right. */
async function inspect(page: Page, path: string): Promise<string[]> {
  // The browser's own injection: the policy of the page stays in force.
  await page.evaluate(AXE);
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => schemeOf(page), { timeout: PATIENCE }).toBe('dark');
  // Colours on their way from one theme to the other are nobody's contrast.
  await expect.poll(() => page.evaluate(() => document.getAnimations().length), { timeout: PATIENCE }).toBe(0);
  const dark = await violations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(PHONE);
  await settled(page);
  // What still sticks out when the screen has come to rest.
  const excessOf = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(excessOf, { timeout: 3_000 })
    .toBeLessThanOrEqual(0)
    .catch(() => undefined);
  const excess = await excessOf();
  await page.setViewportSize(DESK);
  return [
    ...light.map((line) => `${path} claro, ${line}`),
    ...dark.map((line) => `${path} escuro, ${line}`),
    ...(excess > 0 ? [`${path} a 360 px rola ${excess} px para o lado`] : []),
  ];
}

const schemeOf = (page: Page) => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));

async function formOf(page: Page): Promise<string | null> {
  const insert = page.getByRole('link', { name: 'Inserir', exact: true });
  return (await insert.count()) > 0 ? insert.first().getAttribute('href') : null;
}

it('em nenhuma tela o axe encontra algo, no claro e no escuro, e a 360 px nenhuma rola para o lado', async () => {
  const login = await at.visit({ at: '/login' });
  await seen(login.getByRole('button', { name: 'Entrar' }));
  const found = await inspect(login, '/login');
  const page = await at.visit({ as: 'admin' });
  for (const path of await screens(page)) {
    await goTo(page, path);
    const form = await formOf(page);
    found.push(...(await inspect(page, path)));
    if (form === null) continue;
    await goTo(page, form);
    found.push(...(await inspect(page, form)));
  }
  expect(found).toEqual([]);
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
