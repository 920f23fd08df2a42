import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DEMO_CANDIDATE } from '#app/demo-users.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays, formatDate, today } from '#kit/br/date.ts';
import { inspect } from './inspect.ts';
import { choose, goTo, journeys, PATIENCE, seen } from './product.ts';

const at = journeys();
const VAGA = 'Assistente de folha da jornada';
const ETAPA = 'Entrevista com o RH';
const CARGO = 'Assistente de Departamento Pessoal';
const QUEM = 'Iracema Jornada Prado';
const QUEM_CPF = CPF.sample(88_001);
/** Somebody of the demonstration, with an account of the portal. */
const OUTRA = DEMO_CANDIDATE.nome;
/** Somebody whom HR enters by hand. */
const A_MAO = 'Ubirajara Jornada Lopes';
/** Words that stand in one CV each; the second one only in a photograph. */
const PALAVRA = 'xilogravura';
const NA_FOTO = 'marcenaria';
const NO_TEXTO = 'taxidermia';
const TESTE = 'Tarefas do dia a dia';
/** How long a photograph may take to be read. */
const READING = 120_000;
const PARECER = 'Fala com clareza e já fez isto antes.';
const RECADO = 'Gostamos de conversar com você.';

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

/** The chain: the area, for which the manager answers herself, then HR. */
async function chains(rh: Page): Promise<void> {
  const { content } = (await (await rh.request.get('/api/utilitario/usuarios?page=0&nome=Mariana')).json()) as {
    content: { id: number }[];
  };
  for (const [ordem, etapa] of [
    { nome: 'Área', quem: 'A', usuarios: [] },
    { nome: 'RH', quem: 'U', usuarios: [content[0]?.id], prazoDias: 3 },
  ].entries()) {
    const data = { ordem: ordem + 1, ativo: true, ...etapa };
    const made = await rh.request.post('/api/captacao/etapas-aprovacao', { data, headers: { origin: at.origin } });
    expect([made.status(), await made.text()]).toEqual([201, expect.any(String)]);
  }
}

