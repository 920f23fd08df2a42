import type { Page } from 'playwright-core';
import { seen } from './product.ts';

/** What somebody opens on a screen: address, name of what opens, and how. */
export type Opened = readonly [path: string, what: string, open: (page: Page) => Promise<void>];

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const sends = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const hasMenu = (page: Page) => seen(page.getByRole('menu'));
const isOpen = (page: Page) => seen(page.getByRole('dialog'));

/** A dialog that is sent as it opens, and tells what is missing. */
const faulty =
  (opener: string | RegExp, send: string) =>
  async (page: Page): Promise<void> => {
    await press(page, opener);
    await isOpen(page);
    await sends(page, send);
    await seen(page.getByRole('dialog').locator('[aria-invalid=true]'));
  };

const AVALIACAO = '/avaliacao/avaliacoes-desempenho/3';
const PERGUNTAS = '/pesquisa/pesquisas/2/perguntas';

/** Evaluations, plans, surveys and their models: what opens over their screens. */
export const openedAsking: readonly Opened[] = [
  ['/avaliacao/feedbacks', 'escrever, com faltas', faulty('Escrever', 'Salvar')],
  ['/avaliacao/pdi/1', 'ação, com faltas', faulty('Incluir ação', 'Incluir')],
  [AVALIACAO, 'incluir participantes', (page) => press(page, 'Incluir participantes').then(() => isOpen(page))],
  [AVALIACAO, 'ações sobre um avaliado', (page) => press(page, /^Mais ações sobre /).then(() => hasMenu(page))],
  [PERGUNTAS, 'colar várias', (page) => press(page, /^Colar várias/).then(() => isOpen(page))],
  [PERGUNTAS, 'tipos de pergunta', (page) => press(page, 'Pergunta').then(() => hasMenu(page))],
  [
    PERGUNTAS,
    'uma pergunta aberta e o seu menu',
    async (page) => {
      await press(page, /^1\. /);
      await press(page, 'Mais sobre a pergunta 1');
      await hasMenu(page);
    },
  ],
  ['/pesquisa/pesquisas', 'modelos prontos', (page) => press(page, 'Modelos prontos').then(() => isOpen(page))],
  ['/pesquisa/pesquisas/1/aspectos', 'aspecto, com faltas', faulty('Inserir', 'Inserir')],
  ['/pesquisa/pesquisas/1/documentos-anexos', 'documento, com faltas', faulty('Anexar Documentos', 'Anexar')],
  ['/pesquisa/questionarios/1/resultados?por=area', 'exportar', (page) => press(page, 'Exportar').then(() => hasMenu(page))],
  ['/pesquisa/questionarios/2?ato=prorrogar', 'prorrogar', isOpen],
];
