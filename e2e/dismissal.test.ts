import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { formatDate, today } from '#kit/br/date.ts';
import { inspect } from './inspect.ts';
import { choose, goTo, journeys, PATIENCE, seen } from './product.ts';

const at = journeys();
const TALENTOS = '/gestao-talentos/talentos';
const DESLIGAMENTOS = '/gestao-talentos/desligamentos';

const told = (page: Page, sentence: string) => seen(page.getByText(sentence, { exact: true }));
const dialog = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, nome: string) => page.getByRole('row').filter({ hasText: nome });

/** The first talents of a state. */
async function peopleIn(page: Page, situacao: string): Promise<{ id: number; nome: string; cpf: string }[]> {
  const answer = await page.request.get(`/api/gestao-talentos/talentos?situacao=${situacao}&page=0&size=1`);
  return ((await answer.json()) as { content: { id: number; nome: string; cpf: string }[] }).content;
}

async function timeline(page: Page, ficha: string): Promise<string> {
  await goTo(page, ficha);
  await page.getByRole('tab', { name: 'Linha do tempo', exact: true }).click();
  await seen(page.getByText('Admissão', { exact: true }));
  return page.getByRole('tabpanel', { name: 'Linha do tempo' }).innerText();
}

describe('desligamento', () => {
  it('vai do pedido à confirmação e ao cancelamento; a ficha e a linha do tempo acompanham', async () => {
    const page = await at.visit({ as: 'admin', at: TALENTOS });
    const [{ id, nome } = { id: 0, nome: '' }] = await peopleIn(page, 'A');
    const ficha = `${TALENTOS}/${id}`;
    await goTo(page, `${DESLIGAMENTOS}/new?colaborador=${id}`);
    // The talent of the row is there already; what is missing is told at its field.
    await expect.poll(() => page.getByRole('combobox', { name: 'Talento' }).inputValue(), { timeout: PATIENCE }).toContain(nome);
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    for (const sentence of ['Data de desligamento é obrigatória', 'Motivo é obrigatório', 'Tipo é obrigatório'])
      await told(page, sentence);
    expect(await inspect(page, `${DESLIGAMENTOS}/new`)).toEqual([]);
    await page.getByRole('textbox', { name: 'Data de desligamento' }).fill(formatDate(today()));
    await choose(page, 'Motivo', 'Pedido de demissão');
    await choose(page, 'Tipo', 'A pedido do talento');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await told(page, 'Registro salvo com sucesso.');
    await goTo(page, DESLIGAMENTOS);
    await seen(rowOf(page, nome).getByText('Aguardando confirmação'));

    await rowOf(page, nome)
      .getByRole('button', { name: /^Confirmar desligamento/ })
      .click();
    await seen(dialog(page).getByText(`Confirma o desligamento de ${nome}?`));
    await dialog(page).getByRole('button', { name: 'Confirmar desligamento', exact: true }).click();
    await told(page, 'Desligamento confirmado com sucesso.');
    await seen(rowOf(page, nome).getByText('Confirmado', { exact: true }));
    expect(await timeline(page, ficha)).toContain('Desligamento');
    expect(await inspect(page, `${ficha} (linha do tempo)`)).toEqual([]);

    // The board shows the same: a card that is dropped on another state asks what its button asks.
    await goTo(page, `${DESLIGAMENTOS}?visao=quadro`);
    const coluna = (name: string) => page.getByRole('region', { name, exact: true });
    const cartao = coluna('Confirmado').getByRole('article').filter({ hasText: nome });
    await seen(cartao);
    expect(await inspect(page, `${DESLIGAMENTOS} (quadro)`)).toEqual([]);
    // Nothing scrolls while the mouse is down.
    await coluna('Cancelado').scrollIntoViewIfNeeded();
    await cartao.dragTo(coluna('Cancelado').getByText('Cancelado', { exact: true }));
    await seen(dialog(page).getByText(`Cancelar o desligamento de ${nome}? O talento volta a ficar ativo.`));
    await dialog(page).getByRole('button', { name: 'Voltar' }).click();

    await goTo(page, DESLIGAMENTOS);
    await rowOf(page, nome)
      .getByRole('button', { name: /^Cancelar desligamento/ })
      .click();
    await seen(dialog(page).getByText(`Cancelar o desligamento de ${nome}? O talento volta a ficar ativo.`));
    await dialog(page).getByRole('button', { name: 'Cancelar desligamento' }).click();
    await told(page, 'Desligamento cancelado com sucesso.');
    await seen(rowOf(page, nome).getByText('Cancelado', { exact: true }));
    await timeline(page, ficha);
    await page.getByRole('tab', { name: 'Dados funcionais', exact: true }).click();
    await seen(page.getByText('Data de admissão', { exact: true }));
    expect(await page.getByText('Data de desligamento', { exact: true }).count()).toBe(0);
  });
});

describe('readmissão', () => {
  it('começa do CPF de quem saiu, traz a pessoa e deixa o vínculo anterior como estava', async () => {
    const page = await at.visit({ as: 'admin', at: `${TALENTOS}?situacao=D` });
    const [{ nome, cpf: numero } = { nome: '', cpf: '' }] = await peopleIn(page, 'D');
    const cpf = CPF.format(numero);
    await goTo(page, `${TALENTOS}/new`);
    await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
    const aviso = page.getByRole('status').filter({ hasText: `${nome} trabalhou aqui de ` });
    await seen(aviso);
    expect(await inspect(page, `${TALENTOS}/new (quem já trabalhou)`)).toEqual([]);
    await aviso.getByRole('link', { name: 'Readmitir' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Nome', exact: true }).inputValue(), { timeout: PATIENCE })
      .toBe(nome);

    await page.getByRole('tab', { name: 'Dados funcionais', exact: true }).click();
    const hoje = formatDate(today());
    await page.getByRole('textbox', { name: 'Matrícula', exact: true }).fill('R-2026');
    await page.getByRole('textbox', { name: 'Data de admissão' }).fill(hoje);
    await expect.poll(() => page.getByRole('textbox', { name: 'A partir de' }).inputValue(), { timeout: PATIENCE }).toBe(hoje);
    expect(await page.getByRole('combobox', { name: 'Motivo' }).inputValue()).toBe('Contratação');
    for (const campo of ['Área Organizacional', 'Faixa Salarial']) await choose(page, campo, /\S/, '');
    await page.getByRole('radio', { name: 'Cargo' }).check();
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await told(page, 'Registro salvo com sucesso.');

    await goTo(page, `${TALENTOS}?busca=${encodeURIComponent(cpf)}`);
    await seen(page.getByText('2 registro(s) encontrado(s).'));
    const novo = rowOf(page, 'R-2026');
    await seen(novo.getByText('Ativo', { exact: true }));
    await novo.getByRole('link', { name: new RegExp(`^Editar`) }).click();
    await seen(page.getByText(/^Outro vínculo: de /));
    await goTo(page, new URL(page.url()).pathname);
    await page.getByRole('tab', { name: 'Linha do tempo', exact: true }).click();
    for (const titulo of ['Desligamento (outro vínculo)', 'Admissão (outro vínculo)', 'Admissão'])
      await seen(page.getByText(titulo, { exact: true }));
    // Who works here is not hired again.
    await goTo(page, `${TALENTOS}/new`);
    await page.getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
    await seen(page.getByText(`${nome} trabalha aqui desde ${hoje} (matrícula R-2026).`));
    expect(await page.getByRole('link', { name: 'Readmitir' }).count()).toBe(0);
  });
});
