import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { inspect } from './inspect.ts';
import { choose, cpfOf, goTo, hasFocus, journeys, PATIENCE, seen, settled, tabTo } from './product.ts';

const at = journeys();
const AVALIACOES = '/avaliacao/avaliacoes-desempenho';
const MINHAS = '/avaliacao/avaliacoes-desempenhos-questionarios';
const RESULTADOS = '/avaliacao/resultados';
const NINE_BOX = '/avaliacao/ninebox';
const TITULO = 'Avaliação da jornada';
const MODELO = 'Modelo da jornada';
/** The manager of the demonstration, as the talent that she is. */
const LIDER = 'Cláudia Menezes';
const MOTIVO = 'O projeto que contou foi entregue por dois.';

const dialog = (page: Page) => page.getByRole('dialog');
const answer = (scope: Page, question: RegExp, name: string) =>
  scope.getByRole('radiogroup', { name: question }).getByRole('radio', { name, exact: true }).check();
/** Chooses the same in all that ask it, once they are there. */
async function checkAll(radios: Locator): Promise<void> {
  await seen(radios);
  for (const radio of await radios.all()) await radio.check();
}
const areChecked = async (radios: Locator): Promise<boolean> =>
  (await Promise.all((await radios.all()).map((radio) => radio.isChecked()))).every(Boolean);

/** Confirms what a button of the record's head asks, and waits for what is said then. */
async function goes(page: Page, deed: string, done: string): Promise<void> {
  await page.getByRole('button', { name: deed, exact: true }).click();
  await dialog(page).getByRole('button', { name: deed, exact: true }).click();
  await seen(page.getByText(done, { exact: true }));
}

/** A model of one section with two scales, built in the editor beside the phone that shows it. */
async function build(rh: Page, found: string[]): Promise<void> {
  await rh.getByRole('textbox', { name: 'Título' }).fill(MODELO);
  await choose(rh, 'Tipo', 'Avaliação de Desempenho');
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  // A new model opens at its questions, of which there are none.
  await rh.getByRole('link', { name: 'Editar perguntas' }).click();
  await rh.getByRole('button', { name: 'Seção', exact: true }).click();
  // What is added is written at once.
  await rh.keyboard.type('Entrega o que combina?');
  await choose(rh, 'Aparência', 'Estrelas');
  const add = async (tipo: string) => {
    await rh.getByRole('button', { name: 'Pergunta', exact: true }).click();
    await rh.getByRole('menuitem', { name: tipo, exact: true }).click();
  };
  await add('Nota');
  await rh.keyboard.type('Ouve os colegas?');
  await choose(rh, 'Aparência', 'Carinhas');
  const preview = rh.getByRole('region', { name: 'Tela do celular' });
  await preview
    .getByRole('radiogroup', { name: /^Entrega o que combina/ })
    .getByRole('radio', { name: '4 de 5' })
    .check();
  await seen(preview.getByText('1 de 2 respondidas'));
  // A question with options is looked at while it is open, and taken back.
  await add('Múltipla escolha');
  await seen(preview.getByText('1 de 3 respondidas'));
  found.push(...(await inspect(rh, 'uma pergunta de opções, aberta')));
  await rh.getByRole('button', { name: 'Desfazer' }).click();
  await seen(preview.getByText('1 de 2 respondidas'));
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(rh.getByText('Perguntas salvas.'));
}

/** An evaluation by the form, in which leaders and the people themselves evaluate; answers its address. */
async function prepare(rh: Page): Promise<string> {
  await rh.getByRole('textbox', { name: 'Título' }).fill(TITULO);
  await rh.getByRole('textbox', { name: 'Início' }).fill(formatDate(today()));
  await rh.getByRole('textbox', { name: 'Término' }).fill(formatDate(addDays(today(), 10)));
  await rh.keyboard.press('Tab');
  await choose(rh, 'Modelo de avaliação', MODELO);
  await rh.getByRole('tab', { name: 'Quem avalia' }).click();
  await answer(rh, /^Tipo de avaliação/, '2.0');
  await answer(rh, /^Formato/, '180°');
  await answer(rh, /^Permite autoavaliação/, 'Sim');
  await answer(rh, /^Avaliação anônima/, 'Não');
  await rh.getByRole('tab', { name: 'O que se mostra' }).click();
  await rh.getByRole('switch', { name: 'Exibir a performance do profissional' }).check();
  await rh.getByRole('switch', { name: 'Exibir o nível de competência exigido' }).check();
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(rh.getByRole('heading', { level: 1, name: TITULO }));
  return new URL(rh.url()).pathname;
}

