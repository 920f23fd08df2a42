import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { today } from '#kit/br/date.ts';
import { inspect } from './inspect.ts';
import { choose, foundCount, goTo, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();
const PLANOS = '/cargo-salario/tabelas-reajustes-colaboradores';
const TITULO = 'Mérito da jornada';
/** A day that is yet to come. */
const DIA = `01/01/${Number(today().slice(0, 4)) + 2}`;

const toast = (page: Page, text: string | RegExp) => seen(page.getByRole('alert').filter({ hasText: text }));
const etapa = async (page: Page, nome: string) => {
  await page.getByRole('tab', { name: nome }).click();
  await settled(page);
};
/** What a figure of the plan says: 'Folha antes', 'Diferença por mês'. */
const figura = (page: Page, nome: string) => page.locator('dl div').filter({ hasText: nome }).locator('dd').innerText();

it('um planejamento nasce, recebe linhas, é conferido, aplicado e cancelado, e os salários voltam ao que eram', async () => {
  const page = await at.visit({ as: 'admin', at: `${PLANOS}/new` });
  await page.getByRole('textbox', { name: 'Título' }).fill(TITULO);
  await page.getByRole('textbox', { name: 'Data de aplicação' }).fill(DIA);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  // The save goes on in the plan itself, where the lines are made.
  await seen(page.getByRole('heading', { level: 1, name: TITULO }));
  const plano = new URL(page.url()).pathname;
  expect(plano).toMatch(/\/\d+$/);

  // One line by hand: what it must say is marked and told.
  await page.getByRole('link', { name: 'Inserir linha' }).first().click();
  await settled(page);
  await choose(page, 'Talento', /./, 'an');
  const valor = page.getByRole('radio', { name: 'Valor', exact: true });
  await expect.poll(() => page.getByRole('combobox', { name: 'Área proposta' }).inputValue(), { timeout: PATIENCE }).not.toBe('');
  await valor.check();
  const salario = page.getByRole('textbox', { name: /^Salário proposto/ });
  await salario.fill('');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(page.getByText('Valor é obrigatório'));
  await salario.fill('98.765,43');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await page.getByRole('dialog', { name: 'Confirme antes de salvar' }).getByRole('button', { name: 'Confirmar' }).click();
  await seen(page.getByText('1 registro(s) encontrado(s).'));

  // The rest together.
  await page.getByRole('link', { name: 'Reajuste coletivo', exact: true }).click();
  await settled(page);
  await page.getByRole('checkbox', { name: 'Marcar todos: Estabelecimentos' }).check();
  // The area at the top means all of them.
  await choose(page, 'Áreas Organizacionais', 'Diretoria Geral');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: /^Valor/ }).fill('4,5');
  await page.getByRole('switch', { name: /^Incluir também quem recebe pela faixa/ }).check();
  await seen(page.getByText(/passa a R\$\s3\.135,00/));
  const found = await inspect(page, `${plano}: reajuste coletivo`);
  await page.getByRole('button', { name: 'Incluir no planejamento' }).click();
  await toast(page, /linhas incluídas; 1 já estava no planejamento/);
  await settled(page);
  // The list that was read a moment ago holds one line: what is shown now are all.
  await expect.poll(() => foundCount(page), { timeout: PATIENCE }).toBeGreaterThan(1);

  found.push(...(await inspect(page, `${plano}: linhas`)));
  await etapa(page, '2. Conferência');
  await seen(page.getByText('Nada impede a aplicação'));
  const antes = await figura(page, 'Folha antes');
  const depois = await figura(page, 'Folha depois');
  expect(antes).not.toBe(depois);
  found.push(...(await inspect(page, `${plano}: conferência`)));
  await etapa(page, '3. Aplicação');
  found.push(...(await inspect(page, `${plano}: aplicação`)));

  await page.getByRole('button', { name: 'Aplicar', exact: true }).click();
  // What is about to happen is told, and from when.
  await seen(page.getByRole('dialog').getByText(new RegExp(`Aplicar o reajuste .* em ${DIA}\\.`)));
  found.push(...(await inspect(page, `${plano}: aplicar`)));
  expect(found).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Aplicar', exact: true }).click();
  await toast(page, 'Reajuste aplicado com sucesso.');
  await seen(page.getByText(/^Aplicadas em/));

  // What an applied plan no longer changes is not offered.
  await page.getByRole('link', { name: 'Dados do planejamento' }).click();
  await seen(page.getByText('Este planejamento já foi aplicado: a data, o tipo e o dissídio não mudam mais.', { exact: false }));
  expect(await page.getByRole('textbox', { name: 'Data de aplicação' }).isEditable()).toBe(false);
  await goTo(page, `${plano}?aba=aplicacao`);

  await page.getByRole('button', { name: 'Cancelar reajuste' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar reajuste' }).click();
  await toast(page, 'Reajuste cancelado com sucesso.');
  await seen(page.getByText('Planejamento cancelado'));
  await goTo(page, `${plano}?aba=conferencia`);
  expect(await figura(page, 'Folha antes')).toBe(antes);

  // A copy goes on from the same lines.
  await page.getByRole('button', { name: 'Copiar' }).click();
  await toast(page, 'Planejamento copiado com as suas linhas.');
  // The copy has an address of its own, which may come after the message.
  await page.waitForURL((url) => /\/\d+$/.test(url.pathname) && url.pathname !== plano, { timeout: PATIENCE });
  await goTo(page, `${new URL(page.url()).pathname}?aba=conferencia`);
  await seen(page.getByText('Nada impede a aplicação'));
  expect(await figura(page, 'Folha depois')).toBe(depois);
});
