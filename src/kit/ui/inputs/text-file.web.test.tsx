// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { toast } from '#kit/client/toast.web.ts';
import { TextFile } from './text-file.web.tsx';

afterEach(cleanup);

/** Chooses a file; answers what was read and what was told. */
async function choose(name: string, content: BlobPart) {
  const told: string[] = [];
  for (const kind of ['warn', 'success'] as const)
    vi.spyOn(toast, kind).mockImplementation((message) => void told.push(`${kind}: ${message}`));
  const onText = vi.fn<(text: string) => void>();
  const { container } = render(
    <MantineProvider env="test">
      <TextFile label="Carregar" onText={onText} />
    </MantineProvider>,
  );
  fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [new File([content], name)] },
  });
  await waitFor(() => expect(told).toHaveLength(1));
  return { told: told[0], read: onText.mock.calls[0]?.[0] };
}

const codes = Array.from('Conceição', (letter) => letter.charCodeAt(0));

test.each<[string, BlobPart]>([
  ['UTF-8', 'Conceição'],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, ...codes.flatMap((code) => [code & 0xff, code >> 8])])],
  ['Windows', Uint8Array.from(codes)],
])('RUL-210: a text file is read as it was written, and confirmed: %s', async (_, content) =>
  expect(await choose('Currículo.TXT', content)).toEqual({
    told: 'success: Arquivo Currículo.TXT carregado com sucesso.',
    read: 'Conceição',
  }),
);

test.each<[string, BlobPart]>([
  ['cv.pdf', '%PDF-1.7'],
  ['txt', 'um nome sem extensão'],
  ['cv.txt', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])],
])('RUL-171: what is no text file is refused: %s', async (name, content) =>
  expect(await choose(name, content)).toEqual({ told: "warn: Selecione um arquivo com a extensão: 'txt'", read: undefined }),
);

test('RUL-170: a text file over the limit is refused', async () =>
  expect(await choose('cv.txt', 'a'.repeat(1024 * 1024))).toEqual({
    told: 'warn: O arquivo deve ser menor que 1 MB',
    read: undefined,
  }));
