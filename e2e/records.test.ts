import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, foundCount, goTo, hasFocus, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();
const TALENTOS = '/gestao-talentos/talentos';
const AREAS = '/cargo-salario/areas-organizacionais';
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).click();
const saved = (page: Page) => seen(page.getByText('Registro salvo com sucesso.'));

describe('talentos', () => {
  it('pede o que falta em cada aba, leva à primeira falta e grava o histórico datado', async () => {
    const page = await at.visit({ as: 'admin', at: `${TALENTOS}/new` });
    await page.getByRole('tab', { name: 'Contato' }).click();
    await save(page);
    await seen(page.getByRole('alert').filter({ hasText: 'Preencha os campos indicados' }));
    await expect.poll(() => hasFocus(textbox(page, 'Nome')), { timeout: PATIENCE }).toBe(true);
    for (const sentence of ['Nome é obrigatório', 'CPF é obrigatório']) await seen(page.getByText(sentence, { exact: true }));

    await textbox(page, 'Nome').fill('Zuleica Antunes da Jornada');
    await textbox(page, 'CPF').pressSequentially('11144477735');
    expect(await textbox(page, 'CPF').inputValue()).toBe('111.444.777-35');
    await page.getByRole('radio', { name: 'Feminino' }).check();
    await textbox(page, 'Data de nascimento').pressSequentially('15031990');
    await save(page);
    // What is left stands on the second tab, and the form goes there.
    await seen(page.getByRole('tab', { name: /Dados funcionais/, selected: true }));
    await expect.poll(() => hasFocus(textbox(page, 'Data de admissão')), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.type('01022024');

    // The first entry is there: the hire, on the day of admission.
    await expect.poll(() => textbox(page, 'A partir de').inputValue(), { timeout: PATIENCE }).toBe('01/02/2024');
    await textbox(page, 'A partir de').fill('01/01/2024');
    await choose(page, 'Área Organizacional', /Jurídico/, 'juridico');
    await choose(page, 'Faixa Salarial', /I+$/, 'I');
    await page.getByRole('radiogroup', { name: 'Tipo do salário' }).getByRole('radio', { name: 'Valor' }).check();
    await textbox(page, 'Salário').pressSequentially('43210,98');
    await save(page);
    await seen(page.getByText('Data do histórico inferior à data de admissão.'));
    await textbox(page, 'A partir de').fill('01/02/2024');
    await save(page);
    // So much is above every band: it is asked, and saved when it is confirmed.
    await page.getByRole('dialog', { name: 'Confirme antes de salvar' }).getByRole('button', { name: 'Confirmar' }).click();
    await saved(page);
    // The save stays on the record, which is now for reading.
    await seen(page.getByRole('heading', { level: 1, name: 'Zuleica Antunes da Jornada' }));

    await goTo(page, TALENTOS);
    await page.getByRole('searchbox', { name: 'Pesquisar' }).fill('zuleica');
    await seen(page.getByText('1 registro(s) encontrado(s).'));
    const row = page.getByRole('row').filter({ hasText: 'Zuleica Antunes da Jornada' });
    await seen(row.getByRole('cell', { name: /Jurídico/ }));
    await seen(row.getByRole('cell', { name: '01/02/2024' }));
  });

  it('mostra a quem salva por último o que outra aba mudou no mesmo registro', async () => {
    const page = await at.visit({ as: 'admin', at: TALENTOS });
    await page
      .getByRole('link', { name: /^Editar: / })
      .first()
      .click();
    await settled(page);
    await seen(textbox(page, 'Nome'));
    const other = await page.context().newPage();
    await other.goto(page.url());
    await settled(other);
    await textbox(other, 'Nome social').fill('Nome da outra aba');
    await textbox(other, 'Naturalidade').fill('Sobral');
    await save(other);
    await saved(other);

    await textbox(page, 'Nome social').fill('Nome desta aba');
    const record = `/api${new URL(page.url()).pathname}`;
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Registro alterado' });
    const row = dialog.getByRole('table', { name: 'O que muda com as suas alterações' }).getByRole('row');
    await seen(row.nth(1));
    expect(await row.nth(1).getByRole('cell').allTextContents()).toEqual(['Nome social', 'Nome da outra aba', 'Nome desta aba']);
    await dialog.getByRole('button', { name: 'Manter minhas alterações' }).click();
    await saved(page);
    // What only the other tab changed is still there.
    expect(await (await page.request.get(record)).json()).toMatchObject({ nomeSocial: 'Nome desta aba', naturalidade: 'Sobral' });
  });

  it('sem rede nada se perde, e o que já foi gravado não vira conflito', async () => {
    const page = await at.visit({ as: 'admin', at: '/sst/vacinas/1?editar=1' });
    await textbox(page, 'Nome').fill('Vacina sem rede');
    // The answer is lost, the save is not.
    await page.route('**/api/sst/vacinas/1', async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    });
    await save(page);
    await seen(page.getByRole('alert').filter({ hasText: 'O que você digitou continua aqui' }));
    expect(await textbox(page, 'Nome').inputValue()).toBe('Vacina sem rede');
    await page.unroute('**/api/sst/vacinas/1');
    await save(page);
    await saved(page);
  });
});