/** Includes an area by its hierarchy, and what is included is what the preview said. */
async function include(rh: Page): Promise<void> {
  await rh.getByRole('button', { name: 'Incluir participantes' }).click();
  const preview = dialog(rh).getByRole('region', { name: 'Quem participaria' });
  const said = preview.getByRole('status');
  await seen(said);
  await choose(dialog(rh), 'Áreas organizacionais', 'Diretoria Geral');
  await rh.keyboard.press('Escape');
  await dialog(rh).getByRole('switch', { name: 'A própria pessoa' }).check();
  await seen(preview.getByText(/Autoavaliação: \d+ · Líder: \d+/));
  const [, people, pairs] = /^(\d+) avaliados, (\d+) avaliações a responder$/.exec((await said.textContent()) ?? '') ?? [];
  expect(Number(people)).toBeGreaterThanOrEqual(40);
  await dialog(rh).getByRole('button', { name: 'Incluir', exact: true }).click();
  await seen(rh.getByText(`${people} avaliados incluídos, com ${pairs} avaliações a responder.`));
  await seen(rh.getByText(`${pairs} avaliações a responder sobre ${people} pessoas`));
}

interface Named {
  id: number;
  nome: string;
}

/** Somebody whom the manager of the demonstration evaluates as leader. */
async function ledByManager(rh: Page, record: string): Promise<Named> {
  const read = await rh.request.get(`/api${record}/participantes?${new URLSearchParams({ busca: LIDER, pagina: '0' })}`);
  const { avaliados } = (await read.json()) as { avaliados: (Named & { avaliadores: { nome: string; tipo: string }[] })[] };
  const one = avaliados.find(({ avaliadores }) => avaliadores.some(({ nome, tipo }) => nome === LIDER && tipo === 'L'));
  if (!one) throw new Error(`${LIDER} não lidera ninguém aqui.`);
  return one;
}

/** Whoever logs in with this CPF is this talent from now on. */
async function logsInAs(rh: Page, { id }: Named, cpf: string): Promise<void> {
  await goTo(rh, `/gestao-talentos/talentos/${id}?aba=dados-pessoais&editar=1`);
  await rh.getByRole('textbox', { name: 'CPF', exact: true }).fill(cpf);
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(rh.getByText('Registro salvo com sucesso.'));
}