/** HR decides its step of the chain, which is the last one, and writes the ad. */
async function publishes(rh: Page, pedido: string): Promise<void> {
  await goTo(rh, `${pedido}?aba=aprovacao`);
  await seen(rh.getByText('Pedida por quem responde pela área.'));
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
  // Whoever goes on to another step and loses the page finds what was typed.
  const guardado = candidata.waitForResponse(
    (answer) => answer.url().endsWith('/rascunho') && (answer.request().postData() ?? '').includes('"cargos":[{'),
  );
  await passo.selectOption('Experiência');
  expect((await guardado).status()).toBe(204);
  await candidata.reload();
  await passo.selectOption('O que procura');
  await seen(candidata.getByRole('button', { name: `Remover ${CARGO}` }));
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

/** Gives a scorecard: every criterion the same note. */
async function judges(page: Page, nota: RegExp, recomendacao: string, comentario: string): Promise<void> {
  await goes(page, page.getByRole('button', { name: 'Dar parecer' }), 'Salvar', 'Parecer salvo com sucesso.', async (form) => {
    for (const criterio of await form.getByRole('combobox', { name: /Clareza|Interesse|Experiência/ }).all()) {
      await criterio.click();
      await page.getByRole('option', { name: nota }).click();
    }
    await choose(form, 'Recomendação', recomendacao);
    await form.getByRole('textbox', { name: 'Comentário' }).fill(comentario);
  });
}

/** Two evaluators: neither reads what the other wrote before giving theirs. */
async function evaluates(rh: Page, gestora: Page, candidatura: string): Promise<void> {
  const pareceres = `${candidatura}?aba=pareceres`;
  await Promise.all([goTo(rh, pareceres), goTo(gestora, pareceres)]);
  await judges(gestora, /^4/, 'Recomendo', PARECER);
  await rh.reload();
  await seen(rh.getByText('1 parecer de outro avaliador está fechado'));
  expect(await rh.getByText(PARECER).count()).toBe(0);
  await judges(rh, /^5/, 'Recomendo', 'Também recomendo.');
  await seen(rh.getByText(PARECER));
  await rh.getByRole('tab', { name: 'Anotações' }).click();
  await goes(rh, rh.getByRole('button', { name: 'Anotar' }), 'Salvar', 'Salvo com sucesso.', async (form) => {
    const anotacao = form.getByRole('textbox', { name: 'Anotação' });
    await anotacao.pressSequentially('Falar com @clau');
    await seen(rh.locator('[data-combobox-selected]').filter({ hasText: 'Cláudia Menezes' }));
    await anotacao.press('Enter');
    await expect.poll(() => anotacao.inputValue(), { timeout: PATIENCE }).toBe('Falar com @Cláudia Menezes ');
  });
  await seen(rh.getByText('Citados: Cláudia Menezes'));
}

/** HR asks to an interview, whose file calendars read, and for the answers of a test, which the candidate gives on the phone. */
async function meets(rh: Page, candidata: Page): Promise<void> {
  const dia = addDays(today(), 3);
  await rh.getByRole('tab', { name: 'Entrevistas' }).click();
  await goes(rh, rh.getByRole('button', { name: 'Marcar entrevista' }), 'Salvar', 'Salvo com sucesso.', async (form) => {
    await form.getByRole('textbox', { name: 'Data' }).fill(formatDate(dia));
    await form.getByRole('textbox', { name: 'Hora' }).fill('14:30');
    await form.getByRole('textbox', { name: 'Local' }).fill('Sala 4');
  });
  const ics = await rh.getByRole('link', { name: 'Arquivo de calendário' }).getAttribute('href');
  const convite = await (await rh.request.get(String(ics))).text();
  expect(convite).toContain(`DTSTART:${dia.replaceAll('-', '')}T173000Z`);
  expect(convite).toContain('Sala 4');
  await rh.getByRole('tab', { name: 'Avaliações' }).click();
  await goes(
    rh,
    rh.getByRole('button', { name: 'Pedir avaliação' }),
    'Pedir',
    /O candidato recebeu o link|Avaliação pedida/,
    (form) => choose(form, 'Modelo', TESTE),
  );
  await candidata.goto('/externo/candidato-solicitacoes');
  await candidata.getByRole('link', { name: 'Responder agora' }).click();
  await candidata.getByRole('link', { name: `Responder ${TESTE}` }).click();
  const notas = candidata.getByRole('radio', { name: '8 de 10' });
  await seen(notas);
  for (const nota of await notas.all()) await nota.check();
  await candidata.getByRole('button', { name: 'Enviar respostas' }).click();
  await seen(candidata.getByText('Recebemos as suas respostas. Obrigado!'));
}

/** Hires from the page of the application; answers the address of the talent. */
async function hires(rh: Page, candidatura: string): Promise<string> {
  await goTo(rh, candidatura);
  await rh.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await goes(rh, rh.getByRole('menuitem', { name: 'Contratar' }), 'Contratar', `${QUEM} agora é talento da empresa.`);
  await rh.waitForURL(/\/gestao-talentos\/talentos\/\d+/);
  await seen(rh.getByRole('heading', { level: 1, name: QUEM }));
  return new URL(rh.url()).pathname;
}

/** How many were hired, as the dashboard's funnel tells. */
async function hired(rh: Page): Promise<number> {
  await goTo(rh, '/analytics/vagas');
  await rh.getByRole('button', { name: 'Ver tabela: Funil das seleções' }).click();
  return Number.parseInt(
    await rh
      .getByRole('row', { name: /^Contratados/ })
      .getByRole('cell')
      .innerText(),
    10,
  );
}

/** Somebody who was not chosen reads so at the portal, takes their data along, and has them erased. Answers the number of the receipt. */
async function leaves(outra: Page): Promise<string> {
  await outra.getByRole('textbox', { name: 'CPF' }).fill(DEMO_CANDIDATE.cpf);
  await outra.locator('input[name=senha]').fill(DEMO_CANDIDATE.senha);
  await outra.getByRole('button', { name: 'Entrar' }).click();
  await seen(outra.getByRole('article', { name: VAGA }).getByText('Encerrada'));
  await seen(outra.getByText(RECADO));
  await outra.getByRole('button', { name: 'Menu' }).click();
  await outra.getByRole('link', { name: 'Meus Dados' }).click();
  const levados = outra.waitForEvent('download');
  await outra.getByRole('link', { name: 'Baixar em JSON' }).click();
  const arquivo = await (await levados).path();
  expect(JSON.stringify(JSON.parse(await readFile(arquivo, 'utf8')))).toContain(VAGA);
  await outra.getByRole('button', { name: 'Apagar os meus dados' }).click();
  await outra.getByRole('button', { name: 'Apagar tudo' }).click();
  return outra.locator('.p-receipt').innerText();
}

it('alguém é pedido, encontrado pelo que diz o currículo, avaliado e contratado; outra não é escolhida, e se apaga', async () => {
  const [gestora, rh] = await Promise.all([
    at.visit({ as: 'gestora', at: '/captacao/solicitacoes-pessoal/new' }),
    at.visit({ as: 'admin', at: '/captacao/etapas-aprovacao' }),
  ]);
  await chains(rh);
  const pedido = await asks(gestora);
  await publishes(rh, pedido);
  const candidata = await at.visit({ at: '/externo/anuncios?empresaId=1', width: 360 });
  await applies(candidata, await papers(gestora));

  await findsOnly(rh, PALAVRA, [QUEM]);
  await findsOnly(rh, NA_FOTO, [QUEM]);
  await goTo(rh, '/captacao/candidatos');
  await rh.getByRole('searchbox', { name: 'Procurar no texto do currículo' }).fill(NA_FOTO);
  await seen(rh.locator('mark').filter({ hasText: NA_FOTO }));
  await seen(rh.getByText('1 registro(s) encontrado(s).'));

  // Before a request is closed, its dialog leads to those who are still in its selection.
  await goTo(rh, pedido);
  await rh.getByRole('button', { name: 'Encerrar', exact: true }).click();
  await rh.getByRole('dialog').getByRole('link', { name: 'Ver os candidatos desta vaga' }).click();
  await seen(rh.getByRole('heading', { name: 'Seleção', level: 1 }));
  await rh.getByRole('button', { name: 'Vincular candidatos' }).click();
  await marks(dialog(rh), 'Candidatos', OUTRA);
  await dialog(rh).getByRole('button', { name: 'Vincular', exact: true }).click();
  // She did not say that she may be considered for other vacancies.
  await seen(rh.getByText('não autorizou o uso do cadastro em outras vagas'));
  await rh.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await seen(rh.getByText('1 candidato entrou na seleção.'));
  await rh.getByRole('button', { name: `Ações: ${OUTRA}` }).click();
  await goes(
    rh,
    rh.getByRole('menuitem', { name: 'Não selecionar' }),
    'Não selecionar',
    'Candidatura encerrada.',
    async (form) => {
      await form.getByRole('textbox', { name: 'Motivo' }).fill('Procura outra área.');
      await form.getByRole('textbox', { name: 'Recado ao candidato' }).fill(RECADO);
      await seen(form.getByRole('region', { name: 'Prévia' }).filter({ hasText: RECADO }));
    },
  );
  await seen(rh.getByRole('link', { name: '1 não selecionado' }));
  await rh.getByRole('button', { name: `Ações: ${QUEM}` }).click();
  await rh.getByRole('menuitem', { name: ETAPA, exact: true }).click();
  const cartao = rh.getByRole('region', { name: ETAPA, exact: true }).getByRole('link', { name: QUEM });
  await seen(cartao);
  const candidatura = String(await cartao.getAttribute('href')).replace(/\?.*/, '');
  await evaluates(rh, gestora, candidatura);
  await meets(rh, candidata);

  const antes = await hired(rh);
  const talento = await hires(rh, candidatura);
  const lido = (await (await rh.request.get(`/api${talento}`)).json()) as { nome: string; cpf: string };
  expect([lido.nome, lido.cpf.replace(/\D/g, '')]).toEqual([QUEM, QUEM_CPF]);
  expect(await hired(rh)).toBe(antes + 1);
  await goTo(rh, '/captacao/relatorios/avaliacao-candidato');
  await marks(rh, 'Cargos', CARGO);
  await rh.getByRole('button', { name: 'Visualizar', exact: true }).click();
  await seen(rh.getByRole('row', { name: new RegExp(`${QUEM}.*80,00%`) }));

  const outra = await at.visit({
    at: `/externo/login?empresaId=1&voltar=${encodeURIComponent('/externo/candidato-solicitacoes')}`,
    width: 360,
  });
  const recibo = await leaves(outra);
  await candidata.goto('/externo/candidato-solicitacoes');
  await seen(candidata.getByRole('article', { name: VAGA }).getByText('Selecionado'));
  const found: string[] = [];
  for (const path of ['/externo/candidato-solicitacoes', '/externo/anuncios']) {
    await goTo(candidata, path);
    found.push(...(await inspect(candidata, path)));
  }
  expect(found).toEqual([]);
  await goTo(rh, '/captacao/exclusoes-dados');
  await seen(rh.getByText(recibo));
  const resta = await rh.request.get(`/api/captacao/candidatos?page=0&nome=${encodeURIComponent(OUTRA)}`);
  expect(await resta.json()).toMatchObject({ totalElements: 0 });
});

it('o RH inclui um candidato à mão, encontra-o pelo texto do currículo, e o apaga para sempre', async () => {
  const rh = await at.visit({ as: 'admin', at: '/captacao/candidatos/new' });
  await rh.getByRole('textbox', { name: 'Nome', exact: true }).fill(A_MAO);
  await rh.getByRole('tab', { name: 'O que procura' }).click();
  await marks(rh, 'Cargo/Função Pretendida', CARGO);
  await rh.getByRole('tab', { name: 'Currículo' }).click();
  await rh.getByRole('textbox', { name: 'Texto do currículo' }).fill(`Auxiliar de museu, com ${NO_TEXTO}.`);
  await rh.getByRole('button', { name: 'Salvar', exact: true }).click();
  await seen(rh.getByRole('heading', { level: 1, name: A_MAO }));
  await findsOnly(rh, NO_TEXTO, [A_MAO]);
  await rh.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await goes(
    rh,
    rh.getByRole('menuitem', { name: 'Apagar os dados' }),
    'Apagar para sempre',
    'Os dados do candidato foram apagados.',
    (form) => form.getByRole('textbox').fill(A_MAO),
  );
  await findsOnly(rh, NO_TEXTO, []);
  const resta = await rh.request.get(`/api/captacao/candidatos?page=0&nome=${encodeURIComponent(A_MAO)}`);
  expect(await resta.json()).toMatchObject({ totalElements: 0 });
});