describe('áreas organizacionais', () => {
  it('recusa inativar a área que tem filhas ativas', async () => {
    const page = await at.visit({ as: 'admin', at: `${AREAS}?busca=financeiro` });
    await page.getByRole('link', { name: 'Financeiro', exact: true }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Financeiro' }));
    await page.getByRole('button', { name: 'Editar', exact: true }).click();
    const isActive = page.getByRole('switch', { name: 'Ativo', exact: true });
    await expect.poll(() => isActive.isDisabled(), { timeout: PATIENCE }).toBe(true);
    // The screen does not offer it; whoever asks nevertheless is told why.
    const path = `/api${new URL(page.url()).pathname}`;
    const area = (await (await page.request.get(path)).json()) as { nome: string; areaMae: { id: number } };
    const refused = await page.request.put(path, {
      headers: { origin: at.origin },
      data: { nome: area.nome, areaMae: area.areaMae.id, ativo: false },
    });
    expect(refused.status()).toBe(400);
    expect(await refused.text()).toContain('A área não pode ser inativada porque possui áreas filhas ativas.');
  });

  it('RUL-236: desenha o organograma e o imprime sozinho na folha', async () => {
    const page = await at.visit({ as: 'admin' });
    await page.addInitScript(() => {
      window.print = () =>
        document.body.setAttribute('data-printed', document.querySelector('.vinculo-print')?.textContent ?? '');
    });
    await goTo(page, '/cargo-salario/organograma');
    await page.getByRole('button', { name: 'Ver como árvore' }).click();
    await seen(page.getByRole('treeitem', { name: /Diretoria Geral/ }));
    await page.getByRole('button', { name: 'Ver como árvore' }).click();
    // A screen reader hears each area with the one above it, and no number of a line.
    await seen(page.getByRole('group', { name: /^Compras, .*, abaixo de Administração$/ }));
    expect(await page.getByRole('img', { name: /\d/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Imprimir' }).click();
    await expect
      .poll(() => page.evaluate(() => document.body.getAttribute('data-printed')), { timeout: PATIENCE })
      .toMatch(/Organograma.*Diretoria Geral/s);
  });
});

describe('faixas salariais', () => {
  it('acha o CBO pela descrição e guarda históricos por cargo, por índice e por valor', async () => {
    const page = await at.visit({ as: 'admin', at: '/cargo-salario/faixas-salariais/new' });
    await choose(page, 'Cargo', 'Motorista');
    await textbox(page, 'Nome').fill('Jornada I');
    await choose(page, 'Código CBO', /motorista/i, 'motorista');
    const add = page.getByRole('button', { name: /^Adicionar(:| mais um)/ });
    const tipos = page.getByRole('radiogroup', { name: 'Tipo' });
    const dates = textbox(page, 'A partir de');
    for (const [index, [data, tipo]] of [
      ['01012024', 'Valor'],
      ['01072024', 'Índice'],
      ['01012025', 'Cargo'],
    ].entries()) {
      await add.click();
      await expect.poll(() => dates.count(), { timeout: PATIENCE }).toBe(index + 1);
      // The newest entry is the first.
      await dates.first().pressSequentially(data ?? '');
      await tipos
        .first()
        .getByRole('radio', { name: tipo ?? '' })
        .check();
    }
    await textbox(page, 'Valor').last().pressSequentially('3456,78');
    await save(page);
    await seen(page.getByText(/^Índice é (requerido|obrigatório)$/));
    await choose(page, 'Índice', 'Salário Mínimo');
    await textbox(page, 'Quantidade').last().fill('2,5');
    await save(page);
    await saved(page);
    await goTo(page, '/cargo-salario/faixas-salariais');
    await page.getByRole('searchbox', { name: 'Pesquisar' }).fill('jornada');
    await expect.poll(() => foundCount(page), { timeout: PATIENCE }).toBe(1);
  });
});

describe('vacinas', () => {
  it('adiciona, reordena e remove doses, com confirmação, e cobra a quantidade dita', async () => {
    const page = await at.visit({ as: 'admin', at: '/sst/vacinas/new' });
    await textbox(page, 'Nome').fill('Vacina da jornada');
    await textbox(page, 'Quantidade de doses').fill('2');
    const add = page.getByRole('button', { name: /^Adicionar(:| mais um)/ });
    const days = page.getByRole('textbox', { name: 'Dias para a próxima dose' });
    const numbers = page.getByRole('textbox', { name: 'Número da dose' });
    for (const [index, [dose, wait]] of [
      ['1', '30'],
      ['2', '60'],
      ['3', '90'],
    ].entries()) {
      await add.click();
      await numbers.nth(index).fill(dose ?? '');
      await days.nth(index).fill(wait ?? '');
    }
    const all = () => days.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    await page.getByRole('button', { name: 'Reordenar: mover o item 3 para cima' }).click();
    await expect.poll(all, { timeout: PATIENCE }).toEqual(['30', '90', '60']);
    await save(page);
    await seen(page.getByText('Quantidade de doses diferente das doses informadas'));

    await page.getByRole('button', { name: 'Remover o item 2' }).click();
    const question = page.getByRole('dialog', { name: 'Remover' });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    expect(await all()).toEqual(['30', '90', '60']);
    await page.getByRole('button', { name: 'Remover o item 2' }).click();
    await question.getByRole('button', { name: 'Remover', exact: true }).click();
    await expect.poll(all, { timeout: PATIENCE }).toEqual(['30', '60']);
    await save(page);
    await saved(page);
    await seen(page.getByRole('heading', { level: 1, name: 'Vacina da jornada' }));
    await page.getByRole('button', { name: 'Editar', exact: true }).click();
    await expect.poll(all, { timeout: PATIENCE }).toEqual(['30', '60']);
  });
});
