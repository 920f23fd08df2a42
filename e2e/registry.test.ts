import { describe, expect, it } from 'vitest';
import { foundCount, goTo, hasFocus, journeys, PATIENCE, seen, settled, tabTo } from './product.ts';

const at = journeys();
const AREAS = '/captacao/areas-interesse';

describe('um cadastro pelo teclado', () => {
  it('insere, recusa vazio com foco na primeira falta, acha sem acentos, edita, mostra o histórico e remove', async () => {
    const page = await at.visit({ as: 'admin', at: AREAS });
    await tabTo(page, page.getByRole('link', { name: 'Inserir' }));
    await page.keyboard.press('Enter');
    await seen(page.getByRole('heading', { level: 1, name: 'Inserir Área de Interesse' }));
    const name = page.getByRole('textbox', { name: 'Nome', exact: true });

    await page.keyboard.press('Control+s');
    await seen(page.getByRole('alert').filter({ hasText: 'Preencha os campos indicados' }));
    await expect.poll(() => hasFocus(name), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.type('Ação Jurídica e Cível');
    await tabTo(page, page.getByRole('combobox', { name: 'Áreas Organizacionais' }));
    await page.keyboard.type('juridico');
    await seen(page.getByRole('treeitem', { name: 'Jurídico' }));
    await page.keyboard.press('Enter');
    await seen(page.getByRole('treeitem', { name: 'Jurídico', selected: true }));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await seen(page.getByText('Registro salvo com sucesso.'));
    // A save stays on the record.
    await seen(page.getByRole('heading', { level: 1, name: 'Ação Jurídica e Cível' }));
    await tabTo(page, page.getByRole('button', { name: 'Voltar' }));
    await page.keyboard.press('Enter');
    await seen(page.getByRole('heading', { level: 1, name: 'Áreas de Interesse' }));
    await settled(page);

    await tabTo(page, page.getByRole('searchbox', { name: 'Pesquisar' }));
    await page.keyboard.type('ACAO juridica e civ');
    await seen(page.getByText('1 registro(s) encontrado(s).'));
    await tabTo(page, page.getByRole('link', { name: 'Ação Jurídica e Cível', exact: true }));
    await page.keyboard.press('Enter');
    await seen(page.getByRole('heading', { level: 1, name: 'Ação Jurídica e Cível' }));
    await tabTo(page, name);
    await page.keyboard.press('End');
    await page.keyboard.type(' Federal');
    await page.keyboard.press('Control+s');
    await seen(page.getByRole('heading', { level: 1, name: 'Ação Jurídica e Cível Federal' }));
    await tabTo(page, page.getByRole('button', { name: 'Voltar' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/busca=ACAO/);
    await seen(page.getByRole('link', { name: 'Ação Jurídica e Cível Federal', exact: true }));

    await tabTo(page, page.getByRole('button', { name: 'Histórico: Ação Jurídica e Cível Federal' }));
    await page.keyboard.press('Enter');
    const history = page.getByRole('dialog', { name: 'Histórico: Ação Jurídica e Cível Federal' });
    const change = history.getByRole('row').filter({ hasText: 'Ação Jurídica e Cível Federal' }).first();
    await seen(change);
    expect(await change.getByRole('cell').allTextContents()).toEqual([
      'Nome',
      'Ação Jurídica e Cível',
      'Ação Jurídica e Cível Federal',
    ]);
    await seen(history.getByText(/Mariana Borges, em \d\d\/\d\d\/\d{4}/));
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'hidden' });

    await tabTo(page, page.getByRole('button', { name: 'Excluir: Ação Jurídica e Cível Federal' }));
    await page.keyboard.press('Enter');
    const removal = page.getByRole('dialog', { name: 'Excluir Área de Interesse' });
    await seen(removal.getByText('Confirma exclusão?'));
    await seen(removal.getByText('Ação Jurídica e Cível Federal', { exact: true }));
    await expect
      .poll(() => hasFocus(page.getByRole('button', { name: 'Remover', exact: true })), { timeout: PATIENCE })
      .toBe(true);
    await page.keyboard.press('Enter');
    await seen(page.getByText('Registro removido com sucesso.'));
    await seen(page.getByText('Nenhum registro encontrado.'));
    await seen(page.getByText('0 registro(s) encontrado(s).'));
    await page.keyboard.press('Control+z');
    await seen(page.getByText('Registro restaurado com sucesso.'));
    await seen(page.getByRole('link', { name: 'Ação Jurídica e Cível Federal', exact: true }));
  });

  it('o menu de uma linha abre pelo teclado, anda pelos seus atos, e Escape devolve o foco ao seu botão', async () => {
    const page = await at.visit({ as: 'admin', at: '/gestao-talentos/talentos' });
    const more = page.getByRole('button', { name: /^Mais ações: / }).first();
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    const items = page.getByRole('menu').getByRole('menuitem');
    await expect.poll(() => hasFocus(items.first()), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hasFocus(items.nth(1)), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('End');
    await expect.poll(() => hasFocus(items.last()), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(more), { timeout: PATIENCE }).toBe(true);

    // What a deed opened gives the focus back too.
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(items.first()), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('End');
    await expect.poll(() => hasFocus(items.filter({ hasText: 'Histórico' })), { timeout: PATIENCE }).toBe(true);
    await page.keyboard.press('Enter');
    const history = page.getByRole('dialog', { name: /^Histórico: / });
    await seen(history);
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(more), { timeout: PATIENCE }).toBe(true);
  });

  it('guarda o rascunho ao recarregar e pergunta antes de perder o que não foi salvo', async () => {
    const page = await at.visit({ as: 'admin', at: `${AREAS}/new` });
    page.on('dialog', (dialog) => void dialog.accept());
    const name = page.getByRole('textbox', { name: 'Nome', exact: true });
    await name.fill('Rascunho que fica');
    const kept = () =>
      page.evaluate(() => Object.values(sessionStorage).some((text) => String(text).includes('Rascunho que fica')));
    await expect.poll(kept, { timeout: PATIENCE }).toBe(true);
    await page.reload();
    await page.getByRole('button', { name: 'Restaurar rascunho' }).click();
    expect(await name.inputValue()).toBe('Rascunho que fica');

    await page.getByRole('link', { name: 'Início' }).click();
    const question = page.getByRole('dialog', { name: 'Sair sem salvar' });
    await seen(question.getByText('Existem alterações que não foram salvas. Deseja sair sem salvar?'));
    await question.getByRole('button', { name: 'Continuar editando' }).click();
    expect(await name.inputValue()).toBe('Rascunho que fica');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await question.getByRole('button', { name: 'Sair sem salvar' }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Áreas de Interesse' }));
    await goTo(page, `${AREAS}/new`);
    expect(await page.getByRole('button', { name: 'Restaurar rascunho' }).count()).toBe(0);
  });
});

describe('o estado da lista', () => {
  it('está no endereço: ordem, página e filtro ficam ao recarregar, ao abrir um registro e ao voltar', async () => {
    const page = await at.visit({ as: 'admin', at: '/gestao-talentos/talentos' });
    const table = page.getByRole('table', { name: 'Talentos' });
    /** The names of a list that waits for nothing. */
    const names = async () => {
      await settled(page);
      return table
        .getByRole('row')
        .getByRole('link', { name: /^[^:]+$/ })
        .allTextContents();
    };
    const total = await foundCount(page);
    expect(total).toBeGreaterThan(30);
    const usual = await names();

    await table.getByRole('button', { name: 'Nome', exact: true }).click();
    await page.waitForURL(/sort=nome(,|%2C)desc/);
    await expect.poll(names, { timeout: PATIENCE }).not.toEqual(usual);
    const first = await names();
    await page.getByRole('button', { name: 'Página 2', exact: true }).click();
    await page.waitForURL(/pagina=2/);
    await expect.poll(names, { timeout: PATIENCE }).not.toEqual(first);
    const second = await names();
    expect(second.length).toBe(15);
    expect(second).toEqual([...second].sort((a, b) => b.localeCompare(a, 'pt-BR')));

    await page.reload();
    await settled(page);
    await expect.poll(names, { timeout: PATIENCE }).toEqual(second);
    expect(await table.getByRole('columnheader', { name: 'Nome', exact: true }).getAttribute('aria-sort')).toBe('descending');
    await page.getByRole('link', { name: second[0] ?? '', exact: true }).click();
    await seen(page.getByRole('heading', { level: 1, name: second[0] ?? '' }));
    await page.goBack();
    await page.waitForURL(/pagina=2/);
    await expect.poll(names, { timeout: PATIENCE }).toEqual(second);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('pagina'));
    await expect.poll(names, { timeout: PATIENCE }).toEqual(first);

    await page.getByRole('searchbox', { name: 'Pesquisar' }).fill('silva');
    await page.waitForURL(/busca=silva/);
    await expect.poll(() => foundCount(page), { timeout: PATIENCE }).toBeLessThan(total);
    const few = await foundCount(page);
    await page.reload();
    await settled(page);
    expect(await page.getByRole('searchbox', { name: 'Pesquisar' }).inputValue()).toBe('silva');
    expect(await foundCount(page)).toBe(few);
    await page.getByRole('searchbox', { name: 'Pesquisar' }).fill('ninguém com este nome');
    await seen(page.getByText('Nenhum registro encontrado.'));
    await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
    await seen(page.getByText(`${total} registro(s) encontrado(s).`));
  });

  it('lembra as colunas escolhidas, o tamanho da página e uma visão com nome', async () => {
    const page = await at.visit({ as: 'admin', at: '/gestao-talentos/talentos' });
    const table = page.getByRole('table', { name: 'Talentos' });
    await page.getByRole('button', { name: 'Escolher colunas' }).click();
    const cargo = page.getByRole('checkbox', { name: 'Cargo', exact: true });
    await cargo.click();
    await expect.poll(() => cargo.isChecked(), { timeout: PATIENCE }).toBe(false);
    const saved = page.waitForResponse((response) => response.request().postData()?.includes('dataNascimento') ?? false);
    await page.getByRole('checkbox', { name: 'Data de nascimento' }).click();
    await page.keyboard.press('Escape');
    await seen(table.getByRole('columnheader', { name: 'Data de nascimento' }));
    expect(await table.getByRole('columnheader', { name: 'Cargo', exact: true }).count()).toBe(0);
    await saved;
    await page.reload();
    await settled(page);
    await seen(table.getByRole('columnheader', { name: 'Data de nascimento' }));
    expect(await table.getByRole('columnheader', { name: 'Cargo', exact: true }).count()).toBe(0);

    await page.getByRole('combobox', { name: 'Registros por página' }).selectOption('50 por página');
    await page.waitForURL(/size=50/);
    await expect.poll(() => table.getByRole('row').count(), { timeout: PATIENCE }).toBe(51);

    await page.getByRole('button', { name: 'Visões' }).click();
    await page.getByRole('menuitem', { name: 'Salvar como nova visão' }).click();
    await page.getByRole('textbox', { name: 'Nome da visão' }).fill('Cinquenta');
    await page.keyboard.press('Enter');
    await seen(page.getByRole('button', { name: 'Visões: Cinquenta' }));
    await goTo(page, '/gestao-talentos/talentos');
    await page.getByRole('button', { name: 'Visões' }).click();
    await page.getByRole('menuitem', { name: 'Cinquenta', exact: true }).click();
    await page.waitForURL(/size=50/);
  });
});
