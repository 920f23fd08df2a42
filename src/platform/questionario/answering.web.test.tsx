// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnswerSource, atKiosk, byTicket } from './answer-source.web.ts';
import { Answering } from './answering.web.tsx';
import type { Questionario } from './asked.ts';
import { DEFINICAO_VAZIA, type Pergunta } from './definition.ts';

const escolha: Pergunta = {
  id: 1,
  texto: 'Você está bem?',
  tipo: '1',
  ajuda: null,
  obrigatoria: true,
  peso: 1,
  aspectoId: null,
  secaoId: null,
  respostas: [
    { id: 11, texto: 'Sim', peso: null },
    { id: 12, texto: 'Não', peso: null },
  ],
  notaMinima: null,
  notaMaxima: null,
  escala: 'N',
  rotuloMinimo: null,
  rotuloMaximo: null,
  exigirComentario: false,
  comentario: null,
  se: null,
};
const asked: Questionario = {
  id: 7,
  empresaId: 1,
  titulo: 'Clima 2026',
  modo: 'C',
  minimo: 5,
  ate: null,
  sobre: null,
  papel: null,
  estado: 'N',
  definicao: { ...DEFINICAO_VAZIA, perguntas: [escolha], proximoId: 13, agradecimento: 'Até o ano que vem.' },
  semente: '7',
  rascunho: null,
};

interface Call {
  path: string;
  body: Record<string, unknown>;
}
let calls: Call[] = [];
/** Answers by the end of the address: a body, a refusal, or no answer at all. */
let told: Record<string, (call: Call) => { status?: number; body?: unknown } | 'lost'> = {};

beforeEach(() => {
  calls = [];
  told = {
    abrir: () => ({ body: asked }),
    rascunho: ({ body }) => ({ body: { revisao: Number(body.revisao) + 1 } }),
    enviar: () => ({ body: {} }),
  };
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('/api/health')) return new Response('{}');
    const call = {
      path: url.split('/').at(-1) ?? '',
      body: JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record<string, unknown>,
    };
    calls.push(call);
    const answer = told[call.path]?.(call) ?? {};
    if (answer === 'lost') throw new TypeError('cut');
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 });
  });
});
const bilingue: Questionario = {
  ...asked,
  definicao: {
    ...asked.definicao,
    traducoes: [
      {
        idioma: 'en',
        textos: [
          { de: 'Você está bem?', para: 'Are you well?' },
          { de: 'Sim', para: 'Yes' },
        ],
      },
    ],
  },
};

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
});

const open = (source: AnswerSource = byTicket('bilhete')) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Answering name="prova" source={source} />
      </QueryClientProvider>
    </MantineProvider>,
  );
const choose = async (name: string) => fireEvent.click(await screen.findByLabelText(name));
const isChosen = async (name: string) => ((await screen.findByLabelText(name)) as HTMLInputElement).checked;
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
const sent = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);

test('the promise stands above the questions, and answers are kept on the server as they are given', async () => {
  open();
  expect(await screen.findByText(/só mostra resultados de grupos com 5 pessoas ou mais/)).toBeTruthy();
  await choose('Sim');
  await screen.findByText('Guardado');
  expect(sent('rascunho')).toEqual([{ bilhete: 'bilhete', revisao: 0, respostas: [{ perguntaId: 1, respostaId: 11 }] }]);
  send();
  await screen.findByText('Até o ano que vem.');
  expect(sent('enviar')).toMatchObject([{ bilhete: 'bilhete', revisao: 1 }]);
  expect(localStorage.length).toBe(0);
});

test('an anonymous draft stays on this device, and is there again', async () => {
  told.abrir = () => ({ body: { ...asked, modo: 'A' } });
  open();
  await choose('Não');
  expect(await screen.findByText('Guardado só neste aparelho')).toBeTruthy();
  cleanup();
  open();
  expect(await isChosen('Não')).toBe(true);
  expect(sent('rascunho')).toEqual([]);
});

test('a lost reply is sent again under the same key, and nothing is lost meanwhile', async () => {
  told.enviar = () => 'lost';
  open();
  await choose('Sim');
  send();
  await screen.findByText(/continuam aqui/);
  cleanup();
  told.enviar = () => ({ body: {} });
  open();
  expect(await isChosen('Sim')).toBe(true);
  send();
  await screen.findByText(/Recebemos/);
  expect(new Set(sent('enviar').map(({ envio }) => envio)).size).toBe(1);
});

test('a server that cannot keep a draft is named as what it is, asked less and less, and gets the answers when they are sent', async () => {
  const full = { status: 507, body: { code: 'SEM_ESPACO', message: 'O servidor está sem espaço em disco.' } };
  told.rascunho = () => full;
  open();
  await screen.findByLabelText('Sim');
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.click(screen.getByLabelText('Sim'));
  await pass(800);
  screen.getByText('Servidor sem espaço: guardado só neste aparelho');
  await pass(7_900);
  expect(sent('rascunho')).toHaveLength(1);
  await pass(100);
  expect(sent('rascunho')).toHaveLength(2);
  told.rascunho = () => ({ status: 429, body: { code: 'RASCUNHO_GRAVADO_DEMAIS', message: 'Gravadas vezes demais.' } });
  await pass(15_900);
  expect(sent('rascunho')).toHaveLength(2);
  await pass(100);
  screen.getByText('Gravado vezes demais: guardado só neste aparelho');
  fireEvent.click(screen.getByLabelText('Não'));
  await pass(3_600_000);
  expect(sent('rascunho')).toHaveLength(3);
  told.enviar = () => full;
  send();
  await pass(0);
  screen.getByText('O servidor está sem espaço em disco. As suas respostas continuam aqui.');
  told.enviar = () => ({ body: {} });
  send();
  await pass(0);
  screen.getByText('Até o ano que vem.');
  expect(sent('enviar').at(-1)).toMatchObject({ revisao: 0, respostas: [{ perguntaId: 1, respostaId: 12 }] });
});

