// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEFINICAO_VAZIA, type Definicao } from '../definition.ts';
import { newQuestion, withQuestions } from '../edits.ts';
import type { ParaEditar } from '../para-editar.ts';
import { QuestionsEditor } from './editor.web.tsx';

const named = (...textos: string[]): Definicao =>
  withQuestions(textos.map((texto) => ({ ...newQuestion(0, '4'), texto })))(DEFINICAO_VAZIA);

let server: ParaEditar;
/** what the next save is answered with, instead of being saved */
let refusal: ParaEditar | undefined;
const sent: { versao: number; definicao: Definicao }[] = [];
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  server = {
    versao: 3,
    numero: 2,
    congelada: true,
    notaMinima: 1,
    podeEditar: true,
    motivo: null,
    definicao: named('Prazo', 'Qualidade', 'Convívio'),
  };
  refusal = undefined;
  sent.length = 0;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return answer(200, server);
    const asked = JSON.parse(body as string) as (typeof sent)[number];
    sent.push(asked);
    if (refusal) {
      const registro = refusal;
      refusal = undefined;
      return answer(409, { code: 'REGISTRO_ALTERADO', message: 'Alterado', registro });
    }
    server = { ...server, versao: asked.versao + 1, numero: 3, congelada: false, definicao: asked.definicao };
    return answer(200, server);
  });
  const router = createMemoryRouter([{ path: '/', element: <QuestionsEditor path="prova/modelos" id={7} /> }]);
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** By the attributes themselves: to search by role takes seconds in this DOM. */
const one = (selector: string) => document.querySelector(selector) as HTMLElement;
const list = () => waitFor(() => expect(one('ol[aria-label="Perguntas"]')).toBeTruthy());
const field = () => one('ol textarea') as HTMLTextAreaElement;
const open = (id: number) => fireEvent.click(one(`[data-row="${id}"]`));
const down = (id: number) => fireEvent.keyDown(one(`[data-grip="${id}"]`), { key: 'ArrowDown' });
const textos = () => [...document.querySelectorAll('[data-row]')].map(({ firstChild }) => firstChild?.textContent);
const saying = (selector: string, text: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) => textContent === text) as HTMLElement;
async function add(tipo: string): Promise<void> {
  fireEvent.click(saying('button', 'Pergunta'));
  await waitFor(() => expect(saying('[role="menuitem"]', tipo)).toBeTruthy());
  fireEvent.click(saying('[role="menuitem"]', tipo));
}
const click = (text: string) => fireEvent.click(screen.getByText(text).closest('button') as HTMLElement);

it('says which version it is, and what an edit does to what was asked', async () => {
  expect(await screen.findByText(/Versão 2 · já foi usada: uma alteração começa a versão 3/)).toBeTruthy();
});

it('moves a question by the arrow keys, says where it stands, and takes it back', async () => {
  await list();
  down(1);
  expect(textos()).toEqual(['1. Qualidade', '2. Prazo', '3. Convívio']);
  expect(screen.getByText('Pergunta movida para o lugar 2 de 3.')).toBeTruthy();
  click('Desfazer');
  expect(textos()).toEqual(['1. Prazo', '2. Qualidade', '3. Convívio']);
  expect(screen.getByText('Salvo').closest('button')?.disabled).toBe(true);
});

it('what is typed stands in the preview at once, is one step of the undo, and is saved under the version that was read', async () => {
  await list();
  open(1);
  const input = field();
  for (const value of ['Entrega', 'Entrega no prazo?']) fireEvent.change(input, { target: { value } });
  const phone = within(one('[aria-label="Tela do celular"]'));
  expect(phone.getByText('Entrega no prazo?')).toBeTruthy();
  click('Desfazer');
  expect(phone.getByText('Prazo')).toBeTruthy();
  fireEvent.change(input, { target: { value: 'Entrega?' } });
  click('Salvar');
  await waitFor(() =>
    expect(sent).toMatchObject([{ versao: 3, definicao: { perguntas: [{ id: 1, texto: 'Entrega?' }, {}, {}] } }]),
  );
  expect(await screen.findByText(/Versão 3 · ainda não/)).toBeTruthy();
});

it('what has no text yet is named in the preview, where every option can be told apart', async () => {
  await list();
  open(3);
  await add('Objetiva');
  const phone = within(one('[aria-label="Tela do celular"]'));
  for (const text of ['Sem texto', 'Opção 1', 'Opção 2']) expect(phone.getByText(text)).toBeTruthy();
});

it('a question that is added is written at once: its text has the focus', async () => {
  await list();
  await add('Subjetiva');
  const isNewest = () => {
    const newest = [...document.querySelectorAll<HTMLElement>('[data-row]')].at(-1)?.dataset.row;
    return newest !== undefined && (document.activeElement as HTMLElement).dataset.texto === newest;
  };
  expect(isNewest()).toBe(true);
  click('Seção');
  expect(isNewest()).toBe(true);
  expect(textos()).toHaveLength(5);
});

it('after many were pasted, the next question stands behind them', async () => {
  await list();
  click('Colar várias');
  fireEvent.change(await screen.findByLabelText('Perguntas', { selector: '[role="dialog"] textarea' }), {
    target: { value: '1. Escuta\n2. Clareza' },
  });
  click('Incluir 2 perguntas');
  await add('Subjetiva');
  expect(textos()).toEqual(['1. Prazo', '2. Qualidade', '3. Convívio', '4. Escuta', '5. Clareza', '6. Sem texto']);
});

it('sends nothing that the server would refuse: it opens the first fault', async () => {
  await list();
  open(2);
  fireEvent.change(field(), { target: { value: ' ' } });
  open(1);
  click('Salvar');
  expect(await screen.findByText('1 correção antes de salvar')).toBeTruthy();
  expect(field().value).toBe(' ');
  expect(sent).toEqual([]);
});

it('when somebody else saved meanwhile, it shows what changes, and loses nobody’s work without asking', async () => {
  await list();
  refusal = { ...server, versao: 9, definicao: named('Prazo', 'Outra', 'Convívio') };
  down(1);
  click('Salvar');
  await screen.findByText('Perguntas alteradas por outra pessoa');
  expect(screen.getByText(/^Outra · Nota/)).toBeTruthy();
  click('Salvar as minhas');
  await waitFor(() => expect(sent.map(({ versao }) => versao)).toEqual([3, 9]));
});
