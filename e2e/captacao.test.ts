import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { inspect } from './inspect.ts';
import { choose, goTo, journeys, PATIENCE, seen } from './product.ts';

const at = journeys();
const VAGA = 'Assistente de folha da jornada';
const ETAPA = 'Entrevista com o RH';
const CARGO = 'Assistente de Departamento Pessoal';
const QUEM = 'Iracema Jornada Prado';
const QUEM_CPF = CPF.sample(88_001);
const OUTRO = 'Ubirajara Jornada Lopes';
/** Words that stand in one CV each; this one only in a photograph. */
const PALAVRA = 'xilogravura';
const NA_FOTO = 'marcenaria';
const OUTRA_PALAVRA = 'taxidermia';
/** How long a photograph may take to be read. */
const READING = 120_000;

const dialog = (page: Page) => page.getByRole('dialog');

/** Presses a deed, fills in what its dialog asks, and waits for what is said then. */
async function goes(page: Page, open: Locator, deed: string, done: string | RegExp, fill?: (form: Locator) => Promise<unknown>) {
  await open.click();
  await seen(dialog(page));
  await fill?.(dialog(page));
  await dialog(page).getByRole('button', { name: deed, exact: true }).click();
  await seen(page.getByText(done));
}

/** Marks one record of a list with marks. */
async function marks(scope: Page | Locator, label: string, name: string): Promise<void> {
  await scope.getByRole('textbox', { name: `Filtrar: ${label}` }).fill(name);
  await scope.getByRole('option', { name }).click();
}

/** The manager asks for somebody; answers the address of the request. */
async function asks(gestora: Page): Promise<string> {
  await gestora.getByRole('textbox', { name: 'Descrição' }).fill(VAGA);
  await choose(gestora, 'Motivo de Solicitação', 'Aumento de quadro');
  await choose(gestora, 'Área Organizacional', 'Departamento Pessoal');
  await choose(gestora, 'Estabelecimento', 'Matriz');
  await choose(gestora, 'Faixa Salarial', /Assistente de Departamento Pessoal I$/, 'Assistente de Departamento');
  await gestora.getByRole('textbox', { name: 'Horário de trabalho' }).fill('Segunda a sexta, das 8h às 17h');
  await gestora.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(gestora.getByRole('heading', { level: 1, name: VAGA }));
  return new URL(gestora.url()).pathname;
}

/** HR approves the request and writes its ad. */
async function publishes(rh: Page, pedido: string): Promise<void> {
  await goTo(rh, pedido);
  await goes(rh, rh.getByRole('button', { name: 'Aprovar', exact: true }), 'Aprovar', 'Aprovação registrada.');
  await goTo(rh, '/captacao/anuncios/new');
  await rh.getByRole('textbox', { name: 'Título' }).fill(VAGA);
  await choose(rh, 'Solicitação de Pessoal', VAGA);
  await rh.locator('[contenteditable=true]').fill('Cuidar da folha, das férias e do ponto.');
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(rh.getByRole('heading', { level: 1, name: VAGA }));
}

/** A CV as a PDF, by the browser's own printing, and one as somebody photographs it: a picture of letters. */
async function papers(page: Page): Promise<{ pdf: Buffer; foto: Buffer }> {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 900, height: 420 });
  await sheet.setContent(
    `<h1>${QUEM}</h1><p>(85) 98877-6655</p><p>Experiência de dez anos com folha de pagamento, e com ${PALAVRA}.</p>`,
  );
  const pdf = await sheet.pdf();
  await sheet.setContent(
    `<body style="font: 34px serif; background: #f2efe6; margin: 48px"><p>Certificado de curso livre</p><p>Oficina de ${NA_FOTO}, com quarenta horas</p></body>`,
  );
  const foto = await sheet.screenshot({ type: 'jpeg', quality: 80 });
  await sheet.close();
  return { pdf, foto };
}

/** Sends a file as a row of the CVs. */
async function attaches(candidata: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await candidata.getByRole('button', { name: 'Incluir em Currículos' }).click();
  await dialog(candidata).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await seen(dialog(candidata).getByRole('link', { name }));
  await dialog(candidata).getByRole('button', { name: 'Concluir' }).click();
}

