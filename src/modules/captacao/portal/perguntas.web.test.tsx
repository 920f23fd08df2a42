// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFINICAO_VAZIA, type Definicao, questionOf, type Resposta } from '#platform/questionario/definition.ts';
import { emIdioma } from '#platform/questionario/translations.ts';
import { Language } from '#platform/questionario/words.web.ts';
import { Perguntas } from './perguntas.web.tsx';

afterEach(cleanup);

const definicao: Definicao = {
  ...DEFINICAO_VAZIA,
  introducao: 'Leia com calma.',
  perguntas: [
    questionOf({
      id: 1,
      texto: 'Aceita viajar?',
      tipo: '1',
      respostas: [
        { id: 11, texto: 'Sim', peso: 1 },
        { id: 12, texto: 'Não', peso: 0 },
      ],
    }),
    questionOf({ id: 2, texto: 'Quanto?', tipo: '4', notaMinima: 0, notaMaxima: 5, obrigatoria: false }),
  ],
  proximoId: 13,
  traducoes: [
    {
      idioma: 'en',
      textos: [
        { de: 'Aceita viajar?', para: 'Would you travel?' },
        { de: 'Sim', para: 'Yes' },
      ],
    },
  ],
};

test('a candidate answers in another language, and what is sent is the same', () => {
  const envia = vi.fn<(respostas: readonly Resposta[]) => void>();
  function Portal() {
    const [respostas, setRespostas] = useState<Resposta[]>([]);
    return (
      <Language value="en">
        <Perguntas
          definicao={emIdioma(definicao, 'en')}
          respostas={respostas}
          muda={setRespostas}
          faltas={[]}
          semente="1"
          envia={() => envia(respostas)}
          enviando={false}
          guardado=""
        />
      </Language>
    );
  }
  const { container } = render(<Portal />);
  expect(container.querySelector('form')?.lang).toBe('en');
  expect(screen.getByText('0 of 2 answered')).toBeTruthy();
  // What is not translated stays in Portuguese.
  expect(screen.getByText('Leia com calma.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send answers' }));
  expect(screen.getByRole('alert').textContent).toBe('Please answer this question as it asks');
  expect(envia).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('radio', { name: 'Yes' }));
  fireEvent.click(screen.getByRole('radio', { name: '3 of 5' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send answers' }));
  expect(envia).toHaveBeenCalledWith([
    { perguntaId: 1, respostaId: 11 },
    { perguntaId: 2, nota: 3 },
  ]);
});
