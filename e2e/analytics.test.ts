import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inspect } from './inspect.ts';
import { hasFocus, journeys, PATIENCE, seen, settled, tabTo } from './product.ts';

const at = journeys();
const PAINEL = '/analytics/cargos-salarios';
const QUADRO = 'Talentos por área';

const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
/** The picture as a screen reader meets it. */
const picture = (region: Locator) => region.locator('[role=img][aria-label]');
const told = async (region: Locator) => (await picture(region).getAttribute('aria-label')) ?? '';

/** The numbers of the table of a tile, by the names of its rows. */
async function tableOf(page: Page, title: string): Promise<Map<string, number>> {
  await tile(page, title)
    .getByRole('button', { name: `Ver tabela: ${title}` })
    .click();
  const lines = tile(page, title).getByRole('table').getByRole('row');
  await seen(lines.nth(1));
  const rows = await lines.allInnerTexts();
  await tile(page, title)
    .getByRole('button', { name: `Ver gráfico: ${title}` })
    .click();
  return new Map(
    rows
      .slice(1)
      .map((row) => row.split('\t'))
      .map(([name = '', value = '']) => [name.trim(), Number(value)]),
  );
}
const sum = (table: Map<string, number>) => [...table.values()].reduce((total, value) => total + value, 0);

describe('painel', () => {
  it('detalha uma área só pelo teclado, e volta', async () => {
    const page = await at.visit({ as: 'admin', at: PAINEL });
    const detalhar = page.getByRole('button', { name: `Detalhar: ${QUADRO}`, exact: true });
    await seen(detalhar);
    const areas = await tableOf(page, QUADRO);
    const [area = '', total = 0] = [...areas].sort(([, a], [, b]) => b - a)[0] ?? [];
    await tabTo(page, detalhar);
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: area, exact: true });
    await seen(item);
    for (let step = 0; step < areas.size + 1 && !(await hasFocus(item)); step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const filhas = `${QUADRO}: ${area}`;
    await seen(tile(page, filhas));
    expect(sum(await tableOf(page, filhas))).toBe(total);
    await tabTo(page, tile(page, filhas).getByRole('button', { name: 'Área mãe' }));
    await page.keyboard.press('Enter');
    await seen(tile(page, QUADRO));
  });

  it('leva pela barra ao mesmo lugar que o menu', async () => {
    const page = await at.visit({ as: 'admin', at: PAINEL });
    await seen(tile(page, QUADRO).locator('svg path[fill="#2F7FD1"]'));
    await tile(page, QUADRO).locator('svg path[fill="#2F7FD1"]').first().click();
    await seen(page.getByRole('heading', { level: 2, name: new RegExp(`^${QUADRO}: `) }));
    expect(await page.getByRole('button', { name: 'Área mãe' }).count()).toBe(1);
  });

  it('filtra por data-base: o endereço guarda o filtro, e o painel volta com ele', async () => {
    const page = await at.visit({ as: 'admin', at: PAINEL });
    await seen(picture(tile(page, QUADRO)));
    const hoje = await told(tile(page, QUADRO));
    await page.getByRole('button', { name: /^Exibir Filtro/ }).click();
    const form = page.getByRole('form', { name: 'Filtro do painel' });
    await form.getByRole('textbox', { name: 'Data-base' }).fill('31/12/2021');
    await form.getByRole('textbox', { name: 'Movimentações de' }).fill('01/01/2022');
    await form.getByRole('textbox', { name: 'Movimentações até' }).fill('01/01/2021');
    await form.getByRole('button', { name: 'Aplicar' }).click();
    await seen(form.getByText('Data final inferior à data inicial.'));
    await form.getByRole('textbox', { name: 'Movimentações de' }).fill('01/01/2021');
    await form.getByRole('textbox', { name: 'Movimentações até' }).fill('31/12/2021');
    await form.getByRole('button', { name: 'Aplicar' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('dataBase'), { timeout: PATIENCE }).toBe('2021-12-31');
    await expect.poll(() => told(tile(page, QUADRO)), { timeout: PATIENCE }).not.toBe(hoje);
    const antes = await told(tile(page, QUADRO));
    await page.reload();
    await settled(page);
    await seen(picture(tile(page, QUADRO)));
    expect(await told(tile(page, QUADRO))).toBe(antes);
  });

  it('exporta os dados e a figura', async () => {
    const page = await at.visit({ as: 'admin', at: PAINEL });
    const linhas = await tableOf(page, QUADRO);
    const save = async (name: string) => {
      await page.getByRole('button', { name: `Ações do gráfico: ${QUADRO}` }).click();
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
      return readFile(await download.path());
    };
    const csv = (await save('Exportar CSV')).toString('utf8');
    for (const [area, n] of linhas) expect(csv).toContain(`${area};${n}`);
    expect((await save('Exportar PNG')).subarray(1, 4).toString('latin1')).toBe('PNG');
    expect((await save('Exportar XLSX')).subarray(0, 2).toString('latin1')).toBe('PK');
  });

  it('no papel diz quem imprimiu, para quem está licenciado e com que filtro, em cores claras', async () => {
    const page = await at.visit({ as: 'admin', at: `${PAINEL}?dataBase=2026-01-31`, dark: true });
    expect(await page.getByText('Impresso por Mariana Borges').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await seen(page.getByText('Impresso por Mariana Borges'));
    await seen(page.getByText('Licenciado para: Indústria Aurora'));
    await seen(page.getByText('Data-base: 31/01/2026'));
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    expect(await page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false);
  });

  it('nem o detalhe, nem a tabela, nem o filtro aberto têm o que o axe aponte', async () => {
    const page = await at.visit({ as: 'admin', at: PAINEL });
    await page.getByRole('button', { name: `Detalhar: ${QUADRO}`, exact: true }).click();
    await page.getByRole('menuitem').first().click();
    await page.getByRole('button', { name: /^Ver tabela: Folha de salários mês a mês/ }).click();
    await page.getByRole('button', { name: /^Exibir Filtro/ }).click();
    await seen(page.getByRole('form', { name: 'Filtro do painel' }));
    await settled(page);
    expect(await inspect(page, PAINEL)).toEqual([]);
  });

  it('quem não vê salários não vê os quadros deles', async () => {
    const page = await at.visit({ as: 'gestora', at: PAINEL });
    await seen(picture(tile(page, QUADRO)));
    expect(await page.getByRole('heading', { name: /salário/i }).allTextContents()).toEqual(['Painel de Cargos e Salários']);
  });
});
