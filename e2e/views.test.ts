import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { inspect } from './inspect.ts';
import { goTo, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();
const OCORRENCIAS = '/gestao-talentos/colaboradores-ocorrencias';

/** An answer of the server within the session of the page. */
async function ask<T>(page: Page, method: 'GET' | 'POST', path: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(`${at.origin}/api${path}`, {
    method,
    headers: { origin: at.origin },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

interface Ocorrencia {
  id: number;
  colaborador: { id: number; nome: string };
  ocorrencia: { id: number };
  dataIni: string;
  observacao: string | null;
}

const ocorrencias = async (page: Page) => (await ask<{ content: Ocorrencia[] }>(page, 'GET', `${OCORRENCIAS}?page=0`)).content;

describe('edição em lote', () => {
  it('escolhe registros e campos, mostra o que muda, altera e desfaz', async () => {
    const page = await at.visit({ as: 'admin', at: OCORRENCIAS });
    const antes = await ocorrencias(page);
    const ticks = page.getByRole('checkbox', { name: /^Selecionar (?!todos)/ });
    for (const place of [0, 1]) await ticks.nth(place).click();
    await page.getByRole('button', { name: 'Editar em lote' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Campos que mudam' }).click();
    await page.getByRole('option', { name: 'Observação' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('textbox', { name: 'Observação' }).fill('Conferido em lote');
    await dialog.getByRole('button', { name: 'Ver o que muda' }).click();
    await seen(dialog.getByText('2 registros mudam', { exact: true }));
    expect(await inspect(page, `${OCORRENCIAS}, o que muda`)).toEqual([]);
    await dialog.getByRole('button', { name: 'Alterar 2 registros' }).click();
    await seen(page.getByText('2 registros alterados.', { exact: true }));
    const ids = antes.slice(0, 2).map(({ id }) => id);
    const lidas = await Promise.all(ids.map((id) => ask<Ocorrencia>(page, 'GET', `${OCORRENCIAS}/${id}`)));
    expect(lidas.map(({ observacao }) => observacao)).toEqual(['Conferido em lote', 'Conferido em lote']);
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await seen(page.getByText('2 registros voltaram ao que eram.', { exact: true }));
    const voltaram = await Promise.all(ids.map((id) => ask<Ocorrencia>(page, 'GET', `${OCORRENCIAS}/${id}`)));
    expect(voltaram.map(({ observacao }) => observacao)).not.toContain('Conferido em lote');
  });
});

describe('calendário', () => {
  it('mostra os registros nos seus dias, anda pelo teclado, abre um dia e leva um registro a outro', async () => {
    const page = await at.visit({ as: 'admin', at: OCORRENCIAS });
    const [modelo] = await ocorrencias(page);
    if (!modelo) throw new Error('A demonstração tem ocorrências.');
    // A day of this month with one after it, both not yet to come.
    const hoje = today();
    const dia = hoje.endsWith('-01') ? hoje : addDays(hoje, -1);
    const outro = hoje.endsWith('-01') ? addDays(hoje, 1) : hoje;
    const { colaborador, ocorrencia } = modelo;
    const feita = await ask<Ocorrencia>(page, 'POST', OCORRENCIAS, {
      colaborador: colaborador.id,
      ocorrencia: ocorrencia.id,
      dataIni: dia,
      observacao: 'Do calendário',
    });
    await goTo(page, `${OCORRENCIAS}?visao=calendario&busca=${encodeURIComponent('Do calendário')}`);
    expect(await inspect(page, `${OCORRENCIAS}?visao=calendario`)).toEqual([]);
    const barra = page.getByRole('link', { name: colaborador.nome, exact: true });
    await seen(barra);

    const botao = page.locator(`[data-day="${dia}"]`);
    await botao.focus();
    await page.keyboard.press('PageUp');
    await expect.poll(() => new URL(page.url()).searchParams.get('mes'), { timeout: PATIENCE }).not.toBeNull();
    await page.getByRole('button', { name: 'Hoje', exact: true }).click();
    await settled(page);
    await botao.focus();
    await page.keyboard.press('Enter');
    await seen(page.getByRole('dialog').getByText(formatDate(dia)));
    await page.keyboard.press('Escape');

    await barra.dragTo(page.locator(`[data-day="${outro}"]`));
    await seen(page.getByText(`${colaborador.nome}: ${formatDate(outro)}`, { exact: true }));
    const lida = await ask<Ocorrencia>(page, 'GET', `${OCORRENCIAS}/${feita.id}`);
    expect(lida).toMatchObject({ dataIni: outro, observacao: 'Do calendário' });
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect
      .poll(async () => (await ask<Ocorrencia>(page, 'GET', `${OCORRENCIAS}/${feita.id}`)).dataIni, { timeout: PATIENCE })
      .toBe(dia);
  });
});