test('answers of another device are offered, and the chosen ones go on', async () => {
  const other = { revisao: 4, respostas: [{ perguntaId: 1, respostaId: 12 }] };
  told.rascunho = ({ body }) =>
    body.revisao === 4
      ? { body: { revisao: 5 } }
      : { status: 409, body: { code: 'RASCUNHO_ALTERADO', message: 'x', rascunho: other } };
  open();
  await choose('Sim');
  await screen.findByText('Você também respondeu em outro aparelho');
  expect(await isChosen('Sim')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'As do outro aparelho' }));
  expect(await isChosen('Não')).toBe(true);
  await choose('Sim');
  await waitFor(() => expect(sent('rascunho').at(-1)).toMatchObject({ revisao: 4 }));
});

test('what the server misses is said at its question', async () => {
  told.enviar = () => ({
    status: 400,
    body: {
      code: 'FIELD_VALIDATION_VIOLATION',
      message: 'Preencha os campos indicados',
      errors: [{ field: 'perguntas.1', message: 'Resposta inválida' }],
    },
  });
  open();
  await choose('Sim');
  send();
  expect((await screen.findByText('Resposta inválida')).closest('[data-pergunta]')?.getAttribute('data-pergunta')).toBe('1');
});

test('nothing stays at a kiosk', async () => {
  open(atKiosk({ empresaId: 1, cpf: '52998224725', nascimento: '1990-05-17' }, 7));
  await choose('Sim');
  expect(localStorage.length).toBe(0);
  send();
  await screen.findByText(/Recebemos/);
  expect(sent('rascunho')).toEqual([]);
});

test('a link that leads nowhere says so', async () => {
  told.abrir = () => ({ status: 404, body: { code: 'BILHETE_INVALIDO', message: 'Este link não vale mais.' } });
  open();
  expect(await screen.findByText('Este link não vale mais.')).toBeTruthy();
});

test('what was kept of a questionnaire that is over is forgotten', async () => {
  told.abrir = () => ({ body: { ...asked, modo: 'A' } });
  open();
  await choose('Não');
  expect(localStorage.length).toBe(1);
  cleanup();
  told.abrir = () => ({ status: 409, body: { code: 'RODADA_ENCERRADA', message: 'Este questionário já foi encerrado.', id: 7 } });
  open();
  await screen.findByText('Este questionário já foi encerrado.');
  expect(localStorage.length).toBe(0);
});

test('whoever answers chooses the language, which is remembered, and sends the same answer', async () => {
  told.abrir = () => ({ body: bilingue });
  vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: ['en-US'] } }));
  const { unmount } = open();
  await screen.findByText('Are you well?');
  expect(screen.getByText(/only shows results of groups of 5 people/)).toBeTruthy();
  // What is not translated stays in Portuguese.
  expect(screen.getByLabelText('Yes')).toBeTruthy();
  expect(screen.getByLabelText('Não')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Idioma / Language'), { target: { value: '' } });
  fireEvent.click(await screen.findByLabelText('Sim'));
  unmount();
  open();
  await screen.findByText('Você está bem?');
  fireEvent.change(screen.getByLabelText('Idioma / Language'), { target: { value: 'en' } });
  expect((screen.getByLabelText('Yes') as HTMLInputElement).checked).toBe(true);
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText('We have received your answers. Thank you!');
  expect(calls.at(-1)).toMatchObject({ path: 'enviar', body: { respostas: [{ perguntaId: 1, respostaId: 11 }] } });
});

test('a kiosk remembers nobody’s language', async () => {
  told.abrir = () => ({ body: bilingue });
  vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: ['pt-BR'] } }));
  open(atKiosk({ empresaId: 1, cpf: '1', nascimento: '2000-01-01' }, 7));
  await screen.findByText('Você está bem?');
  fireEvent.change(screen.getByLabelText('Idioma / Language'), { target: { value: 'en' } });
  await screen.findByText('Are you well?');
  expect(localStorage.getItem('vinculo:idioma')).toBeNull();
});

test('that answers of another device differ is said in the language of whoever answers', async () => {
  told.abrir = () => ({ body: bilingue });
  vi.stubGlobal('navigator', Object.create(navigator, { languages: { value: ['en-US'] } }));
  const other = { revisao: 4, respostas: [{ perguntaId: 1, respostaId: 12 }] };
  told.rascunho = () => ({ status: 409, body: { code: 'RASCUNHO_ALTERADO', message: 'x', rascunho: other } });
  open();
  await choose('Yes');
  fireEvent.click(await screen.findByRole('button', { name: 'Those on the other device' }));
  expect(await isChosen('Não')).toBe(true);
});
