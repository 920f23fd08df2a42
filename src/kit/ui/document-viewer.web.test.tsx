// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DocumentViewer } from './document-viewer.web.tsx';

const view = (type: string) =>
  render(
    <MantineProvider env="test">
      <DocumentViewer document={{ name: 'ficha', type, content: '/api/arquivos/1' }} opened onClose={() => undefined} />
    </MantineProvider>,
  );

test('a PDF opens as wide as its frame', async () => {
  view('application/pdf; charset=binary');
  expect((await screen.findByTitle('ficha')).getAttribute('src')).toBe('/api/arquivos/1#view=FitH&zoom=page-width&navpanes=0');
});

test('what cannot be shown is offered for download, by its type', async () => {
  view('application/zip');
  expect(await screen.findByText(/Visualização não suportada. Tipo: application\/zip/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Baixar ficha' }).getAttribute('download')).toBe('ficha');
});