/** Somebody without an account finds the ad on a phone, registers, sends a CV, and applies. */
async function applies(candidata: Page, { pdf, foto }: { pdf: Buffer; foto: Buffer }): Promise<void> {
  await candidata.getByRole('link', { name: VAGA }).click();
  await candidata.getByRole('button', { name: 'Candidatar-me' }).click();
  await candidata.locator('a[href*="/externo/candidatos/new"]').click();
  // The login, which this leaves, asks for a CPF too.
  await seen(candidata.getByRole('heading', { level: 1, name: 'Cadastro' }));
  await candidata.getByRole('textbox', { name: 'CPF' }).fill(QUEM_CPF);
  await candidata.getByRole('textbox', { name: 'Nome completo' }).fill(QUEM);
  await candidata.getByRole('textbox', { name: 'E-mail' }).fill('iracema@exemplo.com.br');
  await candidata.locator('input[name=senha]').fill('Mandacaru#4807');
  await candidata.locator('input[name=confirmaSenha]').fill('Mandacaru#4807');
  await candidata.getByRole('checkbox', { name: /Li e aceito/ }).check();
  await candidata.getByRole('button', { name: 'Continuar' }).click();
  const passo = candidata.getByRole('combobox', { name: 'Ir para o passo' });
  await passo.selectOption('Currículo e foto');
  await attaches(candidata, 'foto.jpg', 'image/jpeg', foto);
  await attaches(candidata, 'curriculo.pdf', 'application/pdf', pdf);
  await candidata.getByRole('button', { name: 'Preencher a partir de curriculo.pdf' }).click();
  await dialog(candidata)
    .getByRole('checkbox', { name: /Celular/ })
    .check({ timeout: READING });
  await dialog(candidata).getByRole('button', { name: 'Usar o que marquei' }).click();
  await passo.selectOption('Dados pessoais');
  const celular = candidata.getByLabel('Celular', { exact: true });
  await expect.poll(() => celular.inputValue(), { timeout: PATIENCE }).toBe('988776655');
  await candidata.getByLabel('Data de nascimento').fill('1990-05-20');
  await candidata.getByRole('combobox', { name: 'Sexo' }).selectOption('Feminino');
  await passo.selectOption('O que procura');
  await candidata.getByRole('combobox', { name: 'Cargo/Função Pretendida' }).selectOption(CARGO);
  await passo.selectOption('Experiência');
  await candidata.getByRole('checkbox', { name: 'Primeiro emprego' }).check();
  await passo.selectOption({ index: (await passo.locator('option').count()) - 1 });
  await candidata.getByRole('button', { name: 'Concluir cadastro' }).click();
  await seen(candidata.getByRole('heading', { level: 1, name: VAGA }));
  await candidata.getByRole('button', { name: 'Candidatar-me' }).click();
  await seen(candidata.getByText('Candidatura enviada. Boa sorte!'));
  await seen(candidata.getByRole('article', { name: VAGA }).getByText('Em andamento'));
  expect(await candidata.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

/** The names of the candidates whose CV has a word: it is read in the background. */
async function findsOnly(rh: Page, palavra: string, nomes: string[]): Promise<void> {
  const found = async () => {
    const answer = await rh.request.get(`/api/captacao/candidatos?page=0&texto=${palavra}`);
    const { content } = (await answer.json()) as { content: { nome: string }[] };
    return content.map(({ nome }) => nome);
  };
  await expect.poll(found, { timeout: READING }).toEqual(nomes);
}

/** HR enters a candidate by hand, with the words of a CV on paper; answers the address of the record. */
async function enters(rh: Page): Promise<string> {
  await goTo(rh, '/captacao/candidatos/new');
  await rh.getByRole('textbox', { name: 'Nome', exact: true }).fill(OUTRO);
  await rh.getByRole('tab', { name: 'O que procura' }).click();
  await marks(rh, 'Cargo/Função Pretendida', CARGO);
  await rh.getByRole('tab', { name: 'Currículo' }).click();
  await rh.getByRole('textbox', { name: 'Texto do currículo' }).fill(`Auxiliar de museu, com ${OUTRA_PALAVRA}.`);
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(rh.getByRole('heading', { level: 1, name: OUTRO }));
  return new URL(rh.url()).pathname;
}

it('alguém é pedido, encontrado pelo que diz o currículo, e contratado; outro não é escolhido, e é apagado', async () => {
  const gestora = await at.visit({ as: 'gestora', at: '/captacao/solicitacoes-pessoal/new' });
  const pedido = await asks(gestora);
  const rh = await at.visit({ as: 'admin', at: pedido });
  await publishes(rh, pedido);
  const candidata = await at.visit({ at: '/externo/anuncios?empresaId=1', width: 360 });
  await applies(candidata, await papers(gestora));

  await findsOnly(rh, PALAVRA, [QUEM]);
  await findsOnly(rh, NA_FOTO, [QUEM]);
  const ficha = await enters(rh);
  await goTo(rh, '/captacao/candidatos');
  await rh.getByRole('searchbox', { name: 'Procurar no texto do currículo' }).fill(PALAVRA);
  await seen(rh.locator('mark').filter({ hasText: PALAVRA }));
  await seen(rh.getByText('1 registro(s) encontrado(s).'));

  const quadro = `/captacao/selecao?vaga=${pedido.split('/').at(-1)}`;
  await goTo(rh, quadro);
  await goes(rh, rh.getByRole('button', { name: 'Vincular candidatos' }), 'Vincular', '1 candidato entrou na seleção.', (form) =>
    marks(form, 'Candidatos', OUTRO),
  );
  await rh.getByRole('button', { name: `Ações: ${OUTRO}` }).click();
  await goes(rh, rh.getByRole('menuitem', { name: 'Não selecionar' }), 'Não selecionar', 'Candidatura encerrada.', (form) =>
    form.getByRole('textbox', { name: 'Motivo' }).fill('Procura outra área.'),
  );
  await seen(rh.getByRole('link', { name: '1 não selecionado' }));

  const menu = rh.getByRole('button', { name: `Ações: ${QUEM}` });
  await menu.click();
  await rh.getByRole('menuitem', { name: ETAPA, exact: true }).click();
  await seen(rh.getByRole('region', { name: ETAPA, exact: true }).getByRole('link', { name: QUEM }));
  await menu.click();
  await goes(rh, rh.getByRole('menuitem', { name: 'Contratar' }), 'Contratar', `${QUEM} agora é talento da empresa.`);
  await rh.waitForURL(/\/gestao-talentos\/talentos\/\d+/);
  await seen(rh.getByRole('heading', { level: 1, name: QUEM }));
  const talento = (await (await rh.request.get(`/api${new URL(rh.url()).pathname}`)).json()) as { nome: string; cpf: string };
  expect([talento.nome, talento.cpf.replace(/\D/g, '')]).toEqual([QUEM, QUEM_CPF]);
  await candidata.reload();
  await seen(candidata.getByRole('article', { name: VAGA }).getByText('Selecionado'));
  const found: string[] = [];
  for (const path of ['/externo/candidato-solicitacoes', '/externo/anuncios']) {
    await goTo(candidata, path);
    found.push(...(await inspect(candidata, path)));
  }
  expect(found).toEqual([]);

  await findsOnly(rh, OUTRA_PALAVRA, [OUTRO]);
  await goTo(rh, ficha);
  await rh.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await goes(
    rh,
    rh.getByRole('menuitem', { name: 'Apagar os dados' }),
    'Apagar para sempre',
    'Os dados do candidato foram apagados.',
    (form) => form.getByRole('textbox').fill(OUTRO),
  );
  await findsOnly(rh, OUTRA_PALAVRA, []);
  await goTo(rh, `/captacao/candidatos?nome=${encodeURIComponent(OUTRO)}`);
  await seen(rh.getByText('Nenhum registro encontrado.'));
});
