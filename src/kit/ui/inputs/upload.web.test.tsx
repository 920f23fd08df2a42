// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toast } from '#kit/client/toast.web.ts';
import { type StoredFile, Upload } from './upload.web.tsx';

/** Chooses a file; answers what the upload took, and what it told. */
async function choose(file: File, tipo: string) {
  const warn = vi.spyOn(toast, 'warn').mockReturnValue(undefined);
  const onChange = vi.fn<(files: StoredFile[]) => void>();
  const send = vi.fn<() => Promise<StoredFile>>().mockResolvedValue({ id: 1, nome: file.name, tipo });
  render(
    <MantineProvider env="test">
      <Upload label="Foto" value={[]} onChange={onChange} send={send} accept={['image/png', 'image/jpeg']} maxBytes={10} />
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText('Foto'), { target: { files: [file] } });
  await waitFor(() => expect(warn.mock.calls.length + onChange.mock.calls.length).toBe(1));
  return { sent: send.mock.calls.length, told: warn.mock.calls[0]?.[0], taken: onChange.mock.calls[0]?.[0] };
}
const image = (content: string, name = 'foto.jpg', type = 'image/jpeg') => new File([content], name, { type });

test('a picture is stored and taken', async () =>
  expect(await choose(image('imagem'), 'image/jpeg')).toEqual({
    sent: 1,
    told: undefined,
    taken: [{ id: 1, nome: 'foto.jpg', tipo: 'image/jpeg' }],
  }));

test('RUL-103: a text that is called foto.jpg is told at once, not when the record is saved', async () =>
  expect(await choose(image('um texto'), 'text/plain; charset=utf-8')).toEqual({
    sent: 1,
    told: 'O arquivo adicionado não é uma imagem',
    taken: undefined,
  }));

test.each([
  [image(''), 'O arquivo está vazio'],
  [image('grande demais'), 'O arquivo deve ser menor que 10 Bytes'],
  [image('texto', 'nota.txt', 'text/plain'), 'O arquivo adicionado não é uma imagem'],
])('what cannot be taken is not sent: %#', async (file, told) =>
  expect(await choose(file, 'image/jpeg')).toEqual({ sent: 0, told, taken: undefined }),
);
