// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AoAmigo } from './ao-amigo.web.tsx';

const { say } = vi.hoisted(() => ({ say: vi.fn<(text: string) => void>() }));
vi.mock('#platform/externo/portal-state.web.tsx', async (original) => ({
  ...(await original<object>()),
  usePortal: () => ({ conta: { nome: 'Iracema', email: 'iracema@exemplo.com.br' }, say }),
}));
vi.mock('#platform/externo/portal-captcha.web.tsx', () => ({ useRobot: () => ({ proof: async () => 'prova', widget: null }) }));

beforeEach(() => say.mockReset());
afterEach(cleanup);

/** Fills in who the friend is, and sends; `answer` is the server's. */
async function send(answer: Response | undefined) {
  const asked = vi.fn<typeof fetch>(() => (answer ? Promise.resolve(answer) : Promise.reject(new TypeError('offline'))));
  vi.stubGlobal('fetch', asked);
  const onClose = vi.fn<() => void>();
  render(<AoAmigo vaga={{ id: 5 }} empresaId={3} onClose={onClose} />);
  const field = (label: string) => screen.getByRole('textbox', { name: new RegExp(label), hidden: true });
  fireEvent.change(field('Nome do amigo'), { target: { value: 'Jurema' } });
  fireEvent.change(field('E-mail do amigo'), { target: { value: 'jurema@exemplo.com.br' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar', hidden: true }));
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Enviar', hidden: true })).toBeDefined());
  const body: unknown = JSON.parse(asked.mock.calls[0]?.[1]?.body as string);
  return { onClose, body };
}

test('RUL-212: an ad that was sent to a friend is told, and the window closes', async () => {
  const { onClose, body } = await send(new Response(null, { status: 204 }));
  expect(body).toEqual({
    nome: 'Iracema',
    email: 'iracema@exemplo.com.br',
    nomeAmigo: 'Jurema',
    emailAmigo: 'jurema@exemplo.com.br',
    recaptcha: 'prova',
  });
  expect(say).toHaveBeenCalledExactlyOnceWith('Anúncio de vaga enviado com sucesso.');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ['the server fails', Response.json({ message: 'Erro' }, { status: 500 }), 'Erro ao enviar e-mail. Por favor, tente novamente.'],
  ['nothing answers', undefined, 'Erro ao enviar e-mail. Por favor, tente novamente.'],
  ['too many were sent', Response.json({ message: 'Tente amanhã.' }, { status: 429 }), 'Tente amanhã.'],
])('RUL-213: a window stays open and says why nothing was sent: %s', async (_, answer, sentence) => {
  const { onClose } = await send(answer);
  expect(screen.getByText(sentence)).toBeDefined();
  expect(say).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});
