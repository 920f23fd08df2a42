// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Parts } from '#platform/questionario/answering.web.tsx';
import type { Questionario } from '#platform/questionario/asked.ts';
import { DEFINICAO_VAZIA, type Idioma, questionOf, type Resposta } from '#platform/questionario/definition.ts';
import { Language } from '#platform/questionario/words.web.ts';
import type { Folha, FolhaLida } from '../folha.ts';
import { FormularioDaAvaliacao } from './formulario.web.tsx';
import { promessa } from './palavras.web.ts';

const competencia = (id: number, nome: string): FolhaLida['competencias'][number] => ({
  competencia: { id, nome },
  competenciaTipo: 'H',
  competenciaObservacao: null,
  solicitarComentario: false,
  nivelExigido: null,
  criteria: [],
  comportamentos: [],
});
const pedida: FolhaLida = {
  anonima: false,
  notaManual: false,
  porCriterios: false,
  obrigarPercentual: false,
  niveis: [
    { id: 11, descricao: 'Anda', ordem: 1, percentual: null },
    { id: 12, descricao: 'Corre', ordem: 2, percentual: null },
  ],
  competencias: [competencia(1, 'Comunicação'), competencia(2, 'Liderança')],
  traducoes: [
    {
      idioma: 'en',
      textos: [
        { de: 'Liderança', para: 'Leadership' },
        { de: 'Corre', para: 'Runs' },
      ],
    },
  ],
};
const perguntas = [questionOf({ id: 1, texto: 'Aprende rápido?', tipo: '4', notaMinima: 1, notaMaxima: 5 })];

const filled = vi.fn<(folha: unknown) => void>();
const send = vi.fn<() => void>();

function Avaliar({ folha = pedida, idioma = null, dada: antes }: { folha?: FolhaLida; idioma?: Idioma | null; dada?: Folha }) {
  const [respostas, setRespostas] = useState<Resposta[]>([]);
  const [dada, setDada] = useState<unknown>(antes);
  const fill = (next: unknown) => {
    filled(next);
    setDada(next);
  };
  const parts = {
    asked: { folha, definicao: { ...DEFINICAO_VAZIA, perguntas, proximoId: 2 }, semente: '1' },
    answers: { respostas, folha: dada, issues: [], isBusy: false, change: setRespostas, fill, send },
    beside: 'Salvo',
  } as unknown as Parts;
  return (
    <MantineProvider env="test">
      <Language value={idioma}>
        <FormularioDaAvaliacao {...parts} />
      </Language>
    </MantineProvider>
  );
}

const at = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }));
beforeEach(() => {
  filled.mockReset();
  send.mockReset();
  Element.prototype.scrollIntoView = () => {};
});
afterEach(cleanup);

const parte = (nome: string) => screen.getByRole('region', { name: nome });
const nivel = (nome: string, qual: string) =>
  fireEvent.click(within(screen.getByRole('radiogroup', { name: nome })).getByRole('radio', { name: qual }));
const aperta = (nome: string) => fireEvent.click(screen.getByRole('button', { name: nome }));
const quantas = () => screen.getByRole('progressbar', { name: 'Respondidas' }).getAttribute('aria-valuenow');

test('on a desk both parts stand beside each other, and what is missing is said where it is', () => {
  at(true);
  render(<Avaliar />);
  expect([parte('Competências'), parte('Perguntas')]).toHaveLength(2);
  nivel('Comunicação', 'Corre');
  expect(filled).toHaveBeenLastCalledWith({
    competencias: [
      { competenciaId: 1, nivelCompetenciaId: 12, naoObservada: false, criterios: [], comentario: null, evidencias: [] },
    ],
    nota: null,
  });
  expect(quantas()).toBe('1');
  aperta('Revisar');
  expect(screen.getByText(/Escolha um nível, ou diga que não observou/)).toBeTruthy();
  expect(screen.getByText(/Nota é obrigatória/)).toBeTruthy();
  expect(document.activeElement?.getAttribute('data-item')).toBe('competencias.2');
  expect(send).not.toHaveBeenCalled();
});

