import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { inspect } from './inspect.ts';
import { choose, foundCount, goTo, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();
const TALENTOS = '/gestao-talentos/talentos';

const list = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const told = (page: Page, sentence: string) => seen(page.getByText(sentence, { exact: true }));

/** Opens the first talent of the list on one of its sections, to be edited; answers the address of the page that is read. */
async function open(page: Page, tab: string): Promise<string> {
  await page
    .getByRole('link', { name: /^Editar: / })
    .first()
    .click();
  await settled(page);
  await page.getByRole('tab', { name: tab, exact: true }).click();
  return new URL(page.url()).pathname;
}
const edit = async (page: Page, path: string) => goTo(page, `${path}?aba=curriculo&editar=1`);

describe('ficha do talento', () => {
  it('RUL-048, RUL-067, RUL-374: formações entram, mudam e saem na memória, e são salvas com o registro', async () => {
    const page = await at.visit({ as: 'admin', at: TALENTOS });
    const path = await open(page, 'Currículo');
    await page.getByRole('button', { name: /^Adicionar .+: Formações$/ }).click();
    await seen(dialog(page).getByRole('heading', { name: 'Inserir Formação' }));
    await dialog(page).getByRole('button', { name: 'Adicionar', exact: true }).click();
    for (const sentence of ['Selecione a Área de Formação', 'Curso é obrigatório', 'Situação é obrigatória'])
      await told(page, sentence);
    await choose(dialog(page), 'Área de Formação', 'Engenharia de Produção');
    await dialog(page).getByRole('textbox', { name: 'Curso' }).fill('Engenharia Civil');
    await dialog(page)
      .getByRole('switch', { name: /maiúsculas/ })
      .click({ force: true });
    await dialog(page).getByRole('textbox', { name: 'Instituição' }).fill('Universidade do Ceará');
    await choose(dialog(page), 'Tipo', 'Graduação');
    await dialog(page).getByRole('radio', { name: 'Incompleto', exact: true }).check();
    await dialog(page).getByRole('textbox', { name: 'Conclusão' }).pressSequentially('122027');
    await dialog(page).getByRole('button', { name: 'Adicionar', exact: true }).click();
    await told(page, 'Formação acadêmica salva com sucesso.');
    await seen(list(page, 'Formações').getByText('12/2027'));
    await seen(list(page, 'Formações').getByText('UNIVERSIDADE DO CEARÁ'));

    await list(page, 'Formações')
      .getByRole('button', { name: /^Editar o item/ })
      .last()
      .click();
    await dialog(page).getByRole('textbox', { name: 'Curso' }).fill('Engenharia Elétrica');
    await dialog(page).getByRole('button', { name: 'Confirmar' }).click();
    await told(page, 'Formação acadêmica editada com sucesso.');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await told(page, 'Registro salvo com sucesso.');

    await seen(page.getByRole('region', { name: 'Formações' }).getByText('ENGENHARIA ELÉTRICA'));
    await edit(page, path);
    const row = list(page, 'Formações').getByRole('row').filter({ hasText: 'ENGENHARIA ELÉTRICA' });
    await row.getByRole('button', { name: /^Remover/ }).click();
    await seen(dialog(page).getByText('Tem certeza que deseja remover?'));
    await dialog(page).getByRole('button', { name: 'Remover' }).click();
    await told(page, 'Formação acadêmica removida com sucesso.');
    await expect.poll(() => row.count(), { timeout: PATIENCE }).toBe(0);
  });

  it('RUL-068, RUL-375: primeiro emprego pergunta antes de tirar as experiências, e volta atrás', async () => {
    const page = await at.visit({ as: 'admin', at: TALENTOS });
    await open(page, 'Currículo');
    await page.getByRole('button', { name: /^Adicionar .+: Experiências profissionais$/ }).click();
    await dialog(page).getByRole('textbox', { name: 'Empresa', exact: true }).fill('Padaria Sol');
    await dialog(page).getByRole('textbox', { name: 'Data de Admissão' }).pressSequentially('01022015');
    await dialog(page).getByRole('button', { name: 'Adicionar', exact: true }).click();
    await told(page, 'Experiência profissional salva com sucesso.');

    const flag = page.getByRole('switch', { name: 'Primeiro emprego' });
    await flag.click({ force: true });
    await seen(dialog(page).getByText(/as experiências profissionais serão removidas/));
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    expect(await flag.isChecked()).toBe(false);
    await seen(list(page, 'Experiências profissionais').getByText('Padaria Sol'));
    await flag.click({ force: true });
    await dialog(page).getByRole('button', { name: 'Continuar' }).click();
    await expect.poll(() => flag.isChecked(), { timeout: PATIENCE }).toBe(true);
    await expect.poll(() => page.getByText('Padaria Sol').count(), { timeout: PATIENCE }).toBe(0);
  });

  it('RUL-134: o idioma salvo não é trocado, só o nível', async () => {
    const page = await at.visit({ as: 'admin', at: TALENTOS });
    const path = await open(page, 'Currículo');
    await page.getByRole('button', { name: /^Adicionar .+: Idiomas$/ }).click();
    await choose(dialog(page), 'Idioma', 'Italiano');
    await dialog(page).getByRole('radio', { name: 'Básico' }).check();
    await dialog(page).getByRole('button', { name: 'Adicionar', exact: true }).click();
    await told(page, 'Idioma salvo com sucesso.');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await told(page, 'Registro salvo com sucesso.');
    await edit(page, path);
    await list(page, 'Idiomas')
      .getByRole('row')
      .filter({ hasText: 'Italiano' })
      .getByRole('button', { name: /^Editar/ })
      .click();
    await seen(dialog(page).getByRole('heading', { name: 'Editar Idioma' }));
    await dialog(page).getByRole('combobox', { name: 'Idioma' }).click();
    expect(await page.getByRole('option').count()).toBe(0);
  });

  it('mostra a linha do tempo e a situação num dia que fica no endereço', async () => {
    const page = await at.visit({ as: 'admin', at: TALENTOS });
    const path = await open(page, 'Contato');
    await goTo(page, `${path}?aba=linha-do-tempo`);
    await seen(page.getByText('Admissão', { exact: true }));
    await goTo(page, path);
    // Moved by keys, the slider says the day before.
    const slider = page.getByRole('slider', { name: 'Como estava em' });
    await slider.press('ArrowLeft');
    await expect.poll(() => slider.getAttribute('aria-valuetext'), { timeout: PATIENCE }).toBe(formatDate(addDays(today(), -1)));
    const day = page.getByRole('textbox', { name: 'Como estava em' });
    await day.fill('01/01/1950');
    await told(page, 'Ainda não havia sido admitido nesse dia.');
    expect(new URL(page.url()).searchParams.get('em')).toBe('1950-01-01');
  });

  it('lista os talentos como estavam num dia', async () => {
    const page = await at.visit({ as: 'admin', at: TALENTOS });
    expect(await foundCount(page)).toBeGreaterThan(0);
    await goTo(page, `${TALENTOS}?em=1950-01-01`);
    await told(page, '0 registro(s) encontrado(s).');
  });

  it('em nenhuma aba e em nenhum diálogo da ficha o axe encontra algo, no claro, no escuro e a 360 px', {
    timeout: 420_000,
  }, async () => {
    const page = await at.visit({ as: 'admin', at: TALENTOS });
    const path = await open(page, 'Dados pessoais');
    const found: string[] = [];
    const turnTo = async (name: string) => {
      await page.getByRole('tab', { name, exact: true }).click();
      await seen(page.getByRole('tab', { name, exact: true, selected: true }));
      await settled(page);
    };
    for (const tab of await page.getByRole('tab').allTextContents()) {
      await turnTo(tab);
      found.push(...(await inspect(page, tab)));
      for (const add of await page.getByRole('button', { name: /^Adicionar .+: / }).all()) {
        if (!(await add.isVisible())) continue;
        const name = `${tab}, ${await add.getAttribute('aria-label')}`;
        await add.click();
        await seen(dialog(page).getByRole('heading'));
        found.push(...(await inspect(page, name)));
        await page.keyboard.press('Escape');
        await dialog(page).waitFor({ state: 'hidden' });
      }
    }
    await goTo(page, path);
    for (const tab of ['Carreira', 'Dados funcionais', 'Competências', 'Anexos', 'Linha do tempo']) {
      await turnTo(tab);
      found.push(...(await inspect(page, `${tab}, a ler`)));
    }
    expect(found).toEqual([]);
  });

  it('quem não vê documentos nem deficiência não vê abas vazias', async () => {
    const page = await at.visit({ as: 'gestora', at: TALENTOS });
    await page
      .getByRole('link', { name: /^Visualizar: / })
      .first()
      .click();
    await settled(page);
    await seen(page.getByRole('tab', { name: 'Currículo' }));
    const tabs = await page.getByRole('tab').allTextContents();
    for (const tab of ['Documentos', 'Inclusão']) expect(tabs).not.toContain(tab);
  });
});
