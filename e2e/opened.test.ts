import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inspect } from './inspect.ts';
import { type Opened, openedAsking } from './opened-asking.ts';
import { goTo, journeys, PATIENCE, seen, settled } from './product.ts';

const at = journeys();

/** The sweep of the menu sees the screens alone. */
const opened: readonly Opened[] = [
  ['/', 'menu do usuário', (page) => page.getByRole('button', { name: /menu de/ }).click()],
  ['/mensagens', 'as caixas', (page) => seen(page.getByRole('radiogroup', { name: 'Caixa' }))],
  [
    '/',
    'avisos do sistema',
    async (page) => {
      const avisos = [
        { gravidade: 'AVISO', codigo: 'SEM_SMTP', mensagens: ['Uma mensagem aguarda.'] },
        { gravidade: 'ERRO', codigo: 'EMAIL_FALHOU', mensagens: ['Um e-mail falhou.'] },
      ];
      await page.route('**/api/geral/avisos', (route) => route.fulfill({ json: avisos }), { times: 1 });
      await page.reload();
      await seen(page.getByRole('region', { name: 'Avisos do sistema' }));
    },
  ],
  [
    '/',
    'Alterar Minha Senha, com faltas',
    async (page) => {
      await page.getByRole('button', { name: /menu de/ }).click();
      await page.getByRole('menuitem', { name: 'Alterar Minha Senha' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar', exact: true }).click();
      await seen(page.getByText('Senha atual é obrigatória'));
    },
  ],
  [
    '/',
    'Atualizar Meus Dados',
    async (page) => {
      await page.getByRole('button', { name: /menu de/ }).click();
      await page.getByRole('menuitem', { name: 'Atualizar Meus Dados' }).click();
      await seen(page.getByRole('dialog').getByLabel('Nome'));
    },
  ],
  ...(['Copiar Faixa Salarial', 'Transferir Faixas Salariais'] as const).map(
    (name) =>
      [
        '/cargo-salario/faixas-salariais',
        name,
        async (page: Page) => {
          await page.getByRole('button', { name: 'Ações', exact: true }).click();
          await page.getByRole('menuitem', { name }).click();
          await page.getByRole('dialog').getByRole('button').last().click();
          await seen(page.getByText('Cargo de origem é obrigatório'));
        },
      ] as const,
  ),
  [
    '/gestao-talentos/talentos',
    'ações de uma linha',
    (page) =>
      page
        .getByRole('button', { name: /^Mais ações/ })
        .first()
        .click(),
  ],
  [
    '/gestao-talentos/talentos',
    'filtro',
    async (page) => {
      await page.getByRole('button', { name: 'Filtro', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Situação' }).click();
      // The chip opens by itself, or when it is pressed.
      const editor = page.getByRole('dialog', { name: 'Filtro: Situação' });
      const chip = page.getByRole('search').getByRole('button', { name: 'Situação', exact: true });
      const isOpen = () => editor.isVisible().then((is) => is || chip.click({ timeout: 2_000 }).then(() => editor.isVisible()));
      await expect.poll(isOpen, { timeout: PATIENCE, interval: 1_000 }).toBe(true);
    },
  ],
  ['/gestao-talentos/talentos', 'visões', (page) => page.getByRole('button', { name: 'Visões' }).click()],
  ['/gestao-talentos/talentos', 'colunas', (page) => page.getByRole('button', { name: 'Escolher colunas' }).click()],
  [
    '/gestao-talentos/talentos',
    'seleção',
    (page) =>
      page
        .getByRole('checkbox', { name: /^Selecionar / })
        .nth(1)
        .check(),
  ],
  [
    '/gestao-talentos/motivo-desligamento',
    'importação',
    async (page) => {
      await page.getByRole('button', { name: 'Exportar e importar' }).click();
      await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
      await seen(page.getByRole('dialog'));
    },
  ],
  [
    '/gestao-talentos/relatorios/geracoes',
    'prévia',
    async (page) => {
      await page.getByRole('button', { name: 'Visualizar' }).click();
      await seen(page.getByRole('region', { name: 'Prévia do relatório' }));
    },
  ],
  ['/cargo-salario/organograma', 'desenho', (page) => seen(page.locator('.react-flow__node').first())],
  ...['linhas', 'conferencia', 'aplicacao'].map(
    (aba) =>
      [
        `/cargo-salario/tabelas-reajustes-colaboradores/1?aba=${aba}`,
        aba,
        (page: Page) => seen(page.getByRole('tabpanel')),
      ] as const,
  ),
  [
    '/cargo-salario/movimentacao-reajuste-coletivo/colaborador',
    'o plano proposto, com faltas',
    async (page) => {
      await page.getByRole('button', { name: 'Incluir no planejamento' }).click();
      await seen(page.getByText('Áreas Organizacionais são obrigatórias'));
    },
  ],
  [
    '/avaliacao/ninebox/chart',
    'radar de alguém',
    async (page) => {
      await page
        .getByRole('button', { name: /: \d+ pessoas?\. / })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Radar de / })
        .first()
        .click();
      await seen(page.getByRole('dialog').getByRole('table'));
    },
  ],
  [
    '/avaliacao/ninebox/chart',
    'limites, com uma falta',
    async (page) => {
      await page.getByRole('button', { name: 'Limites e resultado' }).click();
      await page.getByRole('dialog').getByRole('textbox').first().fill('');
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar', exact: true }).click();
      await seen(page.getByRole('dialog').getByText(/obrigatóri/));
    },
  ],
  [
    '/avaliacao/ninebox/calibragem',
    'mudança de quadrante',
    async (page) => {
      await page
        .getByRole('button', { name: /: mudar de quadrante$/ })
        .first()
        .click();
      await seen(page.getByRole('dialog').getByRole('textbox', { name: /^Motivo/ }));
    },
  ],
  [
    '/avaliacao/pdi/1',
    'meta',
    async (page) => {
      await page.getByRole('button', { name: 'Incluir meta' }).click();
      await seen(page.getByRole('dialog'));
    },
  ],
  ...(['lembrar', 'divulgar'] as const).map(
    (ato) => [`/pesquisa/questionarios/2?ato=${ato}`, ato, (page: Page) => seen(page.getByRole('dialog'))] as const,
  ),
  [
    '/pesquisa/nps',
    'configuração',
    async (page) => {
      await page.getByRole('button', { name: 'Configurar', exact: true }).click();
      await seen(page.getByRole('dialog').getByLabel('De quanto em quanto tempo'));
    },
  ],
  [
    '/publico/quiosque?empresaId=1',
    'quiosque, com faltas',
    async (page) => {
      await page.getByRole('button', { name: 'Continuar', exact: true }).click();
      await seen(page.getByRole('alert'));
    },
  ],
  ...['/analytics', '/cargo-salario', '/gestao-talentos'].map(
    (path) => [path, 'o que o módulo oferece', () => Promise.resolve()] as const,
  ),
];

it.each([
  ['sobre uma tela', opened],
  ['ao avaliar e ao perguntar', openedAsking],
] as const)(
  'o que se abre %s: o axe não encontra nada, no claro e no escuro, e a 360 px nada rola para o lado',
  {
    timeout: 420_000,
  },
  async (_, states) => {
    const page = await at.visit({ as: 'admin' });
    const found: string[] = [];
    for (const [path, what, open] of states) {
      await goTo(page, path);
      await settled(page);
      await open(page);
      found.push(...(await inspect(page, `${path} (${what})`)));
    }
    expect(found).toEqual([]);
  },
);

it('a página de um módulo leva às suas telas pelo teclado', async () => {
  const page = await at.visit({ as: 'admin', at: '/analytics' });
  await page.getByRole('main').getByRole('link', { name: 'Painel de Talentos' }).focus();
  await page.keyboard.press('Enter');
  await seen(page.getByRole('heading', { level: 1, name: 'Painel de Talentos' }));
  await page.getByRole('navigation', { name: 'Trilha' }).getByRole('link', { name: 'Analytics' }).click();
  await seen(page.getByRole('heading', { level: 1, name: 'Analytics' }));
  expect(new URL(page.url()).pathname).toBe('/analytics');
});