/** The manager sees nine-boxes from now on. */
const giveNineBox = (rh: Page): Promise<void> =>
  rh.evaluate(async () => {
    const path = '/api/utilitario/perfis';
    const list = (await (await fetch(`${path}?busca=Gestor&page=0&size=1`)).json()) as { content: { id: number }[] };
    const read = await fetch(`${path}/${list.content[0]?.id}`);
    const { id, versao, nome, descricao, ativo, autoridades } = (await read.json()) as {
      [field: string]: unknown;
      autoridades: string[];
    };
    const saved = await fetch(`${path}/${String(id)}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ versao, nome, descricao, ativo, autoridades: [...autoridades, 'ROLE_CAD_NINEBOX'] }),
    });
    if (!saved.ok) throw new Error(await saved.text());
  });

/** The manager answers at 360 px, stops, goes on elsewhere, and sends. */
async function evaluate(nome: string, found: string[]): Promise<void> {
  const phone = await at.visit({ as: 'gestora', at: MINHAS, width: 360 });
  const mine = (page: Page) => page.getByRole('listitem').filter({ hasText: TITULO }).filter({ hasText: nome });
  await mine(phone)
    .getByRole('link', { name: `Avaliar: ${nome}` })
    .click();
  const levels = (page: Page) => page.getByRole('radio', { name: /^Avançado/ });
  const notes = (page: Page) => page.getByRole('radio', { name: '3 de 5' });
  await checkAll(levels(phone));
  await phone.getByRole('button', { name: 'Continuar' }).click();
  await notes(phone).first().check();
  await seen(phone.getByText('Guardado', { exact: true }));
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const other = await at.visit({ as: 'gestora', at: MINHAS, width: 360, dark: true });
  await mine(other)
    .getByRole('link', { name: `Continuar: ${nome}` })
    .click();
  await seen(levels(other));
  await expect.poll(() => areChecked(levels(other)), { timeout: PATIENCE }).toBe(true);
  await other.getByRole('button', { name: 'Continuar' }).click();
  await expect.poll(() => notes(other).first().isChecked(), { timeout: PATIENCE }).toBe(true);
  await checkAll(notes(other));
  await other.getByRole('button', { name: 'Revisar' }).click();
  await seen(other.getByRole('heading', { name: 'Confira as suas respostas' }));
  await other.getByRole('button', { name: 'Enviar' }).click();
  await seen(other.getByText('Recebemos as suas respostas. Obrigado!'));
  // Who leads several people goes on with the next of them.
  await seen(other.getByRole('link', { name: /^(Avaliar |Fazer a autoavaliação)/ }));
  expect(await other.getByRole('button', { name: 'Imprimir em branco' }).count()).toBe(0);
  found.push(...(await inspect(phone, 'a avaliação que se responde')));
}

/** The nine-box of the evaluation, in which one person has notes; answers its id. */
async function place(rh: Page, nome: string): Promise<string> {
  await goTo(rh, `${NINE_BOX}/new`);
  await rh.getByRole('textbox', { name: 'Título' }).first().fill('Nine Box da jornada');
  await rh.getByRole('textbox', { name: 'Data', exact: true }).fill(formatDate(today()));
  await rh.keyboard.press('Tab');
  await rh.getByRole('option', { name: TITULO }).click();
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(rh.getByRole('heading', { level: 1, name: 'Nine Box da jornada' }));
  const id = new URL(rh.url()).pathname.split('/').at(-1) ?? '';
  await goTo(rh, `${NINE_BOX}/chart?id=${id}`);
  await rh.getByRole('button', { name: 'FORTE DESEMPENHO: 1 pessoa. Médio potencial, alto desempenho' }).click();
  expect(await rh.getByRole('button', { name: /(Baixo|Médio|Alto) potencial, (baixo|médio|alto) desempenho/ }).count()).toBe(9);
  await seen(rh.getByText(/^Você não aparece neste quadro/));
  const row = rh.getByRole('row').filter({ hasText: nome });
  await seen(row.filter({ hasText: '75,0' }).filter({ hasText: '50,0' }));
  return id;
}

/** The sheet of the report has what the page of the result shows. */
async function report(rh: Page, record: string, nome: string): Promise<void> {
  const sheet = await rh.evaluate(
    async (avaliacao) => {
      const answer = await fetch('/api/avaliacao/relatorios/resultado-avaliacao', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ avaliacoesIds: [avaliacao], formato: 'csv' }),
      });
      return answer.text();
    },
    Number(record.split('/').at(-1)),
  );
  const line = sheet.split(/\r?\n/).find((one) => one.includes(nome));
  expect(line?.split(';').slice(-4)).toEqual(['75,0%', '50,0%', '', '62,5%']);
}

/** Somebody is moved by the keyboard, and a second user sees it. */
async function calibrate(rh: Page, id: string, nome: string): Promise<Page> {
  const other = await at.visit({ as: 'gestora', at: `${NINE_BOX}/calibragem?id=${id}` });
  await seen(other.getByRole('region', { name: 'FORTE DESEMPENHO' }).getByRole('button', { name: nome, exact: true }));
  await goTo(rh, `${NINE_BOX}/calibragem?id=${id}`);
  await tabTo(rh, rh.getByRole('button', { name: `${nome}: mudar de quadrante` }), 150);
  await rh.keyboard.press('Control+ArrowLeft');
  await seen(dialog(rh).getByText('MANTENEDOR', { exact: true }));
  await expect.poll(() => hasFocus(dialog(rh).getByRole('combobox')), { timeout: PATIENCE }).toBe(true);
  await tabTo(rh, dialog(rh).getByRole('textbox', { name: /^Motivo/ }), 6);
  await rh.keyboard.type(MOTIVO);
  await tabTo(rh, dialog(rh).getByRole('button', { name: 'Mudar', exact: true }), 4);
  // Notices leave by themselves, and the two come in any order.
  await Promise.all([
    seen(rh.getByText(`${nome} foi para MANTENEDOR.`)),
    seen(other.getByText('Outra pessoa moveu alguém: o quadro foi atualizado.')),
    rh.keyboard.press('Enter'),
  ]);
  await seen(other.getByRole('region', { name: 'MANTENEDOR' }).getByRole('button', { name: `${nome}, calibrado` }));
  await seen(other.getByText(`“${MOTIVO}”`));
  return other;
}

it('RUL-012: o RH monta um modelo e avalia 40 ou mais pela hierarquia; a líder responde em dois aparelhos; o resultado, igual no relatório, leva ao Nine Box, à calibragem e ao plano', async () => {
  const found: string[] = [];
  const rh = await at.visit({ as: 'admin', at: '/avaliacao/modelos-avaliacao/new' });
  await build(rh, found);
  await goTo(rh, `${AVALIACOES}/new`);
  const record = await prepare(rh);
  await include(rh);
  found.push(...(await inspect(rh, 'os participantes')));
  await goes(rh, 'Liberar', 'Avaliação liberada.');
  const { id: talento, nome } = await ledByManager(rh, record);
  await evaluate(nome, found);
  await logsInAs(rh, { id: talento, nome }, cpfOf('recrutador'));
  await giveNineBox(rh);
  await goTo(rh, record);
  await goes(rh, 'Concluir', 'Avaliação concluída.');

  const evaluated = await at.visit({ as: 'recrutador', at: RESULTADOS });
  await evaluated.getByRole('link', { name: TITULO, exact: true }).click();
  await seen(evaluated.getByRole('heading', { level: 1, name: 'O seu resultado' }));
  // Level 3 of 0 to 4, notes of 3 from 1 to 5, and half of each.
  for (const figure of ['75,0%', '50,0%', '62,5%']) await seen(evaluated.getByText(figure, { exact: true }));
  found.push(...(await inspect(evaluated, 'o resultado')));
  await evaluated.getByRole('textbox', { name: 'Comentário' }).fill('Concordo, e quero falar do prazo.');
  await evaluated.getByRole('button', { name: 'Dar ciência' }).click();
  await seen(evaluated.getByText(/^Você leu este resultado em /));
  await goTo(rh, `${RESULTADOS}?avaliacao=${record.split('/').at(-1)}`);
  await seen(rh.getByRole('row').filter({ hasText: nome }).filter({ hasText: '62,5%' }).filter({ hasText: 'Dada' }));

  await report(rh, record, nome);

  const nineBox = await place(rh, nome);
  const manager = await calibrate(rh, nineBox, nome);
  await manager.getByRole('button', { name: `PDI de ${nome}` }).click();
  await settled(manager);
  const gap = manager.getByRole('button', { name: /^Propor ação para / }).first();
  const competency = ((await gap.getAttribute('aria-label')) ?? '').replace('Propor ação para ', '');
  await gap.click();
  await expect
    .poll(() => dialog(manager).getByRole('textbox', { name: 'Ação' }).inputValue(), { timeout: PATIENCE })
    .toBe(`Desenvolver: ${competency}`);
  await dialog(manager).getByRole('button', { name: 'Incluir', exact: true }).click();
  await seen(manager.getByText('Ação incluída com sucesso.'));
  await seen(manager.getByRole('listitem').filter({ hasText: competency }).getByText('No plano', { exact: true }));
  found.push(...(await inspect(manager, 'o plano')));
  expect(found).toEqual([]);
});
