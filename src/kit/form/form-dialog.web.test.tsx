// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { optional } from '#kit/fields/field.ts';
import { image } from '#kit/fields/file.ts';
import { rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineForm } from './form.ts';
import { FormDialog } from './form-dialog.web.tsx';

const form = defineForm({ fields: { motivo: text('Motivo', 50) } });
const nothing = defineForm({ fields: {} });
const comArquivo = defineForm({ fields: { folha: optional(image('Folha')) } });

afterEach(cleanup);

function Trial() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Desligar
      </button>
      {isOpen && (
        <FormDialog form={form} title="Desligar" ok="Confirmar" send={() => Promise.resolve()} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

test('a dialog begins in its first input, and leaves the focus where it was', async () => {
  render(
    <MantineProvider env="test">
      <AuthorityProvider authorities={[]} user={{ id: 1 }}>
        <Trial />
      </AuthorityProvider>
    </MantineProvider>,
  );
  const opener = screen.getByRole('button', { name: 'Desligar' });
  opener.focus();
  fireEvent.click(opener);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Motivo' })));
  fireEvent.click(screen.getByRole('button', { name: 'Voltar' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a dialog without inputs begins at the way back, not at the cross', async () => {
  render(
    <MantineProvider env="test">
      <AuthorityProvider authorities={[]} user={{ id: 1 }}>
        <FormDialog form={nothing} title="Ver como" ok="Ver como" send={() => Promise.resolve()} onClose={() => undefined} />
      </AuthorityProvider>
    </MantineProvider>,
  );
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Voltar'));
});

test.each([
  [undefined, 'Remover Dose 1'],
  [{ doses: [] }, 'Adicionar dose: Doses'],
])('rows that have a name are called by it, begun with %j', async (start, button) => {
  const doses = defineForm({ fields: { doses: rows('Doses', { nome: text('Nome', 50) }, 1, { singular: 'Dose' }) } });
  render(
    <MantineProvider env="test">
      <AuthorityProvider authorities={[]} user={{ id: 1 }}>
        <FormDialog
          form={doses}
          title="Vacina"
          ok="Salvar"
          {...(start ? { start } : {})}
          send={() => Promise.resolve()}
          onClose={() => undefined}
        />
      </AuthorityProvider>
    </MantineProvider>,
  );
  expect(await screen.findByRole('button', { name: button })).toBeTruthy();
  expect(screen.queryByText('Ainda não há doses.') !== null).toBe(start !== undefined);
});

/** A form that is saved while its file is on the way, which `arrives` with what the server answers. */
async function savedAhead() {
  let arrives: (answer: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrives = resolve)));
  const send = vi.fn<(values: object) => Promise<void>>().mockResolvedValue(undefined);
  const { unmount } = render(
    <MantineProvider env="test">
      <AuthorityProvider authorities={[]} user={{ id: 1 }}>
        <FormDialog form={comArquivo} title="Exame" ok="Salvar" send={send} onClose={() => undefined} />
      </AuthorityProvider>
    </MantineProvider>,
  );
  const folha = new File(['imagem'], 'folha.jpg', { type: 'image/jpeg' });
  fireEvent.change(await screen.findByLabelText('Folha'), { target: { files: [folha] } });
  const ok = screen.getByRole('button', { name: 'Salvar' });
  fireEvent.click(ok);
  await waitFor(() => expect(ok.dataset.loading).toBe('true'));
  return { send, ok, unmount, arrives: (answer: Response) => arrives(answer) };
}
const STORED = { id: 7, nome: 'folha.jpg', tipo: 'image/jpeg' };

test('a form that is saved while its file is on the way waits for it, and is sent once', async () => {
  const { send, ok, arrives } = await savedAhead();
  fireEvent.click(ok);
  expect(send).not.toHaveBeenCalled();
  arrives(Response.json(STORED));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(send.mock.calls[0]?.[0]).toMatchObject({ folha: 7 });
  vi.unstubAllGlobals();
});

test('it is not sent when it is left meanwhile', async () => {
  const { send, unmount, arrives } = await savedAhead();
  unmount();
  arrives(Response.json(STORED));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(send).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('it is not sent when its file is refused', async () => {
  const { send, ok, arrives } = await savedAhead();
  arrives(Response.json({ message: 'Arquivo inválido' }, { status: 400 }));
  await waitFor(() => expect(ok.dataset.loading).toBe(undefined));
  expect(send).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
