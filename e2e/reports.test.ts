import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, foundCount, goTo, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();
const REPORTS = '/cargo-salario/relatorios';

const bytesOf = async (download: Download) => readFile(await download.path());
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page) => page.getByRole('region', { name: 'Prévia do relatório' });

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return bytesOf(file);
}

/** The PDF of 'Relatório': shown in the document viewer, or saved where the browser shows none. The bytes are asked again, as the page asked. */
async function pdf(page: Page, title: string): Promise<Buffer> {
  const arrival = Promise.any([page.getByRole('dialog', { name: title }).waitFor(), page.waitForEvent('download')]);
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('/relatorios/')),
    button(page, 'Relatório').click(),
  ]);
  await arrival;
  const again = await page.request.post(request.url(), { headers: await request.allHeaders(), data: request.postData() ?? '' });
  expect(again.headers()['content-type']).toContain('application/pdf');
  return again.body();
}

const csvRows = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/s, '$1')));

/** Cells of the preview's rows, without headings of groups; `R$ 1.234,56` as the CSV writes it. */
const shownRows = (page: Page) =>
  region(page)
    .getByRole('row')
    .evaluateAll((rows) =>
      rows
        .filter((row) => !row.closest('tfoot') && row.querySelectorAll('td:not([colspan])').length > 0)
        .map((row) => [...row.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').replace(/^R\$\s/, ''))),
    );
const money = (text: string) => Number(text.replace(/[R$\s.]/g, '').replace(',', '.'));
const head = (page: Page) => region(page).getByRole('columnheader').allTextContents();

async function onlyArea(page: Page, name: string): Promise<void> {
  await choose(page, 'Áreas Organizacionais', name);
  await page.keyboard.press('Escape');
}

describe('relatório de cargos', () => {
  it('filtra, mostra na tela as linhas que imprime e baixa PDF, XLSX e CSV com os mesmos números', async () => {
    const page = await at.visit({ as: 'admin', at: `${REPORTS}/cargos` });
    await onlyArea(page, 'Recursos Humanos');
    await button(page, 'Visualizar').click();
    await seen(region(page));
    const count = await foundCount(page);
    const rows = await shownRows(page);
    expect(count).toBeGreaterThan(0);
    expect(rows.length).toBe(count);

    const [titles = [], ...lines] = csvRows(await download(page, 'Exportar para CSV'));
    expect(lines.length).toBe(count);
    const shown = await head(page);
    const column = (name: string) => lines.map((line) => line[titles.indexOf(name)] ?? '');
    const value = shown.filter((name) => titles.includes(name)).indexOf('Valor atual');
    expect(rows.map((row) => money(row[value] ?? ''))).toEqual(column('Valor atual').map(money));
    const band = shown.filter((name) => titles.includes(name)).indexOf('Faixa Salarial');
    expect(rows.map((row) => row[band])).toEqual(column('Faixa Salarial'));

    expect((await pdf(page, 'Cargos')).subarray(0, 5).toString()).toBe('%PDF-');
    await goTo(page, `${REPORTS}/cargos`);
    expect((await download(page, 'Exportar para XLS')).subarray(0, 2).toString()).toBe('PK');
  });

  it('diz quando nada foi encontrado', async () => {
    const page = await at.visit({ as: 'admin', at: `${REPORTS}/cargos` });
    await page.getByRole('radio', { name: 'Inativos' }).check();
    await button(page, 'Visualizar').click();
    await seen(page.getByText('Não existem dados para o filtro informado.'));
    expect(await region(page).count()).toBe(0);
    // Somebody who sees no talents is told why there are none.
    const recrutador = await at.visit({ as: 'recrutador', at: '/captacao/relatorios/cargo' });
    await onlyArea(recrutador, 'Diretoria Geral');
    await button(recrutador, 'Visualizar').click();
    await seen(recrutador.getByText('Só entram os talentos das áreas pelas quais você responde.'));
  });
});

describe('relatórios do módulo', () => {
  it('estão numa página com pesquisa, e o endereço guarda o filtro', async () => {
    const page = await at.visit({ as: 'admin', at: REPORTS });
    await page.getByRole('textbox', { name: 'Pesquisar relatório' }).fill('faixas de cada um');
    await page.getByRole('main').getByRole('link', { name: 'Cargos', exact: true }).click();
    await seen(page.getByRole('heading', { name: 'Cargos', level: 1 }));
    await page.getByRole('radio', { name: 'Resumido' }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Resumido' }).isChecked(), { timeout: PATIENCE }).toBe(true);
    await page.getByRole('radio', { name: 'Ativos', exact: true }).check();
    await onlyArea(page, 'Recursos Humanos');
    for (const [name, value] of [
      ['situacao', /^A$/],
      ['areasIds', /^\d+$/],
    ] as const)
      await expect.poll(() => new URL(page.url()).searchParams.get(name), { timeout: PATIENCE }).toMatch(value);
    await page.reload();
    await seen(page.getByRole('heading', { name: 'Cargos', level: 1 }));
    await seen(page.getByRole('main').getByText('Recursos Humanos'));
    await settled(page);
    for (const name of ['Resumido', 'Ativos'])
      await expect.poll(() => page.getByRole('radio', { name, exact: true }).isChecked(), { timeout: PATIENCE }).toBe(true);
    await button(page, 'Visualizar').click();
    await seen(region(page));
    expect(await head(page)).toContain('Talentos ativos');
  });
});

describe('relatório de talentos por área organizacional', () => {
  it('pede a área, soma os salários da prévia como o CSV e baixa PDF e XLSX', async () => {
    const page = await at.visit({ as: 'admin', at: `${REPORTS}/talentos-areas-organizacionais` });
    await button(page, 'Visualizar').click();
    await seen(page.getByText('Preencha os campos indicados'));
    await onlyArea(page, 'Diretoria Geral');
    await page.getByRole('radio', { name: 'Ativos' }).check();
    await button(page, 'Visualizar').click();
    await seen(region(page));
    const count = await foundCount(page);
    expect(count).toBeGreaterThan(20);

    const [titles = [], ...lines] = csvRows(await download(page, 'Exportar para CSV'));
    const people = lines.filter((line) => line.every((cell) => !/^(Total|Média) (de|geral) /.test(cell)));
    expect(people.length).toBe(count);
    const salaries = people.map((line) => money(line[titles.indexOf('Salário')] ?? '')).filter((amount) => !Number.isNaN(amount));
    const sum = salaries.reduce((all, one) => all + Math.round(one * 100), 0);
    const total = await region(page)
      .getByRole('row', { name: /^Total geral/ })
      .getByRole('cell')
      .last()
      .textContent();
    expect(Math.round(money(total ?? '') * 100)).toBe(sum);

    expect((await pdf(page, 'Talentos por Área Organizacional')).subarray(0, 5).toString()).toBe('%PDF-');
    await goTo(page, `${REPORTS}/talentos-areas-organizacionais`);
    await onlyArea(page, 'Jurídico');
    expect((await download(page, 'Exportar para XLS')).subarray(0, 2).toString()).toBe('PK');
  });
});

describe('painéis', () => {
  it('RUL-394: a página impressa leva data e hora, quem imprime e a empresa licenciada', async () => {
    const page = await at.visit({ as: 'admin', at: '/analytics/talento' });
    const head = page.getByText('Impresso por Mariana Borges');
    expect(await head.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await head.waitFor();
    const printed = page.locator('div').filter({ has: page.locator('> span', { hasText: 'Impresso por' }) });
    expect(await printed.last().innerText()).toMatch(
      /\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}[\s\S]*Impresso por Mariana Borges[\s\S]*Licenciado para: Indústria Aurora/,
    );
  });
});
