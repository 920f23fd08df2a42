import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inspect } from './inspect.ts';
import { goTo, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();
const LISTA = '/gestao-talentos/colaboradores-periodos-experienciais-avaliacoes';

const rowOf = (page: Page, nome: string) => page.getByRole('row').filter({ hasText: nome });

describe('período de experiência', () => {
  it('vai de quem deve ser avaliado à avaliação, ao resultado na lista e à linha do tempo', async () => {
    const page = await at.visit({ as: 'admin', at: LISTA });
    // The leader of the first one has answered, and their answers give the percentage.
    const avaliar = page.getByRole('link', { name: /^Avaliar: / }).nth(1);
    const quem = ((await avaliar.getAttribute('aria-label')) ?? '').replace('Avaliar: ', '');
    const [nome = '', periodo = ''] = quem.split(', ');
    expect(await inspect(page, LISTA)).toEqual([]);
    await avaliar.click();
    await settled(page);
    // Talent, period and its only model are there already.
    for (const [campo, valor] of [
      ['Talento', nome],
      ['Período de Experiência', periodo],
    ] as const)
      await expect.poll(() => page.getByRole('combobox', { name: campo }).inputValue(), { timeout: PATIENCE }).toBe(valor);
    await page.getByRole('textbox', { name: 'Percentual obtido' }).fill('64,5');
    await seen(page.getByText('Reprovado: o mínimo é 70,00%.'));
    await page.getByRole('radio', { name: 'Prorrogar' }).click();
    await seen(page.getByText(/não passa de 90 dias no total/));
    expect(await inspect(page, `${LISTA}/new`)).toEqual([]);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    // Of somebody whose trial was prolonged before, the law's consequence is confirmed first.
    const confirma = page.getByRole('button', { name: 'Confirmar', exact: true });
    const salvo = page.getByText('Registro salvo com sucesso.', { exact: true });
    await seen(confirma.or(salvo));
    if (await confirma.isVisible()) await confirma.click();
    await seen(salvo);
    await settled(page);

    await page.getByText('Avaliados', { exact: true }).click();
    await settled(page);
    const feita = rowOf(page, nome).filter({ hasText: '64,50%' });
    await seen(feita.getByText('Reprovado', { exact: true }));
    await seen(feita.getByText('Prorrogar', { exact: true }));
    const ficha = (await feita.getByRole('link', { name: /^Ver a ficha do talento/ }).getAttribute('href')) ?? '';
    await goTo(page, ficha);
    await page.getByRole('tab', { name: 'Linha do tempo', exact: true }).click();
    await seen(page.getByText(`Avaliação do período de experiência: ${periodo}`, { exact: true }));
    await seen(page.getByText(/^Prorrogar · 64,50% · Reprovado · /));
  });
});
