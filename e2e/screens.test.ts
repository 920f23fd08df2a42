import { expect, it } from 'vitest';
import type { MenuItem } from '#platform/menu/menu.ts';
import { leavesOf } from '#platform/menu/menu-leaves.ts';
import { inspect, menuScreens } from './inspect.ts';
import { journeys, PATIENCE, seen } from './product.ts';

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

it('o cadastro do portal se lê e se preenche antes do programa, que o assume sem perder o que se digitou nem mexer em nada', async () => {
  const page = await at.visit({ at: '/externo/login', width: 360 });
  let letProgram = () => {};
  const program = new Promise<void>((done) => {
    letProgram = done;
  });
  await page.route('**/assets/react-*.js', async (route) => {
    await program;
    await route.continue();
  });
  await page.goto('/externo/candidatos/new?empresaId=1', { waitUntil: 'commit' });
  await seen(page.getByRole('heading', { level: 1, name: 'Cadastro' }));
  const go = page.getByRole('button', { name: 'Continuar' });
  const places = () =>
    page
      .locator('h1, label, input, main button')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const typed = { CPF: '529.982.247-25', 'Nome completo': 'Iracema do Portal', 'E-mail': 'iracema@exemplo.com.br' };
  for (const [label, value] of Object.entries(typed)) await page.getByRole('textbox', { name: label }).fill(value);
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).check();
  await page.keyboard.press('Enter');
  expect(await go.isDisabled()).toBe(true);
  const before = await places();
  letProgram();
  await expect.poll(() => go.isEnabled(), { timeout: PATIENCE }).toBe(true);
  expect(await places()).toEqual(before);
  await go.click();
  await seen(page.getByText('Senha é obrigatória'));
  expect(await page.getByText(/obrigatório|inválido|Leia e aceite/).count()).toBe(0);
  for (const [label, value] of Object.entries(typed))
    expect(await page.getByRole('textbox', { name: label }).inputValue()).toBe(value);
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
