// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFINICAO_VAZIA, type Definicao, questionOf, type Resposta } from './definition.ts';
import { QuestionForm } from './question-form.web.tsx';

const definicao: Definicao = {
  ...DEFINICAO_VAZIA,
  perguntas: [
    questionOf({
      id: 1,
      texto: 'Você está bem?',
      tipo: '1',
      respostas: [
        { id: 11, texto: 'Sim', peso: null },
        { id: 12, texto: 'Não', peso: null },
      ],
    }),
    questionOf({
      id: 2,
      texto: 'O que houve?',
      tipo: '3',
      se: { juntas: 'todas', testes: [{ perguntaId: 1, eh: 'tem', valor: 12 }] },
    }),
    questionOf({ id: 3, texto: 'E o ambiente?', tipo: '4', notaMinima: 1, notaMaxima: 5, obrigatoria: false }),
    questionOf({
      id: 4,
      texto: 'O que importa?',
      tipo: '5',
      obrigatoria: false,
      respostas: [
        { id: 41, texto: 'Salário', peso: null },
        { id: 42, texto: 'Horário', peso: null },
      ],
    }),
  ],
  proximoId: 50,
};

const given = vi.fn<(respostas: Resposta[]) => void>();
const send = vi.fn<() => void>();
beforeEach(() => {
  given.mockReset();
  send.mockReset();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

function Asked({ mode, before = [] }: { mode: 'pagina' | 'uma'; before?: Resposta[] }) {
  const [respostas, setRespostas] = useState<Resposta[]>(before);
  return (
    <MantineProvider env="test">
      <QuestionForm
        definicao={definicao}
        respostas={respostas}
        onChange={(changed) => {
          given(changed);
          setRespostas(changed);
        }}
        mode={mode}
        onSend={send}
      />
    </MantineProvider>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const focused = () => document.activeElement?.getAttribute('data-pergunta');

test('a question appears with the answer that it depends on, and counts in the progress', () => {
  render(<Asked mode="pagina" />);
  expect(screen.queryByText('O que houve?')).toBeNull();
  expect(screen.getByText('0 de 3 respondidas')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Não'));
  expect(screen.getByText('O que houve?')).toBeTruthy();
  expect(screen.getByText('1 de 4 respondidas')).toBeTruthy();
});

test('what is missing is said at its question, which gets the focus, and nothing is sent', () => {
  render(<Asked mode="pagina" />);
  press('Revisar');
  expect(screen.getAllByRole('alert')[0]?.textContent).toContain('Resposta é obrigatória');
  expect(focused()).toBe('1');
  expect(send).not.toHaveBeenCalled();
});

test('a second press goes to what is still missing, and nobody is taken there while answering', () => {
  render(<Asked mode="pagina" />);
  press('Revisar');
  fireEvent.click(screen.getByLabelText('Não'));
  press('Revisar');
  expect(focused()).toBe('2');
  screen.getByLabelText('Salário').focus();
  press('Revisar');
  expect(focused()).toBe('2');
  screen.getByLabelText('Salário').focus();
  fireEvent.click(screen.getByLabelText('Salário'));
  expect(focused()).toBeNull();
});

test('answers are looked at once more, changed from there, and sent', () => {
  render(<Asked mode="pagina" />);
  fireEvent.click(screen.getByLabelText('Sim'));
  fireEvent.click(screen.getByLabelText('4 de 5'));
  fireEvent.click(screen.getByLabelText('Salário'));
  fireEvent.click(screen.getByLabelText('Horário'));
  press('Revisar');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Você está bem?SimAlterar',
    'E o ambiente?4 de 5Alterar',
    'O que importa?Salário, HorárioAlterar',
  ]);
  press('Alterar: E o ambiente?');
  expect(focused()).toBe('3');
  press('Revisar');
  press('Enviar');
  expect(send).toHaveBeenCalledTimes(1);
  const [last = []] = given.mock.lastCall ?? [];
  expect(last.map(({ perguntaId, respostaId, respostasIds, nota }) => [perguntaId, respostaId ?? respostasIds ?? nota])).toEqual([
    [1, 11],
    [3, 4],
    [4, [41, 42]],
  ]);
});

test('an answer that is not required can be taken back', () => {
  render(<Asked mode="pagina" />);
  fireEvent.click(screen.getByLabelText('4 de 5'));
  expect(screen.getByText('1 de 3 respondidas')).toBeTruthy();
  press('Limpar resposta');
  expect(screen.getByText('0 de 3 respondidas')).toBeTruthy();
});

test('one question at a time is passed by Enter, once it is answered', () => {
  render(<Asked mode="uma" />);
  const enter = () => fireEvent.submit(screen.getByRole('form'));
  enter();
  expect(screen.getAllByRole('alert')[0]?.textContent).toContain('Resposta é obrigatória');
  fireEvent.click(screen.getByLabelText('Sim'));
  enter();
  expect(focused()).toBe('3');
  enter();
  expect(focused()).toBe('4');
  press('Voltar');
  expect(focused()).toBe('3');
  enter();
  enter();
  expect(screen.getByText('Confira as suas respostas')).toBeTruthy();
  enter();
  expect(send).toHaveBeenCalledTimes(1);
});

test.each<[string, Resposta[], string]>([
  ['behind the last answer', [{ perguntaId: 1, respostaId: 11 }], 'E o ambiente?'],
  [
    'behind a question that was passed over',
    [
      { perguntaId: 1, respostaId: 11 },
      { perguntaId: 3, nota: null },
    ],
    'E o ambiente?',
  ],
  [
    'at the review, where the last one is answered',
    [
      { perguntaId: 1, respostaId: 11 },
      { perguntaId: 4, respostasIds: [41] },
    ],
    'Confira as suas respostas',
  ],
])('whoever comes back goes on %s', (_, before, there) => {
  render(<Asked mode="uma" before={before} />);
  expect(screen.getByText(there)).toBeTruthy();
});
