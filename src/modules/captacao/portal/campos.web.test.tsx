// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFilesUnderWay } from '#kit/client/under-way.web.ts';
import { Campos } from './campos.web.tsx';
import type { Campo, Dados } from './dados.ts';

vi.mock('#platform/externo/portal-state.web.tsx', async (original) => ({
  ...(await original<object>()),
  usePortal: () => ({ conta: { id: 1 } }),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const campos = [
  { nome: 'foto', rotulo: 'Foto', tipo: 'image', obrigatorio: false },
  { nome: 'bairro', rotulo: 'Bairro', tipo: 'text', obrigatorio: false },
] as Campo[];

function Passo() {
  const [dados, setDados] = useState<Dados>({});
  return (
    <form>
      <Campos campos={campos} dados={dados} faltas={[]} muda={setDados} />
      <output>{JSON.stringify(dados)}</output>
      <button type="submit" disabled={useFilesUnderWay()}>
        Salvar
      </button>
    </form>
  );
}

test('what is typed while a file is on its way stays, and nothing is saved before it has arrived', async () => {
  let arrives: (answer: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrives = resolve)));
  render(<Passo />);
  const salvar = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' });
  const foto = new File(['imagem'], 'eu.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Foto'), { target: { files: [foto] } });
  fireEvent.change(screen.getByLabelText('Bairro'), { target: { value: 'Centro' } });
  await waitFor(() => expect(salvar.disabled).toBe(true));
  arrives(Response.json({ id: 7, nome: 'eu.jpg' }));
  await waitFor(() => expect(salvar.disabled).toBe(false));
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual({ foto: { id: 7, nome: 'eu.jpg' }, bairro: 'Centro' });
});
