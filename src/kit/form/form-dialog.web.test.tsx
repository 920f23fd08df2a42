// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { text } from '#kit/fields/text.ts';
import { defineForm } from './form.ts';
import { FormDialog } from './form-dialog.web.tsx';

const form = defineForm({ fields: { motivo: text('Motivo', 50) } });

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