test('on a phone one part follows the other, then all once more, and one goes back to what one changes', () => {
  at(false);
  render(<Avaliar />);
  expect(screen.queryByRole('region', { name: 'Perguntas' })).toBeNull();
  nivel('Comunicação', 'Anda');
  nivel('Liderança', 'Não observei');
  aperta('Continuar');
  expect(screen.queryByRole('region', { name: 'Competências' })).toBeNull();
  fireEvent.click(within(parte('Perguntas')).getByRole('radio', { name: /4/ }));
  aperta('Revisar');
  expect(screen.getByRole('heading', { name: 'Confira as suas respostas' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Anda'),
    expect.stringContaining('Não observei'),
    expect.stringContaining('4'),
  ]);
  aperta('Alterar: Liderança');
  nivel('Liderança', 'Corre');
  expect((filled.mock.lastCall?.[0] as Folha | undefined)?.competencias).toHaveLength(2);
  aperta('Continuar');
  aperta('Revisar');
  aperta('Enviar');
  expect(send).toHaveBeenCalledTimes(1);
});

test('a second press goes to what is still missing, and nobody is taken there while answering', () => {
  at(false);
  render(<Avaliar />);
  const focado = () => document.activeElement?.getAttribute('data-item');
  aperta('Continuar');
  expect(focado()).toBe('competencias.1');
  nivel('Comunicação', 'Corre');
  aperta('Continuar');
  expect(focado()).toBe('competencias.2');
  const comenta = screen.getByRole('button', { name: 'Comentar Comunicação' });
  comenta.focus();
  aperta('Continuar');
  expect(focado()).toBe('competencias.2');
  comenta.focus();
  nivel('Comunicação', 'Anda');
  expect(document.activeElement).toBe(comenta);
});

test('what a button opens has the focus', () => {
  at(false);
  render(<Avaliar />);
  aperta('Comentar Comunicação');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Comentário Comunicação' }));
  aperta('Anexar evidência Comunicação');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Carregar' }));
});

test('the review ends with the comment, which has its own full stop', () => {
  at(false);
  const base = { naoObservada: false, criterios: [], comentario: null, evidencias: [] };
  const dada: Folha = {
    nota: null,
    competencias: [
      {
        ...base,
        competenciaId: 1,
        nivelCompetenciaId: 11,
        comentario: 'Explica bem.',
        evidencias: [{ id: 7, nome: 'a.pdf', tamanho: 1 }],
      },
      { ...base, competenciaId: 2, nivelCompetenciaId: 12 },
    ],
  };
  render(<Avaliar dada={dada} />);
  aperta('Continuar');
  fireEvent.click(within(parte('Perguntas')).getByRole('radio', { name: /4/ }));
  aperta('Revisar');
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Anda. 1 anexo. Explica bem.');
});

test('a note may stand in the place of the questions', () => {
  at(false);
  render(<Avaliar folha={{ ...pedida, competencias: [], notaManual: true }} />);
  const nota = screen.getByRole('textbox', { name: /Nota/ });
  fireEvent.change(nota, { target: { value: '101' } });
  aperta('Revisar');
  expect(screen.getByText(/Nota deve ser de 0 a 100/)).toBeTruthy();
  fireEvent.change(nota, { target: { value: '72,5' } });
  expect(filled).toHaveBeenLastCalledWith({ competencias: [], nota: 72.5 });
  aperta('Revisar');
  aperta('Enviar');
  expect(send).toHaveBeenCalledTimes(1);
});

test('the sheet is said in the language of whoever evaluates, the company’s own texts where they are translated', () => {
  at(false);
  const { container } = render(<Avaliar idioma="en" />);
  expect(container.querySelector('form')?.lang).toBe('en');
  expect(parte('Competencies')).toBeTruthy();
  aperta('Next');
  expect(screen.getAllByText('Please answer this question as it asks')).toHaveLength(2);
  nivel('Comunicação', 'Runs');
  expect(['Comunicação', 'Leadership'].map((nome) => screen.getAllByText(nome)[0]?.lang)).toEqual(['pt-BR', 'en']);
  nivel('Leadership', 'I have not observed it');
  fireEvent.click(screen.getAllByRole('button', { name: /^Attach evidence/ })[0] as HTMLElement);
  expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy();
  expect(screen.getByText('No file selected.')).toBeTruthy();
  aperta('Next');
  fireEvent.click(within(parte('Questions')).getByRole('radio', { name: '4 of 5' }));
  aperta('Review');
  expect(screen.getByRole('heading', { name: 'Check your answers' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Runs'),
    expect.stringContaining('I have not observed it'),
    expect.stringContaining('4 of 5'),
  ]);
  aperta('Send');
  expect(send).toHaveBeenCalledTimes(1);
});

test.each([
  ['I', 'R', 'es', /^Quien puede ver los resultados ve su nombre/],
  ['I', 'R', null, /^Quem pode ver os resultados vê o seu nome/],
  ['A', 'U', 'en', /^Your self-evaluation is shown as yours/],
  ['A', 'L', 'es', /^Usted responde como líder/],
  ['A', 'P', 'en', /in groups of at least 3, without names/],
  ['A', 'P', null, /em grupos de ao menos 3, sem nomes.* sabe quem respondeu, nunca o quê/],
] as const)('the promise of an evaluation %s to %s is said in %s', (modo, papel, idioma, dito) => {
  expect(promessa({ modo, papel, minimo: 5 } as Questionario, idioma)).toMatch(dito);
});
